import { expect, test } from 'vitest'
import { maskBody } from './mask-body.ts'
import { maskNote } from './mask-note.ts'
import type { TraceNote } from './traces.ts'

const note = (more: Partial<TraceNote>): TraceNote => ({
  from: 'hub',
  to: 'system',
  operation: 'create',
  requestId: 'r',
  outcome: 'ok',
  startedAt: '2026-11-20T18:00:00Z',
  durationMs: 1,
  ...more,
})

test('headers that prove who one is keep only their scheme', () => {
  const { requestHeaders } = maskNote(
    note({
      requestHeaders: {
        authorization: 'Bearer abc.def',
        'x-token': 'T-1',
        Cookie: 'a=b',
        'Tablewire-Signature': 't=1,v1=ff',
        'x-api-key': 'K',
        'x-client-secret': 'S',
        'proxy-authorization': 'Basic dXNlcjpwdw==',
        'X-Password': 'P',
        'content-type': 'application/json',
        'idempotency-key': 'once-1',
        'x-guest': 'write to anna@example.com',
        'x-forwarded-for': 'x',
      },
    }),
  )
  expect(requestHeaders).toEqual({
    authorization: 'Bearer ***',
    'x-token': '***',
    Cookie: '***',
    'Tablewire-Signature': '***',
    'x-api-key': '***',
    'x-client-secret': '***',
    'proxy-authorization': 'Basic ***',
    'X-Password': '***',
    'content-type': 'application/json',
    'idempotency-key': 'once-1',
    'x-guest': 'write to a***@e***.com',
    'x-forwarded-for': 'x',
  })
})

test.each([
  ['https://rms.test/bookings/search?email=anna%40example.com&venueId=7', 'https://rms.test/bookings/search?email=a***@e***.com&venueId=7'],
  ['/v1/bc/bookings?email=anna@example.com&phone=%2B33612345689', '/v1/bc/bookings?email=a***@e***.com&phone=+33…89'],
  ['https://user:pw@rms.test/x?api_token=abc#secret', 'https://***@rms.test/x?api_token=***'],
  ['/guests/anna@example.com/bookings', '/guests/a***@e***.com/bookings'],
  ['/x?filters[phone]=0612345678&q', '/x?filters[phone]=…78&q'],
  ['/x?email=%E0%A4%A', '/x?email=***'],
])('an address %s keeps no guest and no secret', (url, masked) => {
  expect(maskNote(note({ url })).url).toBe(masked)
})

test('a booking keeps its shape', () => {
  expect(
    maskBody({
      venueId: '7b0c',
      partySize: 4,
      date: 1763664000,
      contact: {
        firstname: 'Jean-Pierre',
        lastname: 'Dupont de Nemours',
        email: 'jp.dupont@example.co.uk',
        telephone: '+33 6 12 34 56 89',
        locale: 'fr',
        optInConsent: true,
        address: { street: 'Rue X 1', city: 'Lyon', countryCode: 'FR' },
        nickname: 'Jeannot',
      },
      notes: 'Wheelchair, nut allergy',
      paymentGatewayToken: 'tok_123',
      venue: { name: 'Casa Prueba', address: 'Calle 1' },
    }),
  ).toEqual({
    venueId: '7b0c',
    partySize: 4,
    date: 1763664000,
    contact: {
      firstname: 'J. P.',
      lastname: 'D. d. N.',
      email: 'j***@e***.uk',
      telephone: '+33…89',
      locale: 'fr',
      optInConsent: true,
      address: { street: '***', city: '***', countryCode: 'FR' },
      nickname: 'J.',
    },
    notes: '*** (23)',
    paymentGatewayToken: '***',
    venue: { name: 'Casa Prueba', address: '***' },
  })
})

test('a plain name is a guest’s beside an address of mail, and a venue’s otherwise', () => {
  expect(maskBody({ name: 'Ana López', email: 'ana@x.es' })).toEqual({ name: 'A. L.', email: 'a***@x***.es' })
  expect(maskBody({ name: 'Casa', email: 'hi@casa.es', currency: 'EUR' })).toMatchObject({ name: 'Casa' })
  expect(maskBody([{ id: 7, name: 'Terrace' }])).toEqual([{ id: 7, name: 'Terrace' }])
})

test.each<[string, unknown, unknown]>([
  ['numbers that are telephones', { phone: 33612345689 }, { phone: '***' }],
  ['secrets with a body of their own', { token: { a: 'x', b: [1, 'y'] } }, { token: { a: '***', b: ['***', '***'] } }],
  ['text that is JSON', '{"email":"anna@example.com","n":1}', { email: 'a***@e***.com', n: 1 }],
  ['JSON within JSON', { payload: '{"contact":{"name":"Ana"}}' }, { payload: { contact: { name: 'A.' } } }],
  ['forms', 'email=anna%40example.com&party=2', 'email=a***@e***.com&party=2'],
  [
    'XML',
    '<b><firstName>Ana</firstName><Phone>+34600111222</Phone><g email="a@b.es"/></b>',
    '<b><firstName>A.</firstName><Phone>+34…22</Phone><g email="a***@b***.es"/></b>',
  ],
  [
    'running text',
    { message: 'Call +44 20 7946 0958 or anna@example.com, card 4111 1111 1111 1111' },
    { message: 'Call +44…58 or a***@e***.com, card …1111' },
  ],
  [
    'tokens in running text',
    { message: 'used Bearer abcdef123456 and eyJhbGciOiJIUzI1.eyJzdWIiOiIx.sig' },
    { message: 'used Bearer *** and ***' },
  ],
  ['names of fields', { 'anna@example.com': 1 }, { 'a***@e***.com': 1 }],
  ['what is empty', { email: '', notes: null }, { email: '', notes: null }],
  ['birthdays', { birthDate: '1980-02-29' }, { birthDate: '****-**-**' }],
  ['bytes', new Uint8Array(3), '(3 bytes)'],
  ['instants', { at: new Date('2026-11-20T18:00:00Z') }, { at: '2026-11-20T18:00:00.000Z' }],
  [
    'times and references that look like numbers',
    { startsAt: '2026-11-20T18:00:00Z', reference: 'TW-2026-1120' },
    { startsAt: '2026-11-20T18:00:00Z', reference: 'TW-2026-1120' },
  ],
])('%s', (_what, body, masked) => {
  expect(maskBody(body)).toEqual(masked)
})

test('what cannot be stored is made so, and names in any script are masked', () => {
  expect(JSON.stringify(maskBody({ a: 'x\u0000y\ud800', '\u0000': 1 }))).toBe('{"a":"x\ufffdy\ufffd","\ufffd":1}')
  expect(maskBody({ firstName: '山田 太郎', lastName: '👩‍🍳 Koch', email: 'ünï@bücher.de' })).toEqual({
    firstName: '山. 太.',
    lastName: '👩. K.',
    email: 'ü***@b***.de',
  })
})

test('long bodies are cut where they get long and say so, whatever they are made of', () => {
  for (const body of [
    { days: Array.from({ length: 50_000 }, (_, at) => ({ at, open: true })) },
    'x'.repeat(3_000_000),
    `a${'@'.repeat(200_000)}`,
    '1 '.repeat(100_000),
    `<a ${'b="c" '.repeat(50_000)}>`,
    Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`field${at}`, 'v'])),
    { notes: 'y'.repeat(100_000), error: 'z'.repeat(100_000) },
  ]) {
    const kept = JSON.stringify(maskBody(body))
    expect(kept.length).toBeLessThan(26_000)
    if (JSON.stringify(body).length > 230_000 || typeof body === 'string') expect(kept).toMatch(/cut/)
  }
  const deep = JSON.parse(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`) as unknown
  expect(JSON.stringify(maskBody(deep))).toContain('cut, too deep')
})

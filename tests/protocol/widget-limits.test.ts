import type {} from '@tablewire/server/features/widget/widget-rows'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../build/a-channel.ts'
import { aTestApp, type TestApp } from '../build/a-test-app.ts'
import { aUser } from '../build/a-user.ts'
import { aVenue, type TestVenue } from '../build/a-venue.ts'

type Proof = { question: string; bits: number }
type Step = {
  kind: string
  proof: Proof | null
  notice: string | null
  groups: { times: { at: string }[] }[]
  values: Record<string, string>
}

let testApp: TestApp
let venue: TestVenue
let at: string
beforeAll(async () => {
  testApp = await aTestApp()
  const { db } = testApp.container
  venue = await aVenue(db)
  await aChannel(db, { type: 'widget', venues: [venue.id] })
  await db.updateTable('venues').set({ sdkAccess: true }).where('id', '=', venue.id).execute()
  const date = new Date(Date.now() + 8 * 86_400_000).toISOString().slice(0, 10)
  at = stepOf(await ask('GET', `/book/${venue.id}?party=1&date=${date}`, '127.8.0.1')).groups[0]!.times[0]!.at
})
afterAll(() => testApp.close())

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const ask = (
  method: 'GET' | 'POST',
  url: string,
  remoteAddress: string,
  { fields, accept = 'application/json' }: { fields?: Record<string, string>; accept?: string } = {},
) =>
  testApp.app.inject({
    method,
    url,
    remoteAddress,
    headers: { accept, ...(fields ? form : {}) },
    ...(fields ? { payload: new URLSearchParams(fields).toString() } : {}),
  })
const stepOf = (answer: { body: string }): Step => (JSON.parse(answer.body) as { step: Step }).step
const hold = (address: string, more: Record<string, string> = {}) =>
  ask('POST', `/book/${venue.id}/hold`, address, { fields: { party: '1', at, ...more } })

/** As the browser works it out. */
const solved = ({ question, bits }: Proof): Record<string, string> => {
  for (let number = 0; ; number++) {
    const hash = createHash('sha256').update(`${question}.${number}`).digest()
    if (hash.readUInt32BE(0) < 2 ** (32 - bits)) return { question, answer: String(number) }
  }
}

const heldIn = ({ headers }: { headers: { location?: unknown } }): string =>
  new URL(String(headers.location), 'http://here').searchParams.get('held')!
const openHolds = async (): Promise<number> =>
  (
    await sql<{ n: number }>`select count(*)::integer as n from reservations where venue_id = ${venue.id} and status = 'held'`.execute(
      testApp.container.db,
    )
  ).rows[0]!.n
const endHolds = () =>
  sql`update reservations set status = 'expired', hold_expires_at = null, version = version + 1 where status = 'held'`.execute(
    testApp.container.db,
  )
const slow = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1600))

test('WI1: an address that holds on and on has to work for it, and in the end to wait', async () => {
  const address = '127.9.9.9'
  // One after the other, each in the place of the one before.
  let held = ''
  for (let count = 0; count < 12; count++) held = heldIn(await hold(address, { held }))
  expect(await openHolds()).toBe(1)
  const asked = await hold(address)
  expect([asked.statusCode, asked.headers['retry-after']]).toEqual([429, '900'])
  const { proof, notice } = stepOf(asked)
  expect(notice).toContain('very many tries')
  const work = solved(proof!)
  expect((await hold(address, { ...work, answer: String(Number(work['answer']) + 1) })).statusCode).toBe(429)
  expect((await hold(address, { ...work, question: `${work['question']}x` })).statusCode).toBe(429)
  expect((await hold(address, work)).statusCode).toBe(303)
  // Each is good once, and nobody else is asked.
  expect((await hold(address, work)).statusCode).toBe(429)
  expect((await hold('127.9.9.10')).statusCode).toBe(303)
  for (let count = 0; count < 30; count++) await hold(address)
  const end = await hold(address, solved(stepOf(await hold('127.9.9.9')).proof ?? proof!))
  expect([end.statusCode, end.headers['retry-after'], stepOf(end).proof]).toEqual([429, '900', null])
  await endHolds()
})

test('WI1: one address holds two places at once, with work eight, whatever it sends at the same moment; what has ended leaves nothing of it', async () => {
  const address = '127.9.7.1'
  const first = await Promise.all(Array.from({ length: 10 }, () => hold(address)))
  expect(first.filter(({ statusCode }) => statusCode === 303)).toHaveLength(2)
  expect(await openHolds()).toBe(2)
  // Whose browser runs no scripts reads that his own places are in his way, not that he is a robot.
  for (const answer of first.filter(({ statusCode }) => statusCode === 429)) expect(stepOf(answer).notice).toContain('finish one of those')
  const work = first.flatMap((answer) => (answer.statusCode === 429 ? [solved(stepOf(answer).proof!)] : []))
  const second = await Promise.all(work.map((done) => hold(address, done)))
  expect(second.filter(({ statusCode }) => statusCode === 303)).toHaveLength(6)
  const refused = second.filter(({ statusCode }) => statusCode === 429)
  expect(refused.map((answer) => [stepOf(answer).proof, stepOf(answer).notice?.includes('finish one of those')])).toEqual([
    [null, true],
    [null, true],
  ])
  expect(await openHolds()).toBe(8)
  // His own place is exchanged all the same.
  expect(
    (
      await hold(address, {
        held: heldIn(first.find(({ statusCode }) => statusCode === 303)!),
        ...solved(stepOf(await hold(address)).proof!),
      })
    ).statusCode,
  ).toBe(303)
  expect(await openHolds()).toBe(8)
  const kept = () => testApp.container.db.selectFrom('widgetHolds').select('addressKey').execute()
  expect((await kept()).some(({ addressKey }) => addressKey.includes(address))).toBe(false)
  await endHolds()
  expect(await kept()).toEqual([])
})

const guest = (email: string) => ({ firstName: 'Noa', lastName: 'Vidal', email, phone: '', trap: '' })
/** Books in the name of each, as quickly as the page lets him; with the work that is asked for, if he does it. */
const books = async (address: string, email: string, works: boolean): Promise<number> => {
  const taken = await hold(address)
  const held = heldIn(taken.statusCode === 429 ? await hold(address, solved(stepOf(taken).proof!)) : taken)
  await slow()
  const send = (more: Record<string, string> = {}) =>
    ask('POST', `/book/${venue.id}/details`, address, { fields: { held, ...guest(email), ...more } })
  const sent = await send()
  const { proof } = sent.statusCode === 429 ? stepOf(sent) : { proof: null }
  return works && proof ? (await send(solved(proof))).statusCode : sent.statusCode
}

test('WI1: from the fourth booking within an hour an address has to work for each, and after the twelfth it is told to wait', async () => {
  const address = '127.9.6.1'
  for (let count = 0; count < 3; count++) expect(await books(address, `few${count}@guests.test`, false)).toBe(303)
  expect(await books(address, 'few3@guests.test', false)).toBe(429)
  await endHolds()
  for (let count = 3; count < 12; count++) expect(await books(address, `few${count}@guests.test`, true)).toBe(303)
  const held = heldIn(await hold(address, solved(stepOf(await hold(address)).proof!)))
  await slow()
  const fields = { held, ...guest('few12@guests.test') }
  const end = await ask('POST', `/book/${venue.id}/details`, address, { fields })
  expect([end.statusCode, stepOf(end).proof, stepOf(end).notice?.includes('within the last hour')]).toEqual([429, null, true])
  expect(stepOf(end).values).toMatchObject({ email: 'few12@guests.test' })
  // Elsewhere the same guest books.
  expect((await ask('POST', `/book/${venue.id}/details`, '127.9.6.2', { fields })).statusCode).toBe(303)
}, 90_000)

test('WI1: one contact is counted over all addresses and venues, at once as well; the house at its own desk is not', async () => {
  const email = 'often@guests.test'
  const { db } = testApp.container
  await sql`insert into booking_checks (venue_id, contact_most) values (${venue.id}, 50)`.execute(db)
  const holds = await Promise.all([1, 2, 3, 4, 5, 6].map(async (nth) => [`127.9.5.${nth}`, heldIn(await hold(`127.9.5.${nth}`))] as const))
  await slow()
  const sent = await Promise.all(
    holds.map(([address, held]) => ask('POST', `/book/${venue.id}/details`, address, { fields: { held, ...guest(email) } })),
  )
  expect(sent.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([303, 303, 303, 429, 429, 429])
  const made = await testApp.ask({
    method: 'POST',
    url: '/v1/reservations',
    token: await testApp.signIn(await aUser(db)),
    body: {
      venueId: venue.id,
      startsAt: new Date(Number(at) * 1000).toISOString(),
      partySize: 1,
      source: 'phone',
      guest: { firstName: 'Noa', lastName: 'Vidal', email },
      override: true,
    },
  })
  expect(made.statusCode).toBeLessThan(300)
})

test('WI1: another language keeps what was typed, also without script, and books nothing', async () => {
  const held = new URL((await hold('127.9.8.1', { lang: 'en' })).headers.location!, 'http://here').searchParams.get('held')!
  const typed = { held, lang: 'en', firstName: 'Noa', lastName: '', email: 'noa@', notes: 'By the <b>window</b>', optIn: 'yes', trap: '' }
  const page = await ask('GET', `/book/${venue.id}/details?held=${held}`, '127.9.8.1', { accept: 'text/html' })
  expect(page.body).toMatch(/<button form="guest" name="to" value="de"/)
  const answer = await ask('POST', `/book/${venue.id}/details`, '127.9.8.1', { fields: { ...typed, to: 'de' } })
  expect(answer.statusCode).toBe(200)
  const state = JSON.parse(answer.body) as { lang: string; carried: [string, string][]; step: Step & { errors: object } }
  expect([state.lang, state.step.kind, state.step.errors]).toEqual(['de', 'details', {}])
  expect(state.carried).toContainEqual(['lang', 'de'])
  expect(state.step.values).toMatchObject({ firstName: 'Noa', email: 'noa@', notes: 'By the <b>window</b>', optIn: 'yes' })
})

test('WI1: one guest holds two places at most, in however many tabs and with work: a third takes the place of the first', async () => {
  await endHolds()
  const mine = 'k3y0fabrowser1234'
  const from = (address: string, more: Record<string, string> = {}) => hold(address, { guest: mine, ...more })
  const held = [await from('127.11.6.1'), await from('127.11.6.2'), await from('127.11.6.3'), await from('127.11.6.4')]
  expect(held.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303, 303])
  expect(await openHolds()).toBe(2)
  const first = heldIn(held[0]!)
  const details = await ask('GET', `/book/${venue.id}/details?held=${first}`, '127.11.6.1')
  expect([details.statusCode, stepOf(details).kind]).toEqual([200, 'details'])
  // His tabs say it: what was given back is not kept any more.
  const left = async (answer: (typeof held)[number]) =>
    stepOf(await ask('GET', `/book/${venue.id}/details?held=${heldIn(answer)}`, '127.11.6.1'))
  const lefts = await Promise.all(held.map(left))
  expect(lefts.map((step) => (step as unknown as { heldForMs: number }).heldForMs > 0)).toEqual([false, false, true, true])
  expect(lefts[0]).toMatchObject({ heldUntil: expect.stringContaining('could not hold') })
  // At the same moment as well, and another guest of that address is not touched.
  expect((await hold('127.11.6.4', { guest: 'an0therbr0wser99' })).statusCode).toBe(303)
  const together = await Promise.all(['127.11.6.5', '127.11.6.6', '127.11.6.7', '127.11.6.8'].map((address) => from(address)))
  expect(together.every(({ statusCode }) => statusCode === 303)).toBe(true)
  expect(await openHolds()).toBe(3)
  // What is no key of ours counts as none.
  for (const wrong of ['', "';--", 'x'.repeat(500), 'SHOUTED-KEY-123'])
    expect((await hold(`127.11.5.${wrong.length % 200}`, { guest: wrong })).statusCode).toBe(303)
  expect(await openHolds()).toBe(7)
  await endHolds()
})

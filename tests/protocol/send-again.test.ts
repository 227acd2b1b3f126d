import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from '@tablewire/server/platform/postgres/embedded-postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayFromNow } from '../build/a-reservation.ts'
import { aServer } from '../build/a-server.ts'
import { aSmallVenue } from '../build/small-venue.ts'

let folder: string
let options: Parameters<typeof startEmbedded>[0]
let postgres: Awaited<ReturnType<typeof startEmbedded>>
let server: Awaited<ReturnType<typeof aServer>>
let house: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tablewire-again-'))
  // As root the database runs as somebody else, who has to get at its socket.
  chmodSync(folder, 0o755)
  options = { dataDir: join(folder, 'database'), log: () => undefined, settings: { fsync: 'off' } }
  postgres = await startEmbedded(options)
  server = await aServer({ databaseUrl: postgres.url, env: { DATABASE_ANSWER_SECONDS: '3' } })
  const { venueId, timeZone } = await aSmallVenue(server.url, 1)
  day = dayFromNow(2, { timeZone })
  house = `/book/${venueId}`
  await asked(`update channels set type = 'widget'`)
  await asked(`update venues set sdk_access = true, phone_number = '+34910000001'`)
})
afterAll(async () => {
  await server.stop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})
let day: string

const asked = async (text: string): Promise<Record<string, unknown>[]> => {
  const db = new pg.Client(postgres.url)
  await db.connect()
  const { rows } = await db.query<Record<string, unknown>>(text)
  await db.end()
  return rows
}
type Fields = Record<string, string> | [string, string][]
const ask = async (path: string, { form, accept = 'text/html', lang = 'nl' }: { form?: Fields; accept?: string; lang?: string } = {}) => {
  const answer = await fetch(`${server.url}${path}`, {
    redirect: 'manual',
    headers: { accept, 'accept-language': lang },
    signal: AbortSignal.timeout(60_000),
    ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
  })
  const { status, headers } = answer
  return { status, headers, text: await answer.text(), to: headers.get('location') ?? '' }
}
const stepAt = async (path: string) =>
  (JSON.parse((await ask(path, { accept: 'application/json' })).text) as { step: { groups: { times: { at: string }[] }[]; own: string } })
    .step

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const read = (text = ''): string => text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name]!)
/** The one form of a page, as a browser sends it by its button. */
const formIn = (html: string) => {
  const forms = [...html.matchAll(/<form [^]*?<\/form>/g)].map(([form]) => form)
  expect(forms).toHaveLength(1)
  const [form = ''] = forms
  expect(form.match(/<button/g)).toHaveLength(1)
  const inputs = [...form.matchAll(/<input(?: [\w-]+(?:="[^"]*")?)*\s*\/?>/g)].map(([input]): [string, string] => [
    read(/ name="([^"]*)"/.exec(input)?.[1]),
    read(/ value="([^"]*)"/.exec(input)?.[1]),
  ])
  const areas = [...form.matchAll(/<textarea [^>]*name="([^"]*)"[^>]*>([^]*?)<\/textarea>/g)].map(([, name, text]): [string, string] => [
    read(name),
    read(text),
  ])
  return { action: read(/ action="([^"]*)"/.exec(form)?.[1]), fields: Object.fromEntries([...inputs, ...areas]) }
}
/** The database is stopped, and started again. */
const withoutDatabase = async (work: () => Promise<void>): Promise<void> => {
  await postgres.stop()
  try {
    await work()
  } finally {
    postgres = await startEmbedded(options)
  }
  await expect.poll(async () => (await ask(house)).status, { timeout: 60_000 }).toBe(200)
}

const nasty = `Nuts </textarea><script>alert("1")</script>' & <b>\u0000wheelchair`
const kept = nasty.replace('\0', '')

test('a form of the booking page that was sent while the database was away is sent again by one button, and books once', async () => {
  const [at] = (await stepAt(`${house}?party=2&date=${day}`)).groups.flatMap(({ times }) => times.map((one) => one.at))
  const held = new URL((await ask(`${house}/hold`, { form: { party: '2', at: at! } })).to, server.url).searchParams.get('held')!
  const who = { firstName: 'Noa', lastName: `O'Vidal`, email: 'noa@again.test', phone: '', trap: '', allergies: 'none', notes: nasty }
  const form = { lang: 'de', utm_source: 'x', held, ...who, notes: nasty, foreign: 'no field of it' }
  await sleep(1600)
  let again: ReturnType<typeof formIn> | undefined
  await withoutDatabase(async () => {
    const page = await ask(`${house}/details`, { form })
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'")
    expect(page.text).toMatch(/Bitte senden Sie es noch einmal.*Noch einmal senden.*\+34910000001/s)
    expect(page.text).not.toMatch(/<script>|no field of it|\0/)
    again = formIn(page.text)
    const { foreign: _, ...fields } = form
    expect(again).toEqual({ action: `${house}/details`, fields: { ...fields, notes: kept } })
    // Sent again in the outage it is the same page.
    const second = await ask(again.action, { form: again.fields })
    expect([second.status, formIn(second.text)]).toEqual([503, again])
    // A time's button: what its address says goes along as well.
    const shown = `${house}/hold?shown=${encodeURIComponent(`2 ${day} "`)}`
    const hold = await ask(shown, { form: { party: '2', date: day, at: at!, held } })
    expect(formIn(hold.text)).toEqual({ action: shown.replace('"', '%22'), fields: { party: '2', date: day, at, held } })
    const waits = await ask(`${house}/wait`, {
      form: [
        ['wait', 'x.y'],
        ['notes', 'a'],
        ['notes', 'b'],
        ['email', '"><i>'],
      ],
    })
    expect(formIn(waits.text).fields).toEqual({ wait: 'x.y', email: '"><i>' })
    expect(formIn((await ask(`${house}/done`, { form: { booking: 'x', act: 'again' } })).text).fields).toEqual({
      booking: 'x',
      act: 'again',
    })
    expect(formIn((await ask(`${house}/details`, { form: { held, notes: 'n'.repeat(10_000) } })).text).fields['notes']).toHaveLength(10_000)
    // What is no form of ours is not given back in part.
    const large = await ask(`${house}/details`, { form: { held, notes: 'n'.repeat(70_000) } })
    expect([large.status, large.text.includes('<form'), large.text.length < 30_000]).toEqual([503, false, true])
  })
  const done = await ask(again!.action, { form: again!.fields })
  expect([done.status, done.to]).toEqual([303, expect.stringContaining('/done?')])
  expect((await ask(again!.action, { form: again!.fields })).to).toContain('/done?')
  expect(await asked(`select notes, guest_last_name as last from reservations where status = 'confirmed'`)).toEqual([
    { notes: `Allergien und Unverträglichkeiten: none\n${kept}`, last: `O'Vidal` },
  ])
})

test('wishes that were typed on the page of a booking stay on the page that says that they could not be taken', async () => {
  const [at] = (await stepAt(`${house}?party=2&date=${day}`)).groups.flatMap(({ times }) => times.map((one) => one.at))
  const held = new URL((await ask(`${house}/hold`, { form: { party: '2', at: at! } })).to, server.url).searchParams.get('held')!
  await sleep(1600)
  const { to } = await ask(`${house}/details`, { form: { held, firstName: 'Lena', lastName: 'Brandt', email: 'lena@again.test' } })
  const { own } = await stepAt(to)
  expect((await ask(own)).status).toBe(200)
  let again: ReturnType<typeof formIn> | undefined
  await withoutDatabase(async () => {
    const page = await ask(own, { form: { lang: 'fr', was: '', notes: nasty, act: 'notes' } })
    expect(page.status).toBe(503)
    expect(page.text).toMatch(/Bar Estrecho.*Rien de ce que vous avez saisi n’est perdu.*<textarea.*Envoyer à nouveau.*\+34910000001/s)
    expect(page.text).not.toMatch(/<script|\0/)
    again = formIn(page.text)
    expect(again).toEqual({ action: own, fields: { lang: 'fr', was: '', notes: kept, act: 'notes' } })
    // Nothing typed: a press alone.
    const more = await ask(own, { form: { lang: 'nl', was: '', notes: '', act: 'party 3', minutes: '15' } })
    expect(more.text).not.toContain('<textarea')
    expect(formIn(more.text).fields).toEqual({ lang: 'nl', was: '', notes: '', act: 'party 3', minutes: '15' })
    for (const [path, fields] of [
      [`${own}/change?shown=2`, { lang: 'nl', party: '3', date: day, at: at! }],
      [`${own}/cancel`, { lang: 'nl' }],
      [`${own}/confirm`, { lang: 'nl' }],
      ['/book/wait/x.y', { lang: 'es', act: 'wish', area: '', notes: 'ventana' }],
      ['/book/stop/x.y', { lang: 'en' }],
    ] as const)
      expect([path, formIn((await ask(path, { form: fields })).text)]).toEqual([path, { action: path, fields }])
    // Looking has nothing to send.
    expect((await ask(own)).text).not.toContain('<form')
  })
  expect((await ask(again!.action, { form: again!.fields })).to).toContain('done=notes.')
  expect(await asked(`select notes from reservations where guest_last_name = 'Brandt'`)).toEqual([{ notes: kept }])
  expect(server.log.join('\n')).not.toMatch(/wheelchair|again\.test/)
})

test('forms of restaurants and of reviews are kept over an outage as well', async () => {
  await withoutDatabase(async () => {
    for (const [path, fields] of [
      ['/feedback/0190aaaa-0000-7000-8000-000000000000?signature=x', { stars: '2', text: nasty, service: '4' }],
      ['/onboarding/x?lang=nl', { name: `Bar "O'"`, day1: '12:00', email3: 'x@again.test', terms: 'yes', acceptedBy: 'Noa' }],
      ['/onboarding/x/decline?lang=nl', { reason: nasty }],
      ['/sales/x?lang=nl', { once: '0190aaaa-0000-7000-8000-000000000000', name: 'Noa', message: nasty, consent: 'yes', website: '' }],
    ] as const) {
      const page = await ask(path, { form: { ...fields, foreign: 'no field of it' } })
      expect([path, page.status]).toEqual([path, 503])
      expect(page.text).toContain('Nog een keer sturen')
      expect(page.text).not.toMatch(/<script|no field of it/)
      const clean = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value.replace('\0', '')]))
      expect(formIn(page.text)).toEqual({ action: path, fields: clean })
    }
  })
})

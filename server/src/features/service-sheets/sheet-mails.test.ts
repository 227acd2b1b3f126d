import { abilityOf } from '@tablewire/contracts/identity/access'
import { readConfig } from '@tablewire/server/platform/config'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClock, aCtx, aDb, type OpenDb, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { aMailServer } from '../../../../tests/build/a-mail-server.ts'
import { aReservation } from '../../../../tests/build/a-reservation.ts'
import { aShift, aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { refusal } from '../../../../tests/build/refusal.ts'
import { makeLogger } from '#src/platform/log.ts'
import { makeMailer } from '#src/platform/mail/mail.ts'
import { newId } from '#src/platform/id.ts'
import { beginMails, plannedAround } from './begin-mails.ts'
import { mailSheet } from './mail-sheet.ts'
import { readSheetMails, saveSheetMails } from './mail-settings.ts'
import { returnOf, takeSheetReturns } from './returned-sheets.ts'

let open: OpenDb
beforeAll(async () => void (open = await aDb()))
afterAll(() => open.close())

const date = '2031-06-12'
const everyDay = [1, 2, 3, 4, 5, 6, 7]
const aHouse = (from = '19:00', to = '23:00'): Promise<TestVenue> =>
  aVenue(open.db, {
    timeZone: 'Europe/Madrid',
    book: {
      openingHours: everyDay.map((day) => ({ day, from: '00:00', to: '23:59' })),
      shifts: [aShift({ from, to, lastSeating: null })],
      horizonDays: 730,
    },
  })
const wanted = {
  enabled: true,
  minutesBefore: 60,
  pages: ['list' as const, 'kitchen' as const],
  skipEmpty: true,
  lang: 'en' as const,
  recipients: ['chef@house.test'],
  version: 0,
}
const at = (instant: string, ports = recordingPorts()) => ({ ctx: aCtx(open.db, { clock: aClock(instant), ports: ports.ports }), ports })
const lettersOf = async (venue: TestVenue) => {
  const { rows } = await sql<{ id: string; email: string; state: string }>`
    select l.id, l.email, l.state from sheet_letters l join sheet_runs n on n.id = l.run_id where n.venue_id = ${venue.id} order by l.email`.execute(
    open.db,
  )
  return rows
}

test('RE5: the mail of a meal is due at the same distance on both days on which the clock is changed', async () => {
  const venue = await aHouse('03:30', '06:00')
  const dueOn = (day: string) =>
    plannedAround(venue as never, { minutesBefore: 120, nowMs: Date.parse(`${day}T09:00:00Z`), days: 0 })
      .filter((one) => one.date === day)
      .map(({ dueMs }) => new Date(dueMs).toISOString())
  // 03:30 is 01:30 UTC in summer, 02:30 in winter; two hours before it, the wall clock said 00:30 and 02:30 (the first of two).
  expect(dueOn('2031-03-30')).toEqual(['2031-03-29T23:30:00.000Z'])
  expect(dueOn('2031-10-26')).toEqual(['2031-10-26T00:30:00.000Z'])
})

test('RE5: each meal has its mail once, however many look at once and how often; nothing before it is due and after it has begun', async () => {
  const venue = await aHouse()
  await aReservation(open.db, venue, { date, time: '20:00', override: true })
  await saveSheetMails(at(`${date}T08:00:00Z`).ctx, venue.id, { ...wanted, recipients: ['chef@house.test', 'bar@house.test'] })
  await beginMails(at(`${date}T15:59:00Z`).ctx)
  expect(await lettersOf(venue)).toEqual([])
  expect(await readSheetMails(at(`${date}T15:59:00Z`).ctx, venue.id)).toMatchObject({ nextAt: `${date}T16:00:00Z` })
  const several = Array.from({ length: 4 }, () => at(`${date}T16:00:30Z`))
  await Promise.all(several.map(({ ctx }) => beginMails(ctx)))
  expect(several.flatMap(({ ports }) => ports.jobs.filter(({ name }) => name === 'sheets.mail'))).toHaveLength(2)
  expect(await lettersOf(venue)).toMatchObject([
    { email: 'bar@house.test', state: 'due' },
    { email: 'chef@house.test', state: 'due' },
  ])
  // Changed while the meal is near: it has had its mail.
  await saveSheetMails(at(`${date}T16:10:00Z`).ctx, venue.id, { ...wanted, minutesBefore: 30, version: 1 })
  await beginMails(at(`${date}T16:40:00Z`).ctx)
  await beginMails(at(`${date}T17:30:00Z`).ctx)
  expect(await lettersOf(venue)).toHaveLength(2)
  // Nobody is booked the day after, and the house wants none then.
  await beginMails(at('2031-06-13T16:45:00Z').ctx)
  const { rows } = await sql<{ state: string }>`select state from sheet_runs where venue_id = ${venue.id} order by due_at`.execute(open.db)
  expect(rows.map(({ state }) => state)).toEqual(['begun', 'skipped'])
})

test('RE5: the mail holds the sheet in words and HTML, goes once by SMTP, and says where it was refused', async () => {
  const server = await aMailServer()
  const venue = await aHouse()
  await aReservation(open.db, venue, {
    date,
    time: '20:00',
    partySize: 9,
    guestFirstName: 'Ines',
    guestLastName: 'Vidal',
    guestPhone: '+34600111222',
    notes: 'Coeliac <b>',
    override: true,
  })
  await saveSheetMails(at(`${date}T08:00:00Z`).ctx, venue.id, wanted)
  const now = `${date}T16:00:30Z`
  await beginMails(at(now).ctx)
  const config = readConfig([], { SMTP_URL: server.url })
  const mail = makeMailer(config, makeLogger('silent'))
  const recorded = recordingPorts()
  const ctx = aCtx(open.db, { clock: aClock(now), ports: { ...recorded.ports, config, mail } })
  const [letter] = await lettersOf(venue)
  await mailSheet(ctx, { letterId: letter!.id })
  await mailSheet(ctx, { letterId: letter!.id })
  expect(server.taken).toHaveLength(1)
  const raw = server.taken[0]!.raw.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
  for (const words of ['Ines Vidal', '34600111222', 'Coeliac', 'text/html', 'text/plain', '/service-sheet?venue='])
    expect(raw).toContain(words)
  expect(raw).toContain('Coeliac &lt;b&gt;')
  expect(await readSheetMails(ctx, venue.id)).toMatchObject({
    recipients: [{ email: 'chef@house.test', last: { state: 'sent', serviceOn: date } }],
  })

  await saveSheetMails(ctx, venue.id, { ...wanted, recipients: ['gone@house.test'], version: 1 })
  await aReservation(open.db, venue, { date: '2031-06-13', time: '20:00', override: true })
  const next = { ...ctx, clock: aClock('2031-06-13T16:00:30Z') }
  await beginMails(next)
  server.answer = async () => 550
  const gone = (await lettersOf(venue)).find(({ email }) => email === 'gone@house.test')!
  await mailSheet(next, { letterId: gone.id })
  expect(await readSheetMails(next, venue.id)).toMatchObject({ recipients: [{ email: 'gone@house.test', last: { state: 'refused' } }] })
  await mail.close()
  await server.close()
})

test('who was taken off gets none, and after the meal has begun for long nobody does', async () => {
  const venue = await aHouse()
  await aReservation(open.db, venue, { date, time: '20:00', override: true })
  await saveSheetMails(at(`${date}T08:00:00Z`).ctx, venue.id, { ...wanted, recipients: ['chef@house.test', 'bar@house.test'] })
  await beginMails(at(`${date}T16:00:30Z`).ctx)
  await saveSheetMails(at(`${date}T16:01:00Z`).ctx, venue.id, { ...wanted, recipients: ['chef@house.test'], version: 1 })
  for (const { id } of await lettersOf(venue)) await mailSheet(at(`${date}T19:30:00Z`).ctx, { letterId: id })
  expect((await lettersOf(venue)).map(({ state }) => state)).toEqual(['late', 'late'])
})

test('a guest, somebody without the right, a foreign venue and who read an older version are refused', async () => {
  const [venue, other] = [await aHouse(), await aHouse()]
  const { ctx } = at(`${date}T08:00:00Z`)
  await sql`insert into guests (venue_id, id, first_name, last_name, email) values (${venue.id}, ${newId()}, 'Ana', 'Vidal', 'Ana@guests.test')`.execute(
    open.db,
  )
  const save = (as: typeof ctx, more: object = {}) => refusal(saveSheetMails(as, venue.id, { ...wanted, ...more }))
  expect(await save(ctx, { recipients: ['ana@guests.test'] })).toBe('sheet_mail.guest_address')
  expect(await save(ctx, { recipients: [] })).toBe('request.invalid')
  const blind = aCtx(open.db, { ability: abilityOf({ roles: ['ROLE_MANAGER'], permissions: ['venues'] } as never) })
  expect(await save(blind)).toBe('access.denied')
  expect(await save(aCtx(open.db, { scope: { kind: 'venues', ids: [other.id] } }))).toBe('venue.not_found')
  const both = await Promise.allSettled([saveSheetMails(ctx, venue.id, wanted), saveSheetMails(ctx, venue.id, wanted)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await save(ctx)).toBe('sheet_mail.changed_meanwhile')
  await sql`update books set rules = jsonb_set(rules, '{horizonDays}', '99') where venue_id = ${venue.id}`.execute(open.db)
  const { rows } = await sql<{ due: boolean }>`select next_at = '-infinity' as due from sheet_mails where venue_id = ${venue.id}`.execute(
    open.db,
  )
  expect(rows).toEqual([{ due: true }])
})

test('a sheet that came back stands at its recipient; an address that is not ours is nobody’s', async () => {
  const venue = await aHouse()
  await aReservation(open.db, venue, { date, time: '20:00', override: true })
  await saveSheetMails(at(`${date}T08:00:00Z`).ctx, venue.id, wanted)
  await beginMails(at(`${date}T16:00:30Z`).ctx)
  const [letter] = await lettersOf(venue)
  const config = readConfig([], { REPLY_DOMAIN: 'tablewire.test', REPLY_LISTEN: 'smtp://127.0.0.1:0' })
  const ctx = aCtx(open.db, { clock: aClock(`${date}T16:05:00Z`), ports: { ...recordingPorts().ports, config } })
  const address = returnOf(ctx, { id: letter!.id, from: 'no-reply@tablewire.test' })!
  expect(returnOf(ctx, { id: letter!.id, from: 'no-reply@elsewhere.test' })).toBeUndefined()
  const taker = takeSheetReturns(() => ctx)
  expect(await taker.knows(address)).toBe(true)
  expect(await taker.knows(address.replace(/[0-9a-f]@/, 'x@'))).toBe(false)
  await taker.returned!(address, { outcome: null, reason: null })
  expect((await lettersOf(venue))[0]).toMatchObject({ state: 'due' })
  await taker.returned!(address, { outcome: 'failed', reason: '550 No such user' })
  expect(await readSheetMails(ctx, venue.id)).toMatchObject({ recipients: [{ last: { state: 'bounced', reason: '550 No such user' } }] })
})

import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx, aDb, type OpenDb, type Recorded, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { aReservation, dayFromNow, instantAt } from '../../../../tests/build/a-reservation.ts'
import { refusal } from '../../../../tests/build/refusal.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { anArea, aShift, aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { createReservation } from './create-reservation.ts'
import { getReservation } from './get-reservation.ts'
import { listReservationEvents } from './list-reservation-events.ts'
import { reservationsHandlers } from './routes.ts'

let open: OpenDb
let ctx: Ctx
let recorded: Recorded
let venue: TestVenue
beforeAll(async () => {
  open = await aDb()
  recorded = recordingPorts()
  ctx = ctxOfUser(open.db, await aUser(open.db), { ports: recorded.ports })
  venue = await aVenue(open.db)
})
afterAll(() => open.close())

const guest = { firstName: 'Ana', lastName: 'García', email: 'ana@example.test', phone: '600 111 222', lang: 'es' as const }
const at = (time: string, days = 3, place = venue): string => instantAt(place, dayFromNow(days, place), time)
const { update, seat, complete, cancel, reject, reopen, resend } = reservationsHandlers
const noShow = reservationsHandlers.noShow
const to = (id: string, body?: { reason?: string; notify?: boolean; override?: boolean; version?: number }) => ({ params: { id }, body })

test('a booking on the phone is confirmed, remembered, audited and seen live; the guest is told when asked', async () => {
  const made = await createReservation(ctx, {
    venueId: venue.id,
    startsAt: at('19:00'),
    partySize: 4,
    guest,
    notes: 'Window',
    tags: ['birthday'],
    notify: true,
  })
  expect(made).toMatchObject({
    status: 'confirmed',
    partySize: 4,
    source: 'phone',
    startsLocal: `${dayFromNow(3, venue)}T19:00`,
    serviceOn: dayFromNow(3, venue),
    areaName: 'Main room',
    channelId: null,
    override: false,
    version: 1,
    guest: { firstName: 'Ana', lastName: 'García', email: 'ana@example.test', phone: '+34600111222', lang: 'es' },
    notes: 'Window',
    tags: ['birthday'],
    moves: ['seat', 'cancel', 'no-show'],
  })
  expect(Temporal.Instant.from(made.startsAt).until(made.endsAt).total('minutes')).toBe(90)
  const [event] = await listReservationEvents(ctx, made.id)
  expect(event).toMatchObject({
    kind: 'booked',
    fromStatus: null,
    toStatus: 'confirmed',
    side: 'venue',
    actorName: 'Ada Example',
    after: { email: 'a…@example.test', partySize: 4 },
  })
  expect(recorded.live.at(-1)).toEqual({ type: 'reservation', venueId: venue.id, id: made.id, kind: 'booked' })
  expect(recorded.jobs.at(-1)).toMatchObject({ name: 'reservations.tell_guest', data: { reservationId: made.id, notice: 'booked' } })
  expect(ctx.unitOfWork.audited).toContain('reservation.created')
})

test('a guest is known again by e-mail, else by phone; the same phone under another e-mail is somebody else', async () => {
  const place = await aVenue(open.db)
  const book = async (contact: { email?: string | null; phone?: string | null }) =>
    (await createReservation(ctx, { venueId: place.id, startsAt: at('19:00', 3, place), partySize: 1, guest: { ...guest, ...contact } }))
      .guest.id
  const first = await book({})
  expect(await book({ email: 'ANA@example.test', phone: '600 999 999' })).toBe(first)
  expect(await book({ email: null, phone: '600 999 999' })).toBe(first)
  expect(await book({ email: 'ben@example.test', phone: '600 999 999' })).not.toBe(first)
  expect(await book({ email: null, phone: null })).toBeNull()
  const together = await Promise.all(Array.from({ length: 6 }, () => book({ email: 'new@example.test' })))
  expect(new Set(together).size).toBe(1)
})

test('the detail tells what the guest did here before', async () => {
  const place = await aVenue(open.db)
  const { id } = await createReservation(ctx, { venueId: place.id, startsAt: at('20:00', 3, place), partySize: 2, guest })
  const { guest: known } = await getReservation(ctx, id)
  for (const [status, date] of [
    ['completed', '2025-01-01'],
    ['completed', '2025-03-01'],
    ['no_show', '2025-04-01'],
    ['canceled', '2025-05-01'],
    ['expired', '2025-06-01'],
  ] as const)
    await aReservation(open.db, place, { status, date, guestId: known.id })
  expect((await getReservation(ctx, id)).guestHistory).toEqual({ visits: 2, noShows: 1, cancellations: 1, lastVisitOn: '2025-03-01' })
})

test('a phone number that reaches nobody is named', async () => {
  const wrong = createReservation(ctx, { venueId: venue.id, startsAt: at('19:00'), partySize: 2, guest: { ...guest, phone: '12' } })
  await expect(wrong).rejects.toMatchObject({ code: 'request.invalid', fields: { 'guest.phone': [{ issue: 'phone' }] } })
  const untold = createReservation(ctx, {
    venueId: venue.id,
    startsAt: at('19:00'),
    partySize: 2,
    guest: { ...guest, email: null },
    notify: true,
  })
  await expect(untold).rejects.toMatchObject({ code: 'request.invalid', fields: { 'guest.email': [{ issue: 'required' }] } })
})

test('a walk-in may begin now', async () => {
  const now = Temporal.Now.zonedDateTimeISO(venue.timeZone)
  const always = aShift({ from: '00:00', to: '00:00', lastSeating: '23:59', intervalMinutes: 30 })
  const place = await aVenue(open.db, {
    book: { shifts: [always], openingHours: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '00:00' })) },
  })
  const made = await createReservation(ctx, {
    venueId: place.id,
    startsAt: now.toInstant().toString(),
    partySize: 2,
    guest: { firstName: '', lastName: 'Door' },
    source: 'walk_in',
  })
  expect(made).toMatchObject({ source: 'walk_in', status: 'confirmed', startsLocal: now.toPlainDateTime().toString().slice(0, 16) })
})

test('beyond the limits books only who may, and only on purpose', async () => {
  const place = await aVenue(open.db, { book: { areas: [anArea({ capacity: 4 })] } })
  const input = { venueId: place.id, startsAt: at('19:00', 3, place), partySize: 4, guest }
  await createReservation(ctx, input)
  expect(await refusal(createReservation(ctx, input))).toBe('slot.taken')
  const host = ctxOfUser(open.db, await aUser(open.db, { roles: ['ROLE_RMS_AGENT'] }), { scope: { kind: 'all' } })
  expect(await refusal(createReservation(host, { ...input, override: true }))).toBe('override.denied')
  expect(await createReservation(ctx, { ...input, override: true })).toMatchObject({ override: true, status: 'confirmed' })
})

test('a change needs its new place, keeps what is not named and refuses an old version', async () => {
  const place = await aVenue(open.db, {
    book: { areas: [anArea({ capacity: 6 }), anArea({ name: 'Terrace', capacity: 2, byDefault: false })] },
  })
  const terrace = place.book.areas[1]!.id
  const made = await createReservation(ctx, { venueId: place.id, startsAt: at('19:00', 3, place), partySize: 2, guest, notes: 'Window' })
  const change = (body: Parameters<typeof update>[1]['body']) => update(ctx, { params: { id: made.id }, body })
  const moved = await change({ startsAt: at('20:30', 3, place), partySize: 6, version: 1, notify: true })
  expect(moved).toMatchObject({ startsLocal: `${dayFromNow(3, place)}T20:30`, partySize: 6, notes: 'Window', version: 2 })
  expect(Temporal.Instant.from(moved.startsAt).until(moved.endsAt).total('minutes')).toBe(120)
  expect(recorded.jobs.at(-1)).toMatchObject({ data: { notice: 'changed' } })
  expect(await refusal(change({ partySize: 2, version: 1 }))).toBe('reservation.changed_meanwhile')
  expect(await refusal(change({ partySize: 7 }))).toBe('slot.too_small')
  expect(await refusal(change({ areaId: terrace }))).toBe('slot.too_small')
  expect(await refusal(change({ startsAt: at('03:00', 3, place) }))).toBe('slot.closed')
  expect(await change({ areaId: terrace, partySize: 2, guest: { phone: null, email: 'new@example.test' } })).toMatchObject({
    areaName: 'Terrace',
    guest: { firstName: 'Ana', phone: null, email: 'new@example.test' },
  })
  const before = await getReservation(ctx, made.id)
  expect((await change({ areaId: terrace, partySize: 2 })).version).toBe(before.version)
  const events = await listReservationEvents(ctx, made.id)
  expect(events.map((event) => event.kind)).toEqual(['booked', 'changed', 'changed'])
  expect(events[1]).toMatchObject({ before: { partySize: 2 }, after: { partySize: 6 } })
  expect(events[1]!.after).not.toHaveProperty('notes')
  expect(events[2]!.after).toMatchObject({ areaId: terrace, phone: null, email: 'n…@example.test' })
})

test('a party that sits may grow after its hour, if its area has the seats', async () => {
  const place = await aVenue(open.db, { book: { areas: [anArea({ capacity: 4 })] } })
  const began = Temporal.Now.instant().subtract({ hours: 2 })
  const row = await aReservation(open.db, place, {
    status: 'seated',
    startsAt: began.toString(),
    endsAt: began.add({ hours: 4 }).toString(),
    pacingAt: began.toString(),
    pacingUntil: began.add({ minutes: 15 }).toString(),
  })
  expect(await update(ctx, { params: { id: row.id }, body: { partySize: 4 } })).toMatchObject({ partySize: 4, startsAt: row.startsAt })
  expect(await refusal(update(ctx, { params: { id: row.id }, body: { partySize: 5 } }))).toBe('slot.taken')
})

test('an evening: seated, completed early and the table is free, taken back, no-show, come after all', async () => {
  const place = await aVenue(open.db, { book: { areas: [anArea({ capacity: 2 })] } })
  const began = Temporal.Now.instant().subtract({ minutes: 30 }).round('second')
  const times = {
    startsAt: began.toString(),
    endsAt: began.add({ hours: 2 }).toString(),
    pacingAt: began.toString(),
    pacingUntil: began.add({ minutes: 15 }).toString(),
  }
  const { id, endsAt } = await aReservation(open.db, place, { ...times, guestId: null })
  expect(await seat(ctx, to(id))).toMatchObject({ status: 'seated', moves: ['complete', 'reopen'] })
  const left = await complete(ctx, to(id))
  expect(Temporal.Instant.compare(left.endsAt, endsAt)).toBe(-1)
  expect(await reopen(ctx, to(id))).toMatchObject({ status: 'seated', endsAt })
  expect(await reopen(ctx, to(id))).toMatchObject({ status: 'confirmed' })
  expect(await noShow(ctx, to(id))).toMatchObject({ status: 'no_show', moves: ['reopen'] })
  const other = await aReservation(open.db, place, times)
  expect(await refusal(reopen(ctx, to(id)))).toBe('slot.taken')
  expect(await reopen(ctx, to(id, { override: true }))).toMatchObject({ status: 'confirmed', override: true })
  expect(other.override).toBe(true)
  expect((await listReservationEvents(ctx, id)).map(({ move, fromStatus, toStatus }) => `${move} ${fromStatus} ${toStatus}`)).toEqual([
    'seat confirmed seated',
    'complete seated completed',
    'reopen completed seated',
    'reopen seated confirmed',
    'no-show confirmed no_show',
    'reopen no_show confirmed',
  ])
})

test('a slip is taken back beside those who are beyond the limits, unless somebody was placed there since', async () => {
  const place = await aVenue(open.db, {
    book: { areas: [anArea({ capacity: 40 })], shifts: [aShift({ pacing: { covers: 10, parties: null } })] },
  })
  const input = { venueId: place.id, startsAt: at('19:00', 3, place), partySize: 8, guest }
  const { id } = await createReservation(ctx, input)
  await createReservation(ctx, { ...input, partySize: 20, override: true })
  const { id: next } = await createReservation(ctx, { ...input, partySize: 2, override: true })
  await sql`update reservations set updated_at = updated_at - interval '5 minutes', created_at = created_at - interval '5 minutes' where venue_id = ${place.id}`.execute(
    open.db,
  )
  // Whoever sits down meanwhile has taken no place.
  await seat(ctx, to(next))
  await seat(ctx, to(id))
  await complete(ctx, to(id))
  expect(await reopen(ctx, to(id))).toMatchObject({ status: 'seated', override: false })
  await reopen(ctx, to(id))
  await noShow(ctx, to(id))
  expect(await reopen(ctx, to(id))).toMatchObject({ status: 'confirmed', override: false })
  await noShow(ctx, to(id))
  await createReservation(ctx, { ...input, partySize: 2, override: true })
  expect(await refusal(reopen(ctx, to(id)))).toBe('slot.taken')
  // Who was beyond the limits himself is so again.
  const { id: beyond } = await createReservation(ctx, { ...input, partySize: 6, override: true })
  await noShow(ctx, to(beyond))
  expect(await reopen(ctx, to(beyond))).toMatchObject({ status: 'confirmed', override: true })
  // What was left long ago is asked for by the book as it is now.
  await sql`update reservations set updated_at = updated_at - interval '11 minutes' where venue_id = ${place.id}`.execute(open.db)
  expect(await refusal(reopen(ctx, to(id)))).toMatch(/^slot\./)
})

test('cancel and reject need a reason; a canceled booking comes back only into a free place', async () => {
  const place = await aVenue(open.db, { book: { areas: [anArea({ capacity: 2 })] } })
  const input = { venueId: place.id, startsAt: at('19:00', 3, place), partySize: 2, guest }
  const { id } = await createReservation(ctx, input)
  expect(await refusal(cancel(ctx, to(id)))).toBe('reason.required')
  expect(await refusal(reject(ctx, to(id, { reason: 'full' })))).toBe('reservation.move_illegal')
  expect(await cancel(ctx, to(id, { reason: 'Guest is ill', notify: true }))).toMatchObject({
    status: 'canceled',
    cancelActor: 'venue',
    cancelReason: 'Guest is ill',
  })
  expect(recorded.jobs.at(-1)).toMatchObject({ data: { notice: 'canceled' } })
  expect(await refusal(update(ctx, { params: { id }, body: { notes: 'x' } }))).toBe('reservation.final')
  expect(await refusal(resend(ctx, { params: { id } }))).toBe('reservation.final')
  const other = await createReservation(ctx, input)
  expect(await refusal(reopen(ctx, to(id)))).toBe('slot.taken')
  await cancel(ctx, to(other.id, { reason: 'Mistake' }))
  expect(await reopen(ctx, to(id))).toMatchObject({ status: 'confirmed', canceledAt: null, cancelActor: null, cancelReason: null })
  expect(await resend(ctx, { params: { id } })).toEqual({ sentTo: 'ana@example.test' })
})

test('a step taken back names what it takes back, and a guest who heard of the end hears of it, too', async () => {
  const place = await aVenue(open.db)
  const { id } = await createReservation(ctx, { venueId: place.id, startsAt: at('19:00', 3, place), partySize: 2, guest })
  const seated = await seat(ctx, to(id))
  await complete(ctx, to(id))
  expect(await refusal(reopen(ctx, to(id, { version: seated.version })))).toBe('reservation.changed_meanwhile')
  expect(await getReservation(ctx, id)).toMatchObject({ status: 'completed' })
  await reopen(ctx, to(id))
  await reopen(ctx, to(id))
  const told = recorded.jobs.length
  const { version } = await cancel(ctx, to(id, { reason: 'Mistake', notify: true }))
  expect(await reopen(ctx, to(id, { version, notify: true }))).toMatchObject({ status: 'confirmed' })
  const notices = recorded.jobs.slice(told).map(({ data }) => (data as { notice?: string }).notice)
  expect(notices.filter(Boolean)).toEqual(['canceled', 'booked'])
})

test('the venue of somebody else does not exist', async () => {
  const [mine, theirs] = [await aVenue(open.db), await aVenue(open.db)]
  const manager = ctxOfUser(
    open.db,
    await aUser(open.db, { roles: ['ROLE_MANAGER'], permissions: ['reservations'], companyId: mine.companyId, venues: [mine.id] }),
  )
  const { id } = await aReservation(open.db, theirs)
  const tries = [
    () => getReservation(manager, id),
    () => listReservationEvents(manager, id),
    () => seat(manager, to(id)),
    () => update(manager, { params: { id }, body: { notes: 'x' } }),
    () => resend(manager, { params: { id } }),
  ]
  for (const attempt of tries) expect(await refusal(attempt())).toBe('reservation.not_found')
  expect(await refusal(createReservation(manager, { venueId: theirs.id, startsAt: at('19:00'), partySize: 2, guest }))).toBe(
    'venue.not_found',
  )
  expect((await getReservation(aCtx(open.db), id)).status).toBe('confirmed')
})

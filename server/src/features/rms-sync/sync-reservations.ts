import type { Answer, RemoteBooking } from '@tablewire/connectors/kit/connector'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { onChangeNotice } from '#src/features/rms-bookings/api.ts'
import { rmsClientOf } from '#src/features/rms-client/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { type BlockedTask, type Chunk, eachAtOnce, faultLine, isOfSystem, type LogLine, type SyncWork } from './chunk.ts'
import type { Task } from './task-rows.ts'
import { countVenues, cursorAfter, nextVenues, type TaskVenue } from './task-venues.ts'

const atATime = 20
const atOnce = 4
/** The whole horizon, and never more than this: nearly everything booked is booked within it. */
const fullDays = 60

type MirroredBooking = { remoteId: string; status: string | null; startsAt: string | null; partySize: number | null }
type Span = { from: string; to: string }

/** Yesterday's evening may still run. */
const spanOf = ({ syncHorizon, syncHorizonDays }: Task, { today, horizonDays }: TaskVenue): Span => {
  const days = syncHorizon === 'horizon' && syncHorizonDays !== null ? syncHorizonDays : Math.min(horizonDays, fullDays)
  const first = Temporal.PlainDate.from(today)
  return { from: first.subtract({ days: 1 }).toString(), to: first.add({ days }).toString() }
}

/** What the hub believes to be at the system in that span; bookings in flight are left to the process that sends them. */
const knownAt = async (ctx: Ctx, { id }: TaskVenue, { from, to }: Span): Promise<Map<string, MirroredBooking>> => {
  const { rows } = await sql<MirroredBooking>`
    select b.remote_id, b.told_status as status, b.told_starts_at as starts_at, b.told_party_size as party_size
    from reservations r join remote_bookings b on b.venue_id = r.venue_id and b.reservation_id = r.id
    where r.venue_id = ${id} and r.service_on between ${from}::date and ${to}::date and b.state in ('live', 'closed') and b.remote_id is not null`.execute(
    ctx.db,
  )
  return new Map(rows.map((row) => [row.remoteId, row]))
}

const differs = ({ status, startsAt, partySize }: RemoteBooking, known: MirroredBooking): boolean =>
  status !== known.status ||
  (startsAt !== null && known.startsAt !== null && Date.parse(startsAt) !== Date.parse(known.startsAt)) ||
  (partySize !== null && known.partySize !== null && partySize !== known.partySize)

const over: readonly string[] = ['canceled', 'rejected', 'no_show', 'completed']

type Doubt = { remoteId: string; venueId: string; line: LogLine | null }

/** Differences between both sides: changed there, only there, or only here. None is applied at once; each requests a resync. */
const doubtsAbout = (venue: TaskVenue, reported: readonly RemoteBooking[], known: ReadonlyMap<string, MirroredBooking>): Doubt[] => {
  const doubt = (remoteId: string, code: LogLine['code'] | null): Doubt => ({
    remoteId,
    venueId: venue.id,
    line: code && { level: code === 'booking_missing' ? 'warning' : 'info', code, venueId: venue.id, details: { id: remoteId } },
  })
  const there = new Set(reported.map(({ id }) => id))
  return [
    ...reported.flatMap((booking) => {
      const ours = known.get(booking.id)
      if (ours) return differs(booking, ours) ? [doubt(booking.id, 'booking_differs')] : []
      return over.includes(booking.status) ? [] : [doubt(booking.id, 'booking_new')]
    }),
    ...[...known.values()]
      .filter(({ remoteId, status }) => !there.has(remoteId) && !over.includes(status ?? ''))
      .map(({ remoteId }) => doubt(remoteId, 'booking_missing')),
  ]
}

type VenueBookings = { venue: TaskVenue; answer: Answer<RemoteBooking[]> | null; doubts: Doubt[] }

const work = async (ctx: Ctx, task: Task, signal: AbortSignal): Promise<Chunk | BlockedTask> => {
  const venues = await nextVenues(ctx, task, atATime)
  const rms = await rmsClientOf(ctx, task.systemId)
  const answers = await eachAtOnce(venues, { ctx, atOnce, signal }, async (venue): Promise<VenueBookings> => {
    if (venue.externalId === null) return { venue, answer: null, doubts: [] }
    const span = spanOf(task, venue)
    // Read before fetching: a booking made meanwhile must not look like one that the system has lost.
    const known = await knownAt(ctx, venue, span)
    const answer = await rms.search({ venueId: venue.externalId, ...span }, { venueId: venue.id })
    return { venue, answer, doubts: answer.ok ? doubtsAbout(venue, answer.value, known) : [] }
  })
  const failed = answers.flatMap(({ venue, answer }) => (answer && !answer.ok ? [{ venue, fault: answer.fault }] : []))
  if (failed.length && failed.length === answers.length && isOfSystem(failed[0]!.fault)) return { blocked: failed[0]!.fault }
  const without = answers.filter(({ answer }) => answer === null)
  const doubts = answers.flatMap((one) => one.doubts)
  return {
    cursor: cursorAfter(venues, atATime),
    executed: answers.length,
    logs: [
      ...without.map(({ venue }): LogLine => ({ level: 'error', code: 'venue_no_id', venueId: venue.id })),
      ...failed.map(({ venue, fault }) => faultLine(fault, venue.id)),
      ...doubts.flatMap(({ line }) => line ?? []),
    ],
    failed: [...without, ...failed].map(({ venue }) => venue.id),
    write: async (inner) => {
      for (const { remoteId, venueId } of doubts) await onChangeNotice(inner, { systemId: task.systemId, remoteId, venueId })
      return doubts.length
    },
  }
}

/** HU4: compares the system's bookings with ours; each difference is resynced one by one. */
export const syncReservations: SyncWork = { count: countVenues, work }

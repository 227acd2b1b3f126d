import type { WaitlistDay, WaitlistEntry } from '@tablewire/contracts/booking/waitlist'
import { waitNoticeKinds } from '@tablewire/contracts/booking/reservations.rules'
import { slipMinutes, stillWaits, waitMovesFrom } from '@tablewire/contracts/booking/waitlist.rules'
import { type RawBuilder, sql } from 'kysely'
import { localDateTime, localOf } from '#src/features/availability/api.ts'
import { isRemote } from '#src/features/rms-client/api.ts'
import { inScope, isOfChannels, venueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { reachOf } from './reach.ts'
import { recordOf } from './quote-party.ts'
import { settingsOf } from './settings.ts'

/** So many of one day are shown; more people no screen holds. */
const listedMost = 500

type Row = Omit<WaitlistEntry, 'moves' | 'reachable' | 'fromLocal' | 'untilLocal'> & {
  /** It was seated a moment ago, and nothing more was done with it there. */
  justSeated: boolean
  companyId: string
  timeZone: string
  fromMs: number
  untilMs: number
}

/** By our own data of zones, as all times of bookings are; the database's may be older. */
const localTime = (ms: number, zone: string): string => {
  const { date, minutes } = localOf(ms, zone)
  return localDateTime(date, minutes)
}

/** The last that was sent of the place that is or was kept. */
const toldOf = sql`(
  select jsonb_build_object('port', m.port, 'state', m.state, 'reason', m.reason) from guest_messages m
  where m.venue_id = e.venue_id and m.reservation_id = e.hold_id and m.kind = any(${[...waitNoticeKinds]}::text[])
  order by m.queued_at desc, m.id desc limit 1)`

/** Entries of one venue with their place in the order of those who still wait for the same day. */
const readEntries = async (ctx: Ctx, which: RawBuilder<unknown>): Promise<WaitlistEntry[]> => {
  const open = sql`e.status = any(${[...stillWaits]}::text[])`
  const { rows } = await sql<Row>`
    select e.id, e.venue_id as "venueId", e.kind, e.status, e.origin, e.service_on::text as "serviceOn", e.party_size as "partySize",
      e.area_id as "areaId", a.name as "areaName", (extract(epoch from e.from_at) * 1000)::float8 as "fromMs", (extract(epoch from e.until_at) * 1000)::float8 as "untilMs",
      e.first_name as "firstName", e.last_name as "lastName", e.email, e.phone, e.lang, e.notes, e.joined_at as "joinedAt",
      case when ${open} then (
        select count(*)::integer from waitlist_entries b where b.venue_id = e.venue_id and b.service_on = e.service_on and b.kind = e.kind
          and b.status in ('waiting', 'offered', 'ready') and (b.waiting_since, b.id) <= (e.waiting_since, e.id)
      ) end as position,
      e.quoted_minutes as "quotedMinutes", to_char(h.starts_local, 'YYYY-MM-DD"T"HH24:MI') as "offerLocal", e.offer_until as "offerUntil",
      e.ready_at as "readyAt", e.reservation_id as "reservationId", e.version,
      coalesce(s.status = 'seated' and s.party_size = e.party_size and e.ended_at > ${ctx.clock().toString()}::timestamptz - make_interval(mins => ${slipMinutes}), false)
        as "justSeated", v.company_id as "companyId", v.time_zone as "timeZone", ${toldOf} as told
    from waitlist_entries e join venues v on v.id = e.venue_id
      left join areas a on a.venue_id = e.venue_id and a.id = e.area_id
      left join reservations h on h.venue_id = e.venue_id and h.id = e.hold_id
      left join reservations s on s.venue_id = e.venue_id and s.id = e.reservation_id
    where ${which} and ${inScope(ctx, 'e.venue_id')}
    order by ${open} desc, e.waiting_since, e.id limit ${listedMost + 1}`.execute(ctx.db.withoutPlugins())
  const [first] = rows
  const isReached = first ? await reachOf(ctx, { id: first.venueId, companyId: first.companyId }, rows) : () => false
  return rows.map(({ companyId: _company, timeZone, fromMs, untilMs, justSeated, ...row }) => ({
    ...row,
    fromLocal: localTime(fromMs, timeZone),
    untilLocal: localTime(untilMs, timeZone),
    reachable: isReached(row),
    moves: row.status === 'seated' && !justSeated ? [] : waitMovesFrom(row.kind, row.status),
  }))
}

export const readEntry = async (ctx: Ctx, { venueId, id }: { venueId: string; id: string }): Promise<WaitlistEntry> =>
  (await readEntries(ctx, sql`e.venue_id = ${venueId} and e.id = ${id}`))[0]!

export const listDay = async (ctx: Ctx, venueId: string, date: string): Promise<WaitlistDay> => {
  if (isOfChannels(ctx)) throw new Problem('venue.not_found')
  const venue = await venueWithBook(ctx, venueId)
  const [settings, entries, record, remote] = await Promise.all([
    settingsOf(ctx, venue.id),
    readEntries(ctx, sql`e.venue_id = ${venue.id} and e.service_on = ${date}`),
    recordOf(ctx, venue.id),
    isRemote(ctx, venue),
  ])
  return {
    venueId: venue.id,
    date,
    timezone: venue.timeZone,
    settings,
    offersPossible: !remote,
    entries: entries.slice(0, listedMost),
    more: entries.length > listedMost,
    record,
  }
}

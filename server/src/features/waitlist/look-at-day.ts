import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { releaseHold } from '#src/features/reservations/api.ts'
import { isRemote } from '#src/features/rms-client/api.ts'
import { type VenueWithBook, venueWithBook } from '#src/features/venues/api.ts'
import { instantMs } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { asProblem } from '#src/platform/http/errors.ts'
import { tonightAt } from './quote-party.ts'
import { offerPlace, startFor, type Starts } from './offer-place.ts'
import { reachOf } from './reach.ts'
import { settingsOf } from './settings.ts'
import { changeEntry, lockDay, type WaitEntry } from './waitlist-rows.ts'

export type DueDay = { venueId: string; serviceOn: string; rev: number }

/** Of the times that a house may change: those in which nobody is written to unasked. */
type Quiet = { quietFrom: number; quietUntil: number }
const quietOf = async (ctx: Ctx, venueId: string): Promise<Quiet> => {
  const { rows } = await sql<Quiet>`select quiet_from, quiet_until from venues where id = ${venueId}`.execute(ctx.db)
  return rows[0]!
}

/** When people are awake again; undefined = they are. */
const quietEnd = (now: Temporal.Instant, timeZone: string, { quietFrom, quietUntil }: Quiet): Temporal.Instant | undefined => {
  const local = now.toZonedDateTimeISO(timeZone)
  const { hour } = local
  const quiet = quietFrom <= quietUntil ? hour >= quietFrom && hour < quietUntil : hour >= quietFrom || hour < quietUntil
  if (!quiet) return undefined
  const end = local.with({ hour: quietUntil, minute: 0, second: 0, millisecond: 0, microsecond: 0, nanosecond: 0 })
  return (Temporal.ZonedDateTime.compare(end, local) > 0 ? end : end.add({ days: 1 })).toInstant()
}

/** As above, for offers of a day: who waits for this very evening is still awake, and nobody is asked about it before noon. */
const offersAgain = async (ctx: Ctx, { id, timeZone }: Pick<VenueWithBook, 'id' | 'timeZone'>, serviceOn: string) => {
  const now = ctx.clock()
  const noon = Temporal.PlainDate.from(serviceOn).toZonedDateTime({ timeZone, plainTime: '12:00' }).toInstant()
  const isTonight = tonightAt(ctx, timeZone) === serviceOn && Temporal.Instant.compare(now, noon) >= 0
  return isTonight ? undefined : quietEnd(now, timeZone, await quietOf(ctx, id))
}

type Ended = WaitEntry & { holdStatus: string | null }
/** An offer whose time is over, or whose place was taken away at the book: the next one in order has it. */
const endedOffer = async (ctx: Ctx, { venueId, serviceOn }: DueDay): Promise<Ended | undefined> => {
  const { rows } = await sql<Ended>`
    select e.*, h.status as hold_status from waitlist_entries e left join reservations h on h.venue_id = e.venue_id and h.id = e.hold_id
    where e.venue_id = ${venueId} and e.service_on = ${serviceOn} and e.status = 'offered'
      and (e.offer_until <= ${ctx.clock().toString()}::timestamptz or h.status is distinct from 'held')
    order by e.offer_until, e.id limit 1 for no key update of e`.execute(ctx.db)
  return rows[0]
}

const lapse = async (ctx: Ctx, { holdStatus, ...entry }: Ended): Promise<void> => {
  if (holdStatus === 'held') await releaseHold(ctx, entry.holdId!)
  await changeEntry(ctx, entry, { status: 'lapsed', offerUntil: null, endedAt: ctx.clock().toString() })
}

const endOver = async (ctx: Ctx, { venueId, serviceOn }: DueDay): Promise<void> => {
  const { rows } = await sql<WaitEntry>`
    select e.* from waitlist_entries e
    where e.venue_id = ${venueId} and e.service_on = ${serviceOn} and e.status = 'waiting' and e.until_at <= ${ctx.clock().toString()}::timestamptz
    order by e.id for no key update`.execute(ctx.db)
  for (const entry of rows) await changeEntry(ctx, entry, { status: 'over', endedAt: ctx.clock().toString() })
}

/** Who wrote himself down more than once is offered one place at a time. */
const waitingFor = async (ctx: Ctx, { venueId, serviceOn }: Pick<DueDay, 'venueId' | 'serviceOn'>): Promise<WaitEntry[]> => {
  const { rows } = await sql<WaitEntry>`
    select e.* from waitlist_entries e
    where e.venue_id = ${venueId} and e.service_on = ${serviceOn} and e.kind = 'day' and e.status = 'waiting'
      and not exists (select from waitlist_entries o where o.venue_id = e.venue_id and o.service_on = e.service_on and o.status = 'offered' and lower(o.email) = lower(e.email))
    order by e.waiting_since, e.id`.execute(ctx.db)
  return rows
}

/** Places refused by the book although they were free a moment ago; whoever waits next may still fit. */
const isOfBook = (error: unknown): boolean => /^(slot|area|party)\./.test(asProblem(error)?.code ?? '')

type Offering = Pick<DueDay, 'venueId' | 'serviceOn'>
/**
 * Offers one place: to who waited longest of those who fit. Nothing where the list is closed, people sleep, or the venue's own system counts the tables.
 * The caller has locked the day.
 */
export const offerNext = async (ctx: Ctx, venue: VenueWithBook, day: Offering): Promise<boolean> => {
  const { open, offerMinutes } = await settingsOf(ctx, venue.id)
  if (!open || venue.archived || (await isRemote(ctx, venue))) return false
  const now = ctx.clock()
  if (await offersAgain(ctx, venue, day.serviceOn)) return false
  const starts: Starts = new Map()
  // The guest has his whole time to answer, and the meal has not begun when it is over.
  const earliestMs = now.add({ minutes: offerMinutes }).epochMilliseconds
  const waiting = await waitingFor(ctx, day)
  for (const entry of waiting.filter(await reachOf(ctx, venue, waiting))) {
    const start = await startFor(ctx, venue, { entry, earliestMs, starts })
    if (!start) continue
    try {
      await offerPlace(ctx, venue, { entry, start, minutes: offerMinutes })
      return true
    } catch (error) {
      if (!isOfBook(error)) throw error
    }
  }
  return false
}

/** One step of a day, in one transaction: an offer ends and its place goes to the next one, or a free place is offered. False = nothing left to do. */
const step = (ctx: Ctx, day: DueDay): Promise<boolean> =>
  transaction(ctx, async (inner) => {
    await lockDay(inner, day)
    await endOver(inner, day)
    const ended = await endedOffer(inner, day)
    if (ended) await lapse(inner, ended)
    const offered = await offerNext(inner, await venueWithBook(inner, day.venueId), day)
    return ended !== undefined || offered
  })

/** When the day is to be looked at again without anything happening; null = nobody waits any more. */
const nextLook = async (ctx: Ctx, { venueId, serviceOn }: DueDay): Promise<string | null> => {
  const { rows } = await sql<{ ends: string | null; waits: boolean }>`
    select min(coalesce(e.offer_until, e.until_at)) as ends, coalesce(bool_or(e.kind = 'day' and e.status = 'waiting'), false) as waits
    from waitlist_entries e where e.venue_id = ${venueId} and e.service_on = ${serviceOn} and e.status in ('waiting', 'offered')`.execute(
    ctx.db,
  )
  const { ends, waits } = rows[0]!
  if (ends === null || !waits) return ends
  const wakes = await offersAgain(ctx, await venueWithBook(ctx, venueId), serviceOn)
  return wakes && wakes.epochMilliseconds < instantMs(ends) ? wakes.toString() : ends
}

/** Does all there is to do for a day, and writes down when it is to be looked at again, unless something came meanwhile. */
export const lookAtDay = async (ctx: Ctx, day: DueDay): Promise<void> => {
  let more = true
  while (more) {
    try {
      more = await step(ctx, day)
    } catch (error) {
      // Somebody booked it in the same moment, more often than a transaction is tried again: the next look sees what is left.
      if (!isOfBook(error)) throw error
      more = false
    }
  }
  const { venueId, serviceOn, rev } = day
  const at = await nextLook(ctx, day)
  const unchanged = sql`venue_id = ${venueId} and service_on = ${serviceOn} and rev = ${rev}`
  await (
    at === null
      ? sql`delete from waitlist_due where ${unchanged}`
      : sql`update waitlist_due set next_at = ${at}::timestamptz where ${unchanged}`
  ).execute(ctx.db)
}

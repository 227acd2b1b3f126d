import { nightMinutes } from '@tablewire/contracts/booking/reservations.rules'
import type { WaitlistEntry, WaitlistCreate } from '@tablewire/contracts/booking/waitlist'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { z } from 'zod/mini'
import { notedBefore, requirePhone } from '#src/features/reservations/api.ts'
import { isRemote } from '#src/features/rms-client/api.ts'
import { isOfChannels, type VenueWithBook, venueWithBook } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { readEntry } from './list-day.ts'
import { quoteFor, tonightAt } from './quote-party.ts'
import { tellJoinedJob } from './tell-joined.ts'
import { lockDay, type WaitEntry } from './waitlist-rows.ts'

/** Of one day; who comes after so many will not get a place. */
const waitingMost = 300

export type Joining = z.output<typeof WaitlistCreate> & { origin: WaitEntry['origin'] }

type Span = Pick<WaitEntry, 'serviceOn' | 'fromAt' | 'untilAt'>

/** A time of an evening by the venue's clock; in the small hours it is that of the night which follows. */
const instantOn = (date: string, time: string, timeZone: string): Temporal.Instant => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const day = Temporal.PlainDate.from(date).add({ days: hour * 60 + minute < nightMinutes ? 1 : 0 })
  return day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) }).toInstant()
}

const spanOf = (ctx: Ctx, { timeZone }: VenueWithBook, { kind, date, from, until }: Joining): Span => {
  const now = ctx.clock()
  const tonight = tonightAt(ctx, timeZone)
  if (kind === 'door') {
    const closes = Temporal.PlainDate.from(tonight)
      .add({ days: 1 })
      .toZonedDateTime({ timeZone })
      .add({ minutes: nightMinutes })
      .toInstant()
    return { serviceOn: tonight, fromAt: now.toString(), untilAt: closes.toString() }
  }
  if (date === undefined || from === undefined || until === undefined) throw new Problem('waitlist.window')
  const first = instantOn(date, from, timeZone)
  const last = instantOn(date, until, timeZone)
  if (Temporal.Instant.compare(first, last) > 0 || Temporal.Instant.compare(last, now) <= 0) throw new Problem('waitlist.window')
  return { serviceOn: date, fromAt: first.toString(), untilAt: last.toString() }
}

/**
 * The same guest with the same wish, who pressed twice or comes again: he keeps his place in the order. Another wish is another entry: whoever types his
 * address alters nothing of it.
 */
const alreadyThere = async (ctx: Ctx, venueId: string, wish: Span & Joining): Promise<string | undefined> => {
  const { serviceOn, email, origin } = wish
  if (origin !== 'widget' || !email) return undefined
  const { rows } = await sql<{ id: string }>`
    select e.id from waitlist_entries e where e.venue_id = ${venueId} and e.service_on = ${serviceOn} and e.kind = 'day'
      and e.status in ('waiting', 'offered') and lower(e.email) = lower(${email}) and e.party_size = ${wish.partySize}
      and e.from_at = ${wish.fromAt}::timestamptz and e.until_at = ${wish.untilAt}::timestamptz
      and e.area_id is not distinct from ${wish.areaId ?? null}::uuid and e.notes is not distinct from ${wish.notes || null}
    order by e.joined_at limit 1`.execute(ctx.db)
  return rows[0]?.id
}

export const isFull = async (ctx: Ctx, venueId: string, serviceOn: string): Promise<boolean> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from waitlist_entries e
    where e.venue_id = ${venueId} and e.service_on = ${serviceOn} and e.status in ('waiting', 'offered', 'ready')`.execute(ctx.db)
  return rows[0]!.count >= waitingMost
}

/** What a party at the door is told: what the host says, else what the evening expects. */
const quotedFor = async (
  ctx: Ctx,
  venue: VenueWithBook,
  { kind, partySize, areaId = null, quotedMinutes, notedAt }: Joining,
): Promise<number | null> => {
  if (kind === 'day') return null
  // Without a connection nobody could say one.
  if (quotedMinutes === undefined && notedBefore(ctx, notedAt)) return null
  return quotedMinutes === undefined ? (await quoteFor(ctx, { venue, partySize, areaId })).minutes : quotedMinutes
}

/** Whoever came to the door while nobody could be reached waits since then. */
const sinceOf = (ctx: Ctx, { kind, notedAt }: Joining) => (kind === 'door' ? notedBefore(ctx, notedAt) : undefined)

const rowOf = async (ctx: Ctx, venue: VenueWithBook, given: Joining & Span) => {
  const now = ctx.clock().toString()
  const { kind, origin, partySize, serviceOn, fromAt, untilAt } = given
  const since = sinceOf(ctx, given)?.toString() ?? now
  return {
    id: newId(),
    venueId: venue.id,
    kind,
    status: 'waiting' as const,
    origin,
    serviceOn,
    fromAt,
    untilAt,
    partySize,
    areaId: given.areaId ?? null,
    firstName: given.firstName ?? '',
    lastName: given.lastName,
    email: given.email ?? null,
    phone: requirePhone(given.phone, { countryCode: venue.countryCode, international: false, field: 'phone' }),
    lang: given.lang ?? null,
    notes: given.notes || null,
    joinedAt: since,
    waitingSince: since,
    quotedMinutes: await quotedFor(ctx, venue, given),
    version: 1,
    updatedAt: now,
  }
}

/** The day and the times that are waited for, where anybody may wait there. */
const requireSpan = async (ctx: Ctx, venue: VenueWithBook, given: Joining): Promise<Span> => {
  if (venue.archived) throw new Problem('venue.archived')
  if (await isRemote(ctx, venue)) throw new Problem('waitlist.not_here')
  const { areaId = null } = given
  if (areaId !== null && !venue.book.areas.some(({ id }) => id === areaId)) throw new Problem('area.not_found')
  return spanOf(ctx, venue, given)
}

/** Whoever comes again has his link once more, in an hour once: nobody is written to because somebody else types his address. */
const againIn = (ctx: Ctx): string => ctx.clock().toString().slice(0, 13)

/** Puts a party on the list of a venue's day: the guest himself, or somebody of the house. Joins the caller's transaction. */
export const joinList = async (ctx: Ctx, venue: VenueWithBook, given: Joining): Promise<string> => {
  const span = await requireSpan(ctx, venue, given)
  await lockDay(ctx, { venueId: venue.id, serviceOn: span.serviceOn })
  const known = await alreadyThere(ctx, venue.id, { ...given, ...span })
  if (known !== undefined) {
    await ctx.ports.jobs.enqueue(ctx, tellJoinedJob, { id: known, again: againIn(ctx) })
    return known
  }
  if (await isFull(ctx, venue.id, span.serviceOn)) throw new Problem('waitlist.full')
  const entry = await rowOf(ctx, venue, { ...given, ...span })
  await ctx.db.insertInto('waitlistEntries').values(entry).execute()
  const { id, status, partySize, serviceOn } = entry
  const since = sinceOf(ctx, given)
  const after = { status, partySize, serviceOn, ...(since ? { notedAt: since.toString() } : {}) }
  await audit(ctx, { action: 'waitlist.joined', subject: 'waitlist', subjectId: id, venueId: venue.id, before: null, after })
  if (entry.email !== null && entry.kind === 'day') await ctx.ports.jobs.enqueue(ctx, tellJoinedJob, { id })
  await ctx.ports.live.publish(ctx, { type: 'waitlist', venueId: venue.id, id, kind: status })
  return id
}

export const addEntry = async (ctx: Ctx, venueId: string, body: z.output<typeof WaitlistCreate>): Promise<WaitlistEntry> => {
  if (isOfChannels(ctx)) throw new Problem('venue.not_found')
  return transaction(ctx, async (inner) => {
    const venue = await venueWithBook(inner, venueId)
    const id = await joinList(inner, venue, { ...body, origin: body.kind === 'door' ? 'door' : 'phone' })
    return readEntry(inner, { venueId: venue.id, id })
  })
}

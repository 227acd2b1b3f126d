import { createHash } from 'node:crypto'
import type { Erasure } from '@tablewire/contracts/booking/guest-data'
import { sql } from 'kysely'
import { releaseHold } from '#src/features/reservations/api.ts'
import { builtInSystemId } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import type {} from './erasure-rows.ts'
import { peopleBeside, bookingsOf, type Contact, contactText, guestsNamed, toCome, waitingNamed } from './find-bookings.ts'
import { readErasure } from './receipts.ts'

type Booking = {
  venueId: string
  companyId: string
  id: string
  reference: string
  channelId: string | null
  channelReference: string | null
  systemId: string | null
  remoteId: string | null
  toCome: boolean
  /** Kept for him, not booked yet. */ held: boolean
}

const bookingsFor = async (ctx: Ctx, contact: Contact): Promise<Booking[]> => {
  const { rows } = await sql<Booking>`
    select r.venue_id, v.company_id, r.id, r.reference, case when c.type <> 'widget' then r.channel_id end as channel_id, r.channel_reference, case when r.system_id <> ${builtInSystemId} then r.system_id end as system_id,
      b.remote_id, ${toCome(ctx)} as to_come, r.status = 'held' as held
    from (${bookingsOf(ctx, contact)}) f join reservations r on r.venue_id = f.venue_id and r.id = f.id join venues v on v.id = r.venue_id
      left join channels c on c.id = r.channel_id left join remote_bookings b on b.venue_id = r.venue_id and b.reservation_id = r.id
    order by r.venue_id, r.id for no key update of r`.execute(ctx.db)
  return rows
}

/** In order, so that two at once do not wait for each other. */
const grouped = <Row>(rows: readonly Row[], keyOf: (row: Row) => string | null): [string, Row[]][] => {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const key = keyOf(row)
    if (key !== null) groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups]
}

/** Whoever brought the bookings, but for our own pages, and whoever seats them, is asked to do the same; each hears of them by its own names. */
const askOthers = async (ctx: Ctx, erasureId: string, [venueId, bookings]: [string, Booking[]]): Promise<number> => {
  const now = ctx.clock().toString()
  const row = { erasureId, venueId, askedAt: now, stateAt: now, note: null, toldBy: null }
  const asked = [
    ...grouped(bookings, ({ channelId }) => channelId).map(([channelId, mine]) => ({
      ...row,
      id: newId(),
      channelId,
      systemId: null,
      bookings: JSON.stringify(mine.map(({ id, channelReference }) => ({ id, theirId: channelReference }))),
    })),
    ...grouped(bookings, ({ systemId }) => systemId).map(([systemId, mine]) => ({
      ...row,
      id: newId(),
      channelId: null,
      systemId,
      bookings: JSON.stringify(mine.map(({ id, remoteId }) => ({ id, theirId: remoteId }))),
    })),
  ]
  if (asked.length) await ctx.db.insertInto('guestErasureAnswers').values(asked).execute()
  return asked.length
}

const eraseAt = async (ctx: Ctx, erasureId: string, [venueId, bookings]: [string, Booking[]]): Promise<void> => {
  await ctx.db.insertInto('guestErasureVenues').values({ erasureId, venueId, bookings: bookings.length }).execute()
  const asked = await askOthers(ctx, erasureId, [venueId, bookings])
  const ids = bookings.map(({ id }) => id)
  await sql`select erase_bookings(${venueId}::uuid, ${ids}::uuid[], ${ctx.clock().toString()}::timestamptz)`.execute(ctx.db)
  await audit(ctx, { action: 'guest.erased', subject: 'guest', subjectId: erasureId, venueId, after: { bookings: bookings.length, asked } })
}

type Known = { venueId: string; companyId: string; id: string; email: string | null; phone: string | null }
type Found = {
  bookings: readonly Booking[]
  guests: readonly Known[]
  waiting: readonly { venueId: string; companyId: string; id: string }[]
}

/** Where he waited, what he was sent, and what was answered of him: under each of his addresses, where he was merged with others, as they are the same person's. */
const eraseTraces = async (ctx: Ctx, contact: Contact, { bookings, guests, waiting }: Found): Promise<void> => {
  const now = ctx.clock().toString()
  const places = [...new Set([...waiting, ...guests].map(({ venueId }) => venueId))]
  const companies = [...new Set([...bookings, ...guests, ...waiting].map(({ companyId }) => companyId))]
  const emails = new Set([contact.email, ...guests.map(({ email }) => email)].flatMap((email) => email?.toLowerCase() ?? []))
  const phones = new Set([contact.phone, ...guests.map(({ phone }) => phone)].flatMap((phone) => phone ?? []))
  const { rows: entries } = await sql<{ id: string }>`
    select w.id from waitlist_entries w where w.venue_id = any(${places}::uuid[]) and (lower(w.email) = any(${[...emails]}::text[]) or w.phone = any(${[...phones]}::text[]))`.execute(
    ctx.db,
  )
  const ids = [...bookings, ...guests, ...waiting, ...entries].map(({ id }) => id)
  await sql`select erase_answers(${ids}::uuid[])`.execute(ctx.db)
  for (const email of emails) {
    await sql`select erase_waiting_of(${places}::uuid[], ${email}, ${null}, ${now}::timestamptz)`.execute(ctx.db)
    await sql`select erase_mails(${companies}::uuid[], ${email})`.execute(ctx.db)
  }
  for (const phone of contact.email === undefined ? phones : [])
    await sql`select erase_waiting_of(${places}::uuid[], ${null}, ${phone}, ${now}::timestamptz)`.execute(ctx.db)
}

/** By mistake two may have been merged whose bookings are not one person's: where there are several addresses, each is named by whoever confirms it. */
const addressesOf = (contact: Contact, guests: readonly Known[]): string[] => {
  const emails = new Set(guests.flatMap(({ email }) => email?.toLowerCase() ?? []))
  if (contact.email !== undefined) emails.add(contactText(contact))
  return emails.size > 1 ? [...emails] : []
}
const requireConfirmed = (confirm: string, wanted: readonly string[]): void => {
  const named = new Set(confirm.toLowerCase().split(/[\s,;]+/))
  if (wanted.some((one) => !named.has(one))) throw new Problem('request.invalid', {}, { confirm: [{ issue: 'invalid' }] })
}

/** GDPR article 17: for good, at every venue the caller sees, at once. What is to come has to be canceled first: somebody is expected there. */
export const eraseGuest = (ctx: Ctx, { confirm, ...contact }: Contact & { confirm: string }): Promise<Erasure> =>
  transaction(ctx, async (inner) => {
    requireConfirmed(confirm, [contactText(contact)])
    const people = await peopleBeside(inner, contact)
    if (people > 1) throw new Problem('guest.several', { count: String(people) })
    const bookings = await bookingsFor(inner, contact)
    const coming = bookings.filter((one) => one.toCome && !one.held)
    if (coming.length)
      throw new Problem('guest.has_bookings', {
        references: coming
          .slice(0, 5)
          .map(({ reference }) => reference)
          .join(', '),
      })
    // A place kept until he confirms by mail: after this he cannot any more.
    for (const { id } of bookings.filter(({ held }) => held)) await releaseHold(inner, id)
    const { rows: guests } = await sql<Known>`
      select g.venue_id, v.company_id, g.id, g.email, g.phone from (${guestsNamed(inner, contact)}) g join venues v on v.id = g.venue_id order by g.venue_id, g.id`.execute(
      inner.db,
    )
    requireConfirmed(confirm, addressesOf(contact, guests))
    const { rows: waiting } = await sql<{ venueId: string; companyId: string; id: string }>`
      select w.venue_id, v.company_id, w.id from (${waitingNamed(inner, contact)}) w join venues v on v.id = w.venue_id`.execute(inner.db)
    if (!bookings.length && !guests.length && !waiting.length) throw new Problem('guest.not_found')
    const erasureId = newId()
    const contactKey = createHash('sha256')
      .update(`erased ${contactText(contact)}`)
      .digest('base64url')
    await inner.db
      .insertInto('guestErasures')
      .values({ id: erasureId, contactKey, askedById: inner.actor.id, askedByName: inner.actor.name, erasedAt: inner.clock().toString() })
      .execute()
    const alone = [...guests, ...waiting].filter(({ venueId }) => !bookings.some((one) => one.venueId === venueId))
    for (const group of grouped(bookings, ({ venueId }) => venueId)) await eraseAt(inner, erasureId, group)
    for (const venueId of new Set(alone.map((one) => one.venueId))) await eraseAt(inner, erasureId, [venueId, []])
    // What is left of him: known without a booking.
    const places = guests.map(({ venueId }) => venueId)
    const ids = guests.map(({ id }) => id)
    await sql`select erase_guests(${places}::uuid[], ${ids}::uuid[])`.execute(inner.db)
    await eraseTraces(inner, contact, { bookings, guests, waiting })
    return readErasure(inner, erasureId)
  })

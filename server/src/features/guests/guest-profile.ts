import type { GuestProfile } from '@tablewire/contracts/booking/guests'
import { sql } from 'kysely'
import { guestKeyOf } from '#src/features/guest-messages/api.ts'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { cardsOf, type Person, type PersonRow, requirePerson, rowColumns, rowJoins } from './guest-rows.ts'

type Card = GuestProfile['cards'][number] & { optIn: boolean; preferences: string | null }
type Proof = Omit<GuestProfile['consent'], 'state'>

const bookingsMost = 50

const shown = (card: Card): GuestProfile['cards'][number] => {
  const { optIn: _, preferences: _said, ...rest } = card
  return rest
}
type Booking = GuestProfile['bookings'][number]
const withoutTotal = (row: Booking & { total: number }): Booking => {
  const { total: _, ...booking } = row
  return booking
}

const cards = async (ctx: Ctx, { id }: Person): Promise<Card[]> => {
  const { rows } = await sql<Card>`
    select g.id, g.first_name as "firstName", g.last_name as "lastName", g.email, g.phone, g.lang, g.created_at as "knownSince", m.merged_at as "mergedAt",
      m.merged_by as "mergedBy", g.opt_in_consent as "optIn", m.preferences
    from ${cardsOf(sql`${id}::uuid`)} m join guests g on g.venue_id = m.venue_id and g.id = m.guest_id
    order by m.person_id is not null, g.created_at, g.id`.execute(ctx.db.withoutPlugins())
  return rows
}

const notesOf = async (ctx: Ctx, { id }: Person): Promise<GuestProfile['notes']> => {
  const { rows } = await sql<GuestProfile['notes'][number]>`
    select n.id, n.content, n.author_name as "authorName", n.written_at as "writtenAt", n.author_id is not distinct from ${ctx.actor.id}::text as mine
    from ${cardsOf(sql`${id}::uuid`)} m join guest_notes n on n.guest_id = m.guest_id order by n.written_at desc, n.id desc limit 200`.execute(
    ctx.db.withoutPlugins(),
  )
  return rows
}

const bookingsOf = async (ctx: Ctx, { id }: Person) => {
  const { rows } = await sql<GuestProfile['bookings'][number] & { total: number }>`
    select r.id, r.reference, r.status, r.starts_local as "startsLocal", r.party_size as "partySize", a.name as "areaName", r.notes, r.tags,
      (r.ends_at > ${ctx.clock().toString()}::timestamptz and r.status in ('pending_confirmation', 'requires_payment', 'confirmed', 'seated')) as "toCome",
      count(*) over ()::int as total
    from ${cardsOf(sql`${id}::uuid`)} m join reservations r on r.venue_id = m.venue_id and r.guest_id = m.guest_id
      left join areas a on a.venue_id = r.venue_id and a.id = r.area_id
    where r.status not in ('held', 'expired') order by r.starts_at desc, r.id limit ${bookingsMost}`.execute(ctx.db.withoutPlugins())
  return { total: rows[0]?.total ?? 0, bookings: rows.map(withoutTotal) }
}

const nothing: Proof = { at: null, words: null, edition: null, place: null }
/** What he agreed by; after a no only what he said since. */
const proofOf = async (ctx: Ctx, { id }: Person, since: string | null): Promise<Proof> => {
  const { rows } = await sql<Proof>`
    select coalesce(w.opt_in_at, r.created_at) as at, w.opt_in_text as words, w.opt_in_edition as edition, w.opt_in_place as place
    from ${cardsOf(sql`${id}::uuid`)} m join reservations r on r.venue_id = m.venue_id and r.guest_id = m.guest_id and r.guest_opt_in
      left join widget_bookings w on w.venue_id = r.venue_id and w.reservation_id = r.id
    where ${since}::timestamptz is null or coalesce(w.opt_in_at, r.created_at) > ${since}::timestamptz
    order by w.opt_in_text is null, r.created_at desc limit 1`.execute(ctx.db.withoutPlugins())
  return rows[0] ?? nothing
}

/** What news would go to: the address of mail, else the number. */
export const contactsOf = (addresses: readonly Pick<Card, 'email' | 'phone'>[]): string[] =>
  addresses.flatMap(({ email, phone }) => email ?? phone ?? [])

const consentOf = async (ctx: Ctx, person: Person, all: readonly Card[]): Promise<GuestProfile['consent']> => {
  const keys = contactsOf(all).map((contact) => guestKeyOf(person.venueId, contact))
  const refusal = keys.length
    ? await ctx.db
        .selectFrom('guestRefusals')
        .select('refusedAt')
        .where('venueId', '=', person.venueId)
        .where('guestKey', 'in', keys)
        .where('kind', '=', 'marketing')
        .orderBy('refusedAt', 'desc')
        .limit(1)
        .executeTakeFirst()
    : undefined
  // Whatever he agreed to before, or elsewhere: a no under any of his addresses is his no, until he himself says yes again.
  if (refusal) {
    const proof = await proofOf(ctx, person, refusal.refusedAt)
    return proof.at === null ? { ...nothing, state: 'refused', at: refusal.refusedAt } : { state: 'agreed', ...proof }
  }
  return all.some(({ optIn }) => optIn) ? { state: 'agreed', ...(await proofOf(ctx, person, null)) } : { ...nothing, state: 'unknown' }
}

/** Where a company knows its guests together: whoever has two strong keys of his at another of its venues in sight, asked anew each time. */
const elsewhereOf = async (ctx: Ctx, { id, venueId }: Person): Promise<GuestProfile['elsewhere']> => {
  const { rows } = await sql<PersonRow>`
    with here as (
      select v.company_id, g.* from ${cardsOf(sql`${id}::uuid`)} m join guests g on g.venue_id = m.venue_id and g.id = m.guest_id
        join venues v on v.id = g.venue_id join companies c on c.id = v.company_id and c.guests_shared),
      houses as (
        select v.id from venues v where v.company_id = (select v.company_id from venues v where v.id = ${venueId}) and v.id <> ${venueId} and ${inScope(ctx, 'v.id')}),
      there as (
        select distinct t.venue_id, t.id from here h, houses x, guests t
        where t.venue_id = x.id and lower(t.email) = lower(h.email)
          and (guest_fold(t.first_name || ' ' || t.last_name) = guest_fold(h.first_name || ' ' || h.last_name))
        union
        select distinct t.venue_id, t.id from here h, houses x, guests t
        where t.venue_id = x.id and t.phone = h.phone and (t.email is null or h.email is null)
          and guest_fold(t.first_name || ' ' || t.last_name) = guest_fold(h.first_name || ' ' || h.last_name)),
      people as (select distinct person_of(t.id) as id from there t)
    select ${rowColumns} from people f join guest_profiles p on p.guest_id = f.id ${rowJoins(ctx)} order by v.name, p.guest_id`.execute(
    ctx.db.withoutPlugins(),
  )
  return rows.map(({ id: guestId, venueId: at, venueName, tags, allergies, visits, noShows, lastVisitOn }) => ({
    id: guestId,
    venueId: at,
    venueName,
    tags,
    allergies,
    visits,
    noShows,
    lastVisitOn,
  }))
}

/** What was said under each address, once; the person's own first. */
const preferencesOf = (all: readonly Card[]): string | null => {
  const said: string[] = []
  for (const { preferences } of all) if (preferences && !said.some((one) => one.includes(preferences))) said.push(preferences)
  return said.join('\n') || null
}

export const readProfile = async (ctx: Ctx, guestId: string): Promise<GuestProfile> => {
  const person = await requirePerson(ctx, guestId)
  const { rows } = await sql<PersonRow & { version: number }>`
    select ${rowColumns}, p.version from guest_profiles p ${rowJoins(ctx)} where p.guest_id = ${person.id}`.execute(ctx.db.withoutPlugins())
  const [row] = rows
  if (!row) throw new Problem('guest.not_found')
  const [all, notes, booked, elsewhere] = [
    await cards(ctx, person),
    await notesOf(ctx, person),
    await bookingsOf(ctx, person),
    await elsewhereOf(ctx, person),
  ]
  return {
    ...row,
    preferences: preferencesOf(all),
    cards: all.map(shown),
    notes,
    bookings: booked.bookings,
    bookingsTotal: booked.total,
    consent: await consentOf(ctx, person, all),
    elsewhere,
  }
}

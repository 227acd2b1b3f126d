import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

export type Contact = { email?: string | undefined; phone?: string | undefined }

/** One of both, which the contract sees to; the address in the letters it is compared in. */
export const contactText = ({ email, phone }: Contact): string => email?.toLowerCase() ?? phone ?? ''

/** Of `r`, whatever venue: by the index of addresses or the one of numbers, which has them backwards. */
const named = ({ email, phone }: Contact): RawBuilder<SqlBool> =>
  email === undefined
    ? sql<SqlBool>`reverse(r.guest_phone) = reverse(${phone}::text)`
    : sql<SqlBool>`lower(r.guest_email) = ${email.toLowerCase()}`

const isThis = ({ email, phone }: Contact, columns: { email: string; phone: string }): RawBuilder<SqlBool> =>
  email === undefined
    ? sql<SqlBool>`${sql.ref(columns.phone)} = ${phone}`
    : sql<SqlBool>`lower(${sql.ref(columns.email)}) = ${email.toLowerCase()}`

/**
 * `g` guests at venues in scope, each found by its index; a venue has one index of its own for either. Whoever was merged with one of them is the same
 * person, whichever of both points at the other.
 */
export const guestsNamed = (ctx: Ctx, contact: Contact): RawBuilder<unknown> => sql`
  select distinct on (k.venue_id, k.id) k.*
  from venues v join guests g on g.venue_id = v.id and ${isThis(contact, { email: 'g.email', phone: 'g.phone' })}
    cross join lateral (select person_of(g.id) as id) person
    join guest_profiles m on m.guest_id = person.id or m.person_id = person.id
    join guests k on k.venue_id = m.venue_id and k.id = m.guest_id
  where ${inScope(ctx, 'v.id')}`

/**
 * Venue and id of the bookings of that guest: those that name him, and those of a guest known by that name, whatever they
 * say themselves.
 */
export const bookingsOf = (ctx: Ctx, contact: Contact): RawBuilder<unknown> => sql`
  select r.venue_id, r.id from reservations r
    where ${named(contact)} and (${inScope(ctx, 'r.venue_id')}) is true
  union select r.venue_id, r.id from (${guestsNamed(ctx, contact)}) g join reservations r on r.venue_id = g.venue_id and r.guest_id = g.id`

type Named = { email: string; personId: string | null }
/** How many people there are behind addresses: those that were merged into one, wherever that was, are one. */
const peopleIn = (rows: readonly Named[]): number => {
  const groups: Set<string>[] = []
  for (const { email, personId } of rows) {
    const keys = [`mail ${email}`, ...(personId === null ? [] : [personId])]
    const [first, ...more] = groups.filter((group) => keys.some((key) => group.has(key)))
    const into = first ?? new Set<string>()
    if (!first) groups.push(into)
    for (const key of [...keys, ...more.flatMap((group) => [...group])]) into.add(key)
    for (const group of more) groups.splice(groups.indexOf(group), 1)
  }
  return groups.length
}

/** How many people's addresses of mail stand beside a number: people share one, and each decides for himself alone. */
export const peopleBeside = async (ctx: Ctx, contact: Contact): Promise<number> => {
  if (contact.phone === undefined) return 1
  const { rows } = await sql<Named>`
    select distinct lower(email) as email, person_id from (
      select r.guest_email as email, person_of(r.guest_id) as person_id
        from (${bookingsOf(ctx, contact)}) b join reservations r on r.venue_id = b.venue_id and r.id = b.id
      union all select g.email, person_of(g.id) from (${guestsNamed(ctx, contact)}) g
      union all select w.email, null from (${waitingNamed(ctx, contact)}) w) found where email is not null`.execute(ctx.db)
  return peopleIn(rows)
}

/** Of `r`: the guest is still expected. */
export const toCome = (ctx: Ctx): RawBuilder<SqlBool> =>
  sql<SqlBool>`(r.ends_at > ${ctx.clock().toString()}::timestamptz and r.status in ('held', 'pending_confirmation', 'requires_payment', 'confirmed', 'seated'))`

/** `w` entries of waitlists that name him, each found by its index. */
export const waitingNamed = (ctx: Ctx, contact: Contact): RawBuilder<unknown> =>
  sql`select w.* from venues v join waitlist_entries w on w.venue_id = v.id and ${isThis(contact, { email: 'w.email', phone: 'w.phone' })} where ${inScope(ctx, 'v.id')}`

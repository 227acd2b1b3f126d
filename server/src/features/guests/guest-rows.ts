import type { GuestRow } from '@tablewire/contracts/booking/guests'
import { type ColumnType, type Generated, type RawBuilder, sql } from 'kysely'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { InstantColumn, NullableInstant } from '#src/platform/db/schema.ts'
import { Problem } from '#src/platform/problem.ts'

type GuestProfiles = {
  venueId: string
  guestId: string
  mergedInto: string | null
  personId: string | null
  mergedAt: NullableInstant
  mergedBy: string | null
  tags: Generated<string[]>
  allergies: Generated<string[]>
  preferences: string | null
  version: Generated<number>
  search: string | null
  sort: string | null
  looked: Generated<boolean>
}
type GuestNotes = {
  id: string
  venueId: string
  guestId: string
  content: string
  authorId: string | null
  authorName: string
  writtenAt: InstantColumn
}
type GuestPairs = {
  id: string
  venueId: string
  oneId: string
  otherId: string
  alike: string[]
  state: ColumnType<'open' | 'same' | 'different', 'open' | 'same' | 'different' | undefined, 'same' | 'different'>
  foundAt: InstantColumn
  decidedAt: NullableInstant
  decidedBy: string | null
}
declare module '#src/platform/db/schema.ts' {
  interface Tables {
    guestProfiles: GuestProfiles
    guestNotes: GuestNotes
    guestPairs: GuestPairs
  }
}

export type Person = { id: string; venueId: string }

/** Whose address this is, at a venue in scope. */
export const requirePerson = async (ctx: Ctx, guestId: string): Promise<Person> => {
  const { rows } = await sql<Person>`
    select coalesce(p.person_id, p.guest_id) as id, p.venue_id from guest_profiles p where p.guest_id = ${guestId} and ${inScope(ctx, 'p.venue_id')}`.execute(
    ctx.db,
  )
  if (!rows[0]) throw new Problem('guest.not_found')
  return rows[0]
}

/** Who changes who is whom at a venue is alone in doing so. */
export const lockPeople = async (ctx: Ctx, venueId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${venueId} || ' people', 4714))`.execute(ctx.db)
}

/** `m` addresses of a person. */
export const cardsOf = (person: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select c.* from guest_profiles c where c.guest_id = ${person} union all select c.* from guest_profiles c where c.person_id = ${person})`

const united = (column: 'tags' | 'allergies'): RawBuilder<string[]> =>
  sql`(select coalesce(array_agg(distinct said order by said), '{}') from ${cardsOf(sql`p.guest_id`)} m, unnest(m.${sql.ref(column)}) said)`

const came = sql`o.status in ('seated', 'completed')`
/** Columns of GuestRow, from `p` guest_profiles that are persons, `g` guests, `v` venues and `past`. */
export const rowColumns: RawBuilder<unknown> = sql`p.guest_id as id, p.venue_id as "venueId", v.name as "venueName", g.first_name as "firstName",
  g.last_name as "lastName", g.email, g.phone, ${united('tags')} as tags, ${united('allergies')} as allergies, past.visits, past."noShows", past.cancellations,
  past."lastVisitOn", past."nextVisitOn"`
export const rowJoins = (ctx: Ctx): RawBuilder<unknown> => sql`join guests g on g.venue_id = p.venue_id and g.id = p.guest_id
  join venues v on v.id = p.venue_id,
  lateral (
    select count(*) filter (where ${came})::int as visits, count(*) filter (where o.status = 'no_show')::int as "noShows",
      count(*) filter (where o.status = 'canceled')::int as cancellations, max(o.service_on) filter (where ${came}) as "lastVisitOn",
      min(o.service_on) filter (where o.ends_at > ${ctx.clock().toString()}::timestamptz and o.status in ('pending_confirmation', 'requires_payment', 'confirmed')) as "nextVisitOn"
    from ${cardsOf(sql`p.guest_id`)} m join reservations o on o.venue_id = m.venue_id and o.guest_id = m.guest_id
  ) past`

export type PersonRow = GuestRow & { cancellations: number }

/** Persons by their ids, in no order. */
export const peopleNamed = async (ctx: Ctx, ids: readonly string[]): Promise<Map<string, GuestRow>> => {
  if (!ids.length) return new Map()
  const { rows } = await sql<PersonRow>`
    select ${rowColumns} from guest_profiles p ${rowJoins(ctx)}
    where p.guest_id = any(${[...ids]}::uuid[]) and ${inScope(ctx, 'p.venue_id')}`.execute(ctx.db.withoutPlugins())
  return new Map(
    rows.map((found) => {
      const { cancellations: _, ...row } = found
      return [row.id, row]
    }),
  )
}

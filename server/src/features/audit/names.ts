import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { usersInScope } from '#src/features/people/api.ts'
import { inScope, ofScopedChannels } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { containing } from '#src/platform/db/containing.ts'
import { entriesInScope } from './entries-in-scope.ts'

/** What an entry may hold of ids: more of them are told by their number alone. */
export const namedAtMost = 30

/** `there`: today; else it is what it was called last. */
export type NamedThing = { id: string; kind: string; name: string; there: boolean }

const personName = sql<string>`coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email)`
/** As the index of users has it. */
const userSaid = sql`lower(u.first_name || ' ' || u.last_name || ' ' || u.email || ' ' || coalesce(u.username, ''))`

const ownCompany = (ctx: Ctx): string | null =>
  ctx.scope.kind === 'company' ? ctx.scope.companyId : ctx.actor.kind === 'user' ? ctx.actor.companyId : null
const orAll = (ctx: Ctx, condition: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  ctx.scope.kind === 'all' ? sql<SqlBool>`true` : sql<SqlBool>`${condition}`

type Source = { kind: string; id: RawBuilder<unknown>; name: RawBuilder<unknown>; of: RawBuilder<unknown>; seen: RawBuilder<unknown> }
/** `said`: what a search by name looks into, where that is not the name alone; written as an index has it. */
type Searched = Source & { said: RawBuilder<unknown> }

const table = (ctx: Ctx, [kind, of]: readonly [string, string], seen: RawBuilder<unknown>): Searched => {
  const name = sql.ref(`${of}.name`)
  return { kind, id: sql.ref(`${of}.id`), name, said: sql`lower(${name})`, of: sql`${sql.table(of)}`, seen: orAll(ctx, seen) }
}

/** By kind: where things and their names are, as far as the caller may read them. */
const sources = (ctx: Ctx): Searched[] => {
  const company = ownCompany(ctx)
  const served = sql`exists (select from venues v where v.system_id = systems.id and ${inScope(ctx, 'v.id')})`
  const shown = sql`exists (select from companies c where c.brand_id = brands.id and c.id = ${company})`
  const people = ctx.actor.kind === 'user' ? usersInScope(ctx) : sql`false`
  return [
    table(ctx, ['venue', 'venues'], inScope(ctx, 'venues.id')),
    { kind: 'user', id: sql`u.id`, name: personName, said: userSaid, of: sql`users u`, seen: people },
    table(ctx, ['company', 'companies'], sql`companies.id = ${company}`),
    table(ctx, ['group', 'groups'], sql`groups.company_id = ${company}`),
    table(ctx, ['channel', 'channels'], ofScopedChannels(ctx, 'channels.id')),
    table(ctx, ['system', 'systems'], served),
    table(ctx, ['brand', 'brands'], shown),
  ]
}

const reservations = (ctx: Ctx): Source => ({
  kind: 'reservation',
  id: sql`r.id`,
  name: sql`r.reference`,
  of: sql`reservations r`,
  seen: inScope(ctx, 'r.venue_id'),
})

/** Areas are known by their venue alone, whose id is always among the others. */
const areas = (ctx: Ctx, ids: readonly string[]): RawBuilder<unknown> => sql`
  select a.id::text as id, 'area' as kind, a.name, true as there from areas a
  where a.venue_id = any(${[...ids]}::uuid[]) and a.id = any(${[...ids]}::uuid[]) and ${inScope(ctx, 'a.venue_id')}`

/** What these ids stand for today, in one statement, each kind by its key. */
const namesNow = async (ctx: Ctx, ids: readonly string[]): Promise<NamedThing[]> => {
  const each = [...sources(ctx), reservations(ctx)].map(
    ({ kind, id, name, of, seen }) =>
      sql`select ${id}::text as id, ${sql.lit(kind)} as kind, ${name} as name, true as there from ${of} where ${id} = any(${[...ids]}::uuid[]) and ${seen}`,
  )
  const { rows } = await sql<NamedThing>`${sql.join([...each, areas(ctx, ids)], sql` union all `)}`.execute(ctx.db)
  return rows
}

/** What things were called that are not there any more: by the latest entry about each that says so, among those the caller sees. */
const namesThen = async (ctx: Ctx, ids: readonly string[]): Promise<NamedThing[]> => {
  const { rows } = await sql<NamedThing>`
    select i.id, n.kind, n.name, false as there from unnest(${[...ids]}::text[]) as i (id) cross join lateral (
      select e.subject as kind, coalesce(audit_called(e.before), audit_called(e.after)) as name from audit_entries e
      where e.subject_id = i.id and coalesce(audit_called(e.before), audit_called(e.after)) is not null and ${entriesInScope(ctx)}
      order by e.at desc limit 1) n`.execute(ctx.db)
  return rows
}

/** By id. Two statements at most, however many ids there are. */
export const namesOf = async (ctx: Ctx, ids: ReadonlySet<string>): Promise<Map<string, NamedThing>> => {
  if (ids.size === 0) return new Map()
  const now = await namesNow(ctx, [...ids])
  const known = new Map(now.map((one) => [one.id, one]))
  const gone = [...ids].filter((id) => !known.has(id))
  for (const one of gone.length > 0 ? await namesThen(ctx, gone) : []) known.set(one.id, one)
  return known
}

const referenceForm = /^[a-z0-9]{5,}$/
/** Who can have done something: all other things would only make the planner expect too many entries. */
const actors: readonly string[] = ['user', 'channel', 'system']

/** As a question within another: `id`, as text, of what is or was called something like this, and whether it `acts`. None is left out. */
export const idsCalled = (ctx: Ctx, text: string): RawBuilder<unknown> => {
  const lower = text.trim().toLowerCase()
  const like = containing(lower)
  const each = sources(ctx).map(
    ({ kind, id, of, said, seen }) =>
      sql`select ${id}::text as id, ${sql.lit(actors.includes(kind))} as acts from ${of} where ${said} like ${like} and ${seen}`,
  )
  // Their guests are nobody's to look for here.
  if (referenceForm.test(lower))
    each.push(
      sql`select r.id::text, false from reservations r where r.reference = ${lower.toUpperCase()} and (${inScope(ctx, 'r.venue_id')}) is true`,
    )
  const gone = sql`select e.subject_id, e.subject = any(${[...actors]}::text[]) from audit_entries e
    where split_part(e.action, '.', 2) = 'deleted' and lower(audit_called(e.before)) like ${like} and ${entriesInScope(ctx)}`
  return sql.join([...each, gone], sql` union `)
}

/** Likewise people of no company: the platform's, whose names stand beside what they did for everybody. Found by their names alone. */
export const platformPeopleCalled = (text: string): RawBuilder<unknown> => {
  const like = containing(text.trim().toLowerCase())
  return sql`select u.id::text as id from users u
    where u.company_id is null and ${userSaid} like ${like} and lower(u.first_name || ' ' || u.last_name) like ${like}`
}

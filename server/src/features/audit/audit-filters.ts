import type { audit } from '@tablewire/contracts/operations/audit'
import type { Received } from '@tablewire/contracts/kit/endpoint'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { hubId } from '#src/platform/id.ts'
import { namedTo } from './foreign-names.ts'
import { idsCalled, platformPeopleCalled } from './names.ts'
import { entriesInScope } from './entries-in-scope.ts'

export type Filters = NonNullable<Received<typeof audit.list>['query']['filters']>

/** An import writes no entry for each reservation it brings: its own entry tells of all of them. */
const aboutThing = async (ctx: Ctx, subjectId: string): Promise<RawBuilder<unknown>> => {
  if (!hubId.test(subjectId)) return sql`e.subject_id = ${subjectId}`
  const { rows } = await sql<{ batch: string }>`
    select r.import_batch_id as batch from reservations r where r.id = ${subjectId} and r.import_batch_id is not null`.execute(ctx.db)
  return sql`e.subject_id = any(${[subjectId, ...rows.map(({ batch }) => batch)]}::text[])`
}

type Called = { things: string[]; people: string[] }
/** What is called so, found once: worked out within the question it was compared with every entry, one by one. */
const called = async (ctx: Ctx, typed: string): Promise<Called> => {
  if (hubId.test(typed)) return { things: [typed.toLowerCase()], people: [typed.toLowerCase()] }
  const { rows } = await sql<{ id: string; thing: boolean; acts: boolean }>`
    select id, true as thing, acts from (${idsCalled(ctx, typed)}) things
    union all select id, false, true from (${platformPeopleCalled(typed)}) people`.execute(ctx.db)
  return { things: rows.filter(({ thing }) => thing).map(({ id }) => id), people: rows.filter(({ acts }) => acts).map(({ id }) => id) }
}

/** Everything about, at or by what is called so. As arrays, so that indexes answer each part of the "or". */
const searched = async (ctx: Ctx, text: string): Promise<RawBuilder<unknown>> => {
  const { things, people } = await called(ctx, text.trim())
  const venues = things.filter((id) => hubId.test(id))
  return sql`(e.subject_id = any(${things}::text[]) or e.venue_id = any(${venues}::uuid[])
    or ((e.actor_id = any(${people}::text[]) or e.acted_by_id = any(${people}::text[])) and ${namedTo(ctx)}))`
}

const plain = (filters: Filters): RawBuilder<unknown>[] => {
  const { action, act, subject, venueId, actorId, actorKind, field, batchId, from, to } = filters
  return [
    ...(action ? [sql`e.action = ${action}`] : []),
    ...(act ? [sql`split_part(e.action, '.', 2) = ${act}`] : []),
    ...(subject ? [sql`e.subject = ${subject}`] : []),
    ...(venueId ? [sql`e.venue_id = ${venueId}`] : []),
    // Also what that administrator did in others' names.
    ...(actorId ? [sql`(e.actor_id = ${actorId} or e.acted_by_id = ${actorId})`] : []),
    ...(actorKind ? [sql`e.actor_kind = ${actorKind}`] : []),
    ...(field ? [sql`audit_fields(e.before, e.after) && ${field.split(',')}::text[]`] : []),
    ...(batchId ? [sql`(e.batch_id = ${batchId} or e.subject_id = ${batchId}::text)`] : []),
    ...(from ? [sql`e.at >= (${from}::date)::timestamp at time zone 'UTC'`] : []),
    ...(to ? [sql`e.at < (${to}::date + 1)::timestamp at time zone 'UTC'`] : []),
  ]
}

/**
 * History of a company that is on its way lies here before the company itself does, and at the side that it left for a moment after: it is nobody's yet, or no
 * longer. Undefined = there is none. Only who sees all entries could meet it.
 */
export const besidesMoving = async (ctx: Ctx): Promise<RawBuilder<SqlBool> | undefined> => {
  if (ctx.scope.kind !== 'all') return undefined
  const { rows } = await sql<{ companies: string[] | null; venues: string[] }>`
    select array_agg(m.company_id::text) as companies, array(
      select v::text from company_moves o, unnest(o.venues) v where o.state in ('arriving', 'moved')) as venues
    from company_moves m where m.state in ('arriving', 'moved')`.execute(ctx.db)
  const { companies, venues } = rows[0]!
  if (!companies) return undefined
  return sql<SqlBool>`(e.company_id = any(${companies}::uuid[])) is not true and (e.venue_id = any(${venues}::uuid[])) is not true`
}

/** Days of the filter are UTC days, both included. */
export const filteredEntries = async (ctx: Ctx, filters: Filters): Promise<RawBuilder<SqlBool>> => {
  const { subjectId, search, actorId, batchId } = filters
  const found = [
    ...(subjectId ? [await aboutThing(ctx, subjectId)] : []),
    ...(search?.trim() ? [await searched(ctx, search)] : []),
    ...(actorId || batchId ? [namedTo(ctx)] : []),
  ]
  return sql.join([entriesInScope(ctx), ...plain(filters), ...found], sql` and `) as RawBuilder<SqlBool>
}

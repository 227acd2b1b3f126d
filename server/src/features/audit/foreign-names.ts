import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { hubId } from '#src/platform/id.ts'
import type { EntryRow } from './entry-row.ts'

/**
 * `company`: the reader's own, undefined = may read every name. `actors`: users that are there, by the company they are of; `groups`: groups that are
 * there, alike.
 */
export type Foreign = {
  company: string | undefined
  actors: ReadonlyMap<string, string | null>
  groups: ReadonlyMap<string, string | null>
}

type Values = EntryRow['before']

const companiesOf = async (ctx: Ctx, from: RawBuilder<unknown>, ids: readonly string[]): Promise<Map<string, string | null>> => {
  const known = [...new Set(ids)].filter((id) => hubId.test(id))
  if (!known.length) return new Map()
  const { rows } = await sql<{ id: string; companyId: string | null }>`
    select f.id, f.company_id from ${from} f where f.id = any(${known}::uuid[])`.execute(ctx.db)
  return new Map(rows.map(({ id, companyId }) => [id, companyId]))
}

const groupOf = (values: Values): string | undefined => (typeof values?.['groupId'] === 'string' ? values['groupId'] : undefined)

/** The reader's company, where it decides which names he may know. */
const companyOfReader = (ctx: Ctx): string | undefined =>
  ctx.scope.kind === 'all' || ctx.actor.kind !== 'user' ? undefined : (ctx.actor.companyId ?? undefined)

/** Of `audit_entries e`: nobody finds by ids or names of people what he would read without their names. */
export const namedTo = (ctx: Ctx): RawBuilder<unknown> => {
  const own = companyOfReader(ctx)
  if (own === undefined) return sql`true`
  const actor = sql`case when e.actor_kind = 'user' then e.actor_id::uuid end`
  // Of the company he is of, the platform's people of nobody's; of one who is gone, what was written then.
  return sql`(e.actor_kind <> 'user'
    or coalesce((select coalesce(u.company_id, ${own}::uuid) from users u where u.id = ${actor}), e.company_id, ${own}::uuid) = ${own}::uuid)`
}

/** Who acted in the entries, and the groups they name, are of which company, where that decides what the reader may know. */
export const foreignActors = async (ctx: Ctx, rows: readonly EntryRow[]): Promise<Foreign> => {
  const own = companyOfReader(ctx)
  if (own === undefined) return { company: undefined, actors: new Map(), groups: new Map() }
  const acted = rows.flatMap(({ actorKind, actorId }) => (actorKind === 'user' && actorId !== null ? [actorId] : []))
  const named = rows.flatMap(({ before, after }) => [before, after].flatMap((values) => groupOf(values) ?? []))
  const [actors, groups] = await Promise.all([companiesOf(ctx, sql`users`, acted), companiesOf(ctx, sql`groups`, named)])
  return { company: own, actors, groups }
}

const names = new Set(['companyName', 'groupName', 'brandName', 'ownerName'])
const groupName = new Set(['groupName'])
/** Files are called by whoever brought them: after guests, people, companies. */
const fileName = new Set(['fileName'])

const without = (values: Values, hidden: ReadonlySet<string>): Values =>
  values && Object.fromEntries(Object.entries(values).filter(([field]) => !hidden.has(field)))

/** What a venue belonged to before it came to the reader's company is told without its name; a group that is gone is of whoever wrote of it. */
const ownNames = (values: Values, { companyId }: EntryRow, { company, groups }: Foreign): Values => {
  const of = values?.['companyId']
  if (typeof of === 'string' && of !== company) return without(values, names)
  if (typeof values?.['groupName'] !== 'string') return values
  const group = groupOf(values)
  return (group !== undefined && groups.has(group) ? groups.get(group) : companyId) === company ? values : without(values, groupName)
}

/** A venue that changes hands brings its history: whoever acted there for another company stays nameless. The platform's own people are nobody's. */
export const withoutForeign = (row: EntryRow, foreign: Foreign): EntryRow => {
  const { company, actors } = foreign
  if (company === undefined) return row
  const of = row.actorKind !== 'user' || row.actorId === null ? null : actors.has(row.actorId) ? actors.get(row.actorId) : row.companyId
  const hidden = of !== null && of !== company
  return {
    ...row,
    ...(hidden
      ? {
          actorName: '',
          actorId: null,
          actedById: null,
          actedByName: null,
          deviceName: null,
          approvedByName: null,
          batchId: null,
          batchName: null,
        }
      : {}),
    before: ownNames(hidden ? without(row.before, fileName) : row.before, row, foreign),
    after: ownNames(hidden ? without(row.after, fileName) : row.after, row, foreign),
  }
}

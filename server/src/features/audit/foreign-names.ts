import type { Ctx } from '#src/platform/ctx.ts'
import { hubId } from '#src/platform/id.ts'
import type { EntryRow } from './entry-row.ts'

/** `company`: the reader's own, undefined = may read every name. `actors`: users that are there, by the company they are of. */
export type Foreign = { company: string | undefined; actors: ReadonlyMap<string, string | null> }

/** Who acted in the entries and is of which company, where that decides what the reader may know. */
export const foreignActors = async (ctx: Ctx, rows: readonly EntryRow[]): Promise<Foreign> => {
  const own = ctx.actor.kind === 'user' ? ctx.actor.companyId : null
  if (ctx.scope.kind === 'all' || own === null) return { company: undefined, actors: new Map() }
  const acted = rows.flatMap(({ actorKind, actorId }) => (actorKind === 'user' && actorId !== null && hubId.test(actorId) ? [actorId] : []))
  const ids = [...new Set(acted)]
  const users = ids.length > 0 ? await ctx.db.selectFrom('users').select(['id', 'companyId']).where('id', 'in', ids).execute() : []
  return { company: own, actors: new Map(users.map(({ id, companyId }) => [id, companyId])) }
}

const names = new Set(['companyName', 'groupName', 'brandName', 'ownerName'])

type Values = EntryRow['before']
/** What a venue belonged to before it came to the reader's company is told without its name. */
const ownNames = (values: Values, company: string): Values => {
  const of = values?.['companyId']
  if (!values || typeof of !== 'string' || of === company) return values
  return Object.fromEntries(Object.entries(values).filter(([field]) => !names.has(field)))
}

/** A venue that changes hands brings its history: whoever acted there for another company stays nameless. The platform's own people are nobody's. */
export const withoutForeign = (row: EntryRow, { company, actors }: Foreign): EntryRow => {
  if (company === undefined) return row
  const of = row.actorKind !== 'user' || row.actorId === null ? null : actors.has(row.actorId) ? actors.get(row.actorId) : row.companyId
  const hidden = of !== null && of !== company
  return {
    ...row,
    ...(hidden ? { actorName: '', actorId: null, actedById: null, actedByName: null } : {}),
    before: ownNames(row.before, company),
    after: ownNames(row.after, company),
  }
}

import type { AuditEntry } from '@tablewire/contracts/operations/audit'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { hubId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import type { EntryRow } from './entry-row.ts'
import { stillKept } from '#src/platform/audit/deleted-things.ts'
import { foreignActors, type Foreign, withoutForeign } from './foreign-names.ts'
import { namedAtMost, type NamedThing, namesOf } from './names.ts'
import { entriesInScope } from './entries-in-scope.ts'
import type { Undoables } from './undoable.ts'

/** What guests are called and ask for is for those who may read bookings. */
const said = (ctx: Ctx, side: 'before' | 'after') => {
  const column = sql.ref(`e.${side}`)
  if (ctx.ability.can('read', 'reservation-list')) return column
  return sql`case when e.subject in ('reservation', 'waitlist', 'guest') then without_guest_fields(${column}) else ${column} end as ${sql.ref(side)}`
}

/** Of `audit_entries e`. `rooted`: the action at the beginning of a row of undos, which says what can be done about it. */
export const entryColumns = (
  ctx: Ctx,
) => sql`e.id, e.action, e.subject, e.subject_id, e.venue_id, e.company_id, e.actor_kind, e.actor_id, e.actor_name, e.acted_by_id,
  e.acted_by_name, e.device_name, e.approved_by_name, e.request_id, ${said(ctx, 'before')}, ${said(ctx, 'after')}, e.undoes, e.batch_id, e.batch_name, e.at,
  (select u.id from audit_entries u where u.undoes = e.id limit 1) as undone_by,
  e.action like '%.deleted' and exists (
    select from deleted_things d where d.subject = e.subject and d.id::text = e.subject_id and ${stillKept(ctx)}
      and (d.kept ->> 'companyId' is null or exists (select from companies c where c.id::text = d.kept ->> 'companyId'))) as kept,
  case when e.undoes is null then e.action else (
    with recursive chain as (
      select o.action, o.undoes from audit_entries o where o.id = e.undoes
      union all select o.action, o.undoes from chain join audit_entries o on o.id = chain.undoes)
    select action from chain where undoes is null) end as rooted`

/** Who may change it may put it back; what is everybody's own, only its owner. */
export const mayUndo = (
  ctx: Ctx,
  known: Undoables[string],
  { subjectId, before, companyId }: Pick<EntryRow, 'subjectId' | 'before' | 'companyId'>,
): boolean =>
  ctx.ability.can(...known.right) &&
  (known.own !== true || (ctx.actor.kind === 'user' && ctx.actor.id === subjectId)) &&
  (known.revive === undefined || known.mayRevive === undefined || known.mayRevive(ctx, before ?? {}, companyId))

/** Whether anything is there to be put back: the values of a change, or what was kept of what is gone. */
export const holdsFormer = ({ rooted, before, after, kept, undoes }: EntryRow, known: Undoables[string]): boolean => {
  if (known.revive) return kept && rooted?.endsWith('.deleted') === true && undoes === null && after === null
  return before !== null && after !== null && Object.keys({ ...before, ...after }).length > 0
}

/** The ids somewhere in a value, in their order. */
const idsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return hubId.test(value) ? [value] : []
  if (Array.isArray(value)) return value.flatMap(idsIn)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(idsIn) : []
}

/** Whose a session was; else what the entry is about. */
const aboutOf = ({ subject, subjectId, after, actorId }: EntryRow): string | null => {
  if (subject !== 'session') return subjectId
  return typeof after?.['userId'] === 'string' ? after['userId'] : actorId
}
const mentioned = (row: EntryRow): string[] => [...new Set([...idsIn(row.before), ...idsIn(row.after)])].slice(0, namedAtMost)

const namesFor = (ctx: Ctx, rows: readonly EntryRow[]): Promise<Map<string, NamedThing>> => {
  const ids = rows.flatMap((row) => [aboutOf(row), row.venueId, ...mentioned(row)])
  return namesOf(ctx, new Set(ids.filter((id) => id !== null && hubId.test(id)) as string[]))
}

type ViewContext = { names: ReadonlyMap<string, NamedThing>; foreign: Foreign; undoables: Undoables }

const viewOf = (ctx: Ctx, row: EntryRow, { names, foreign, undoables }: ViewContext): AuditEntry => {
  const { rooted, kept: _kept, companyId: _companyId, batchId, batchName, ...entry } = withoutForeign(row, foreign)
  const known = rooted === null ? undefined : undoables[rooted]
  const about = aboutOf(row)
  const nameOf = (id: string | null): string | null => (id === null ? null : (names.get(id)?.name ?? null))
  return {
    ...entry,
    // Nobody signed in yet, or nobody's any more: the name as it was written.
    subjectName: nameOf(about) ?? (row.subject === 'session' ? entry.actorName : null),
    subjectIsThere: about !== null && names.get(about)?.there === true,
    venueName: nameOf(row.venueId),
    names: Object.fromEntries(mentioned(row).flatMap((id) => (names.has(id) ? [[id, names.get(id)!.name]] : []))),
    batch: batchId === null ? null : { id: batchId, name: batchName ?? '' },
    undoable: known !== undefined && holdsFormer(row, known) && entry.undoneBy === null && mayUndo(ctx, known, row),
  }
}

/** Entries as they are told: whatever they name by the names the caller may read, looked up for all of them together. */
export const entryViews = async (ctx: Ctx, undoables: Undoables, rows: readonly EntryRow[]): Promise<AuditEntry[]> => {
  const [names, foreign] = await Promise.all([namesFor(ctx, rows), foreignActors(ctx, rows)])
  return rows.map((row) => viewOf(ctx, row, { names, foreign, undoables }))
}

/** One entry the caller may see, or `audit.not_found`. */
export const readEntry = async (ctx: Ctx, id: string): Promise<EntryRow> => {
  const { rows } =
    await sql<EntryRow>`select ${entryColumns(ctx)} from audit_entries e where e.id = ${id} and ${entriesInScope(ctx)}`.execute(ctx.db)
  if (!rows[0]) throw new Problem('audit.not_found')
  return rows[0]
}

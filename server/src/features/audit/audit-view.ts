import type { AuditEntry } from '@tablewire/contracts/operations/audit'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import type { Undoables } from './undoable.ts'

/** A company's people see what happened at their venues and to their company; whoever has single venues sees those. */
export const seenEntries = (ctx: Ctx): RawBuilder<SqlBool> => {
  if (ctx.scope.kind !== 'company') return inScope(ctx, 'e.venue_id')
  const { companyId } = ctx.scope
  // As an array, so that two indexes can answer the "or".
  return sql<SqlBool>`(e.company_id = ${companyId} or e.venue_id = any(array(select v.id from venues v where v.company_id = ${companyId})))`
}

/** Ids come from everywhere: only those that are ids of rows are looked up. */
const idOr = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`case when ${text} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (${text})::uuid end`
const subject = idOr(sql`e.subject_id`)
const personOf = (id: RawBuilder<string>): RawBuilder<string> =>
  sql<string>`(select coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) from users u where u.id = ${id})`
const subjectName = sql`case e.subject
  when 'user' then ${personOf(subject)}
  when 'session' then coalesce(${personOf(idOr(sql`coalesce(e.after->>'userId', e.actor_id)`))}, e.actor_name)
  when 'company' then (select c.name from companies c where c.id = ${subject})
  when 'venue' then (select v.name from venues v where v.id = ${subject})
  when 'channel' then (select c.name from channels c where c.id = ${subject})
  when 'system' then (select s.name from systems s where s.id = ${subject})
  end as subject_name`

/** Of `audit_entries e`. `rooted`: the action at the beginning of a row of undos, which says what can be done about it. */
export const entryColumns = sql`e.id, e.action, e.subject, e.subject_id, ${subjectName}, e.venue_id, e.actor_kind, e.actor_id, e.actor_name, e.acted_by_id, e.acted_by_name,
  e.request_id, e.before, e.after, e.undoes, e.at, (select u.id from audit_entries u where u.undoes = e.id limit 1) as undone_by,
  case when e.undoes is null then e.action else (
    with recursive chain as (
      select o.action, o.undoes from audit_entries o where o.id = e.undoes
      union all select o.action, o.undoes from chain join audit_entries o on o.id = chain.undoes)
    select action from chain where undoes is null) end as rooted`

export type EntryRow = Omit<AuditEntry, 'undoable'> & { rooted: string | null }

/** Who may change it may put it back; what is everybody's own, only its owner. */
export const mayUndo = (ctx: Ctx, { right, own }: Undoables[string], subjectId: string | null): boolean =>
  ctx.ability.can(...right) && (own !== true || (ctx.actor.kind === 'user' && ctx.actor.id === subjectId))

export const entryView = (ctx: Ctx, undoables: Undoables, { rooted, ...entry }: EntryRow): AuditEntry => {
  const known = rooted === null ? undefined : undoables[rooted]
  const undoable =
    known !== undefined && entry.before !== null && entry.after !== null && entry.undoneBy === null && mayUndo(ctx, known, entry.subjectId)
  return { ...entry, undoable }
}

/** One entry the caller may see, or `audit.not_found`. */
export const readEntry = async (ctx: Ctx, id: string): Promise<EntryRow> => {
  const { rows } = await sql<EntryRow>`select ${entryColumns} from audit_entries e where e.id = ${id} and ${seenEntries(ctx)}`.execute(
    ctx.db,
  )
  if (!rows[0]) throw new Problem('audit.not_found')
  return rows[0]
}

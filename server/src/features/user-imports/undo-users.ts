import { sql } from 'kysely'
import {
  asImported,
  type ImportedRows,
  type IsOver,
  type PreviousState,
  type Progress,
  type Undone,
  undoRows,
} from '#src/features/imports/api.ts'
import { restoreUser, type UserBefore } from '#src/features/users/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { attempt } from '#src/platform/db/attempt.ts'
import { Problem } from '#src/platform/problem.ts'

/** Of whoever the import made: he came. */
const came = sql`(p.before is null and (u.joined_at is not null or exists (select from sessions s where s.user_id = u.id)))`
/** Somebody changed it since, or he came. Whoever is gone is no hindrance. */
const touched = sql`(u.version <> p.version or ${came})`

/** Whom an import made or changed, and who changed it since. */
export const usersBrought = (batchId: string): ImportedRows => sql`
  select p.line, u.first_name || ' ' || u.last_name as name, ${touched} as stays, (${touched} and (${came} or not ${asImported(sql`u`)})) as by_people
  from import_previous p join users u on u.id = p.subject_id where p.batch_id = ${batchId}`

/** Of these, the ones an undo would leave as they are. */
export const usersKept = async (ctx: Ctx, batchId: string, ids: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    select u.id from import_previous p join users u on u.id = p.subject_id
    where p.batch_id = ${batchId} and u.id = any(${[...ids]}::uuid[]) and ${touched}`.execute(ctx.db)
  return new Set(rows.map(({ id }) => id))
}

const restore = async (ctx: Ctx, { subjectId: id, before, version }: PreviousState): Promise<Undone> => {
  try {
    return await attempt(ctx, (inner) => restoreUser(inner, { id, before: before as UserBefore | null, version }))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return error.code === 'user.not_found' ? 'removed' : 'kept'
  }
}

/** False = there is more to do. Those that stay are among the rows. */
export const undoUsers = (ctx: Ctx, progress: Progress, isOver: IsOver): Promise<boolean> =>
  undoRows(ctx, progress, {
    rowsAtOnce: 100,
    isOver,
    restore: async (inner, rows) => {
      const ids = rows.map(({ subjectId }) => subjectId)
      const kept = await usersKept(inner, progress.batch.id, ids)
      const undone: Undone[] = []
      for (const row of rows) undone.push(kept.has(row.subjectId) ? 'kept' : await restore(inner, row))
      return undone
    },
  })

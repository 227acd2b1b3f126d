import { openStatuses } from '@tablewire/contracts/onboarding/onboarding.rules'
import { sql } from 'kysely'
import { type ImportedRows, type IsOver, type PreviousState, type Progress, type Undone, undoRows } from '#src/features/imports/api.ts'
import { endRequest, sheetPhrases } from '#src/features/onboarding/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { attempt } from '#src/platform/db/attempt.ts'
import { Problem } from '#src/platform/problem.ts'

/** As programs read it. */
const reason = sheetPhrases.en.ended.undone

const isOpen = sql`r.status in (${sql.join(openStatuses.map((one) => sql.lit(one)))})`
/** Somebody went on with it, or it is over. */
const touched = sql`(r.version <> p.version or not ${isOpen})`

export const requestsBrought = (batchId: string): ImportedRows => sql`
  select p.line, r.venue_name as name, ${touched} as stays, ${touched} as by_people
  from import_previous p join onboarding_requests r on r.id = p.subject_id where p.batch_id = ${batchId}`

export const requestsKept = async (ctx: Ctx, batchId: string, ids: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    select r.id from import_previous p join onboarding_requests r on r.id = p.subject_id
    where p.batch_id = ${batchId} and r.id = any(${[...ids]}::uuid[]) and ${touched}`.execute(ctx.db)
  return new Set(rows.map(({ id }) => id))
}

const takeBack = async (ctx: Ctx, { subjectId: id, version }: PreviousState): Promise<Undone> => {
  try {
    await attempt(ctx, (inner) => endRequest(inner, { id, version }, { ending: 'canceled', reason, because: 'undone' }))
    return 'removed'
  } catch (error) {
    if (error instanceof Problem) return 'kept'
    throw error
  }
}

/** What is asked for stays told: a request that nobody went on with is canceled, with the reason. */
export const undoRequests = (ctx: Ctx, progress: Progress, isOver: IsOver): Promise<boolean> =>
  undoRows(ctx, progress, {
    rowsAtOnce: 100,
    isOver,
    restore: async (inner, rows) => {
      const undone: Undone[] = []
      for (const row of rows) undone.push(await takeBack(inner, row))
      return undone
    },
  })

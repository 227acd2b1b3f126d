import { sql } from 'kysely'
import { derivedId } from '#src/features/rms-bookings/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { keepHours } from '#src/platform/http/idempotency.ts'
import { newId } from '#src/platform/id.ts'

/** The id that a call by this key gives its request, known before the transaction; undefined where it is one transaction with its answer anyway. */
export const keyedId = (ctx: Ctx): string | undefined => (ctx.unitOfWork.idempotencyKey === undefined ? undefined : derivedId(ctx, 0))

/**
 * The id of a new request. `made`: this very call made it when it came first, and its process died before it could answer. Keys are known for a day; after
 * that the same one is another.
 */
export const idFor = async (ctx: Ctx, keyed: string | undefined): Promise<{ id: string; made: boolean }> => {
  if (keyed === undefined) return { id: newId(), made: false }
  const since = ctx.clock().subtract({ hours: keepHours }).toString()
  const { rows } = await sql<{ made: boolean }>`
    select requested_at > ${since}::timestamptz as made from onboarding_requests where id = ${keyed}`.execute(ctx.db)
  if (rows.length === 0) return { id: keyed, made: false }
  return rows[0]!.made ? { id: keyed, made: true } : { id: newId(), made: false }
}

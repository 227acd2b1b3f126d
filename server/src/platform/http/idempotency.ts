import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Ctx } from '../ctx.ts'
import { insertLater } from '../db/later.ts'
import { transaction } from '../db/transaction.ts'
import { Problem } from '../problem.ts'

/** Answers are kept this long (spec/api.md). */
export const keepHours = 24

export type Answer = { status: number; body: unknown }
type Kept = { locked: boolean; bodyHash: Buffer | null; status: number; answer: unknown }
export type Keyed = { key: string; endpointId: string; request: unknown }

/**
 * Runs `work` at most once per key: its writes and its answer are one transaction, so a crash leaves either both or neither.
 * A refusal is not kept; the same key may be tried again. Same key with another request, or while the first runs, is refused.
 */
export const once = async (
  ctx: Ctx,
  { key, endpointId, request }: Keyed,
  work: (ctx: Ctx) => Promise<Answer>,
): Promise<Answer & { replayed: boolean }> => {
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) throw new Problem('request.invalid', {}, { 'Idempotency-Key': [{ issue: 'invalid' }] })
  const actor = `${ctx.actor.kind}:${ctx.actor.id ?? ''}`
  const bodyHash = createHash('sha256')
    .update(JSON.stringify([endpointId, request]))
    .digest()
  return transaction(ctx, async (inner) => {
    // The answer counts also without the lock: two who ask again at the same moment both get it. The look is a moment older than the lock; an
    // answer written in between is met again as a double key at the commit, and `transaction()` looks anew.
    const { rows } = await sql<Kept>`
      select pg_try_advisory_xact_lock(hashtextextended(${`${actor} ${key}`}, 77)) as locked, k.body_hash, k.status, k.answer
      from (select) as one left join idempotency_keys k on k.actor = ${actor} and k.key = ${key}`.execute(inner.db)
    const { locked, ...before } = rows[0]!
    if (before.bodyHash) {
      if (!before.bodyHash.equals(bodyHash)) throw new Problem('key.reused')
      return { status: before.status, body: before.answer, replayed: true }
    }
    if (!locked) throw new Problem('key.in_flight')
    const answer = await work(inner)
    await insertLater(inner, 'idempotencyKeys', {
      actor,
      key,
      endpoint: endpointId,
      bodyHash,
      status: answer.status,
      answer: JSON.stringify(answer.body),
    })
    return { ...answer, replayed: false }
  })
}

import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Ctx } from '../ctx.ts'
import { batcher } from '../db/batcher.ts'
import { deferInsert } from '../db/deferred.ts'
import { statement } from '../db/statement.ts'
import { transaction, asynchronousCommit } from '../db/transaction.ts'
import { Problem } from '../problem.ts'

/** Retention of stored answers, as the API's documentation promises. */
export const keepHours = 24

export type Answer = { status: number; body: unknown }
/** The answer named a guest who was erased since (migration 0341): neither is it told again, nor is anything done again. */
const erasedStatus = 410
const requireTold = (status: number): void => {
  if (status === erasedStatus) throw new Problem('request.conflict')
}
type StoredAnswer = { locked: boolean; bodyHash: Buffer | null; status: number | null; answer: unknown; claimed: boolean | null }
/** `sealed`: its answer tells a secret, which lies nowhere in plain text. */
export type KeyedRequest = { key: string; endpointId: string; request: unknown; sealed?: boolean }
type IdempotentCall = KeyedRequest & {
  actor: string
  bodyHash: Buffer
  /** After a crash the same key may be tried again this much later. */ claimMs: number
}
type ReplayableAnswer = Answer & { replayed: boolean }

/** Thrown before anything is written: this call has to call another system, so it cannot be one transaction. */
class StepsNeeded extends Error {}

/** The answer as it is kept, and as it is told again. */
const kept = ({ ports }: Ctx, { sealed = false }: KeyedRequest, body: unknown): unknown =>
  sealed ? { sealed: ports.secrets.seal(JSON.stringify(body)) } : body
const told = ({ ports }: Ctx, { sealed = false }: KeyedRequest, answer: unknown): unknown =>
  sealed ? JSON.parse(ports.secrets.open((answer as { sealed: string }).sealed)) : answer

/** Called by an operation that calls another system: no transaction, and no connection, is held during the call. */
export const inSteps = (ctx: Ctx): void => {
  if (ctx.unitOfWork.inTransaction) throw new StepsNeeded()
}

/**
 * Runs `work` at most once per idempotency key: its writes and the stored answer are one transaction, so a crash leaves either both or neither.
 * Problems are not stored; the same key may be retried. The same key with another request, or while the first runs, is refused. Work known to need it
 * (`steps`), or that says so itself, runs in steps instead: see `onceInSteps`.
 */
export const once = async (
  ctx: Ctx,
  { steps = false, ...keyed }: KeyedRequest & { steps?: boolean },
  work: (ctx: Ctx) => Promise<Answer>,
): Promise<ReplayableAnswer> => {
  if (!/^[\x21-\x7e]{1,200}$/.test(keyed.key)) throw new Problem('request.invalid', {}, { 'Idempotency-Key': [{ issue: 'invalid' }] })
  const call: IdempotentCall = {
    ...keyed,
    actor: `${ctx.actor.kind}:${ctx.actor.id ?? ''}`,
    claimMs: ctx.ports.config.waits.claim,
    bodyHash: createHash('sha256')
      .update(JSON.stringify([keyed.endpointId, keyed.request]))
      .digest(),
  }
  if (steps) return onceInSteps(ctx, call, work)
  try {
    return await onceInOne(ctx, call, work)
  } catch (error) {
    if (!(error instanceof StepsNeeded)) throw error
    return onceInSteps(ctx, call, work)
  }
}

const onceInOne = async (ctx: Ctx, call: IdempotentCall, work: (ctx: Ctx) => Promise<Answer>): Promise<ReplayableAnswer> =>
  transaction(ctx, async (inner) => {
    const { actor, key, endpointId, bodyHash } = call
    // A stored answer counts also without the lock: two concurrent retries both get it. The read is a moment older than the lock; an answer written
    // in between violates the key's uniqueness at the commit, and `transaction()` retries.
    const { rows } = await sql<StoredAnswer>`
      select pg_try_advisory_xact_lock(hashtextextended(${`${actor} ${key}`}, 77)) as locked, k.body_hash, k.status, k.answer,
        k.claimed_until is not null as claimed
      from (select) as one left join idempotency_keys k on k.actor = ${actor} and k.key = ${key}`.execute(inner.db)
    const { locked, ...before } = rows[0]!
    if (before.bodyHash) {
      if (!before.bodyHash.equals(bodyHash)) throw new Problem('key.reused')
      // The first run went in steps, and so does the retry.
      if (before.claimed || before.status === null) throw new StepsNeeded()
      requireTold(before.status)
      return { status: before.status, body: told(inner, call, before.answer), replayed: true }
    }
    if (!locked) throw new Problem('key.in_flight')
    const answer = await work(inner)
    await deferInsert(inner, 'idempotencyKeys', {
      actor,
      key,
      endpoint: endpointId,
      bodyHash,
      status: answer.status,
      answer: JSON.stringify(kept(inner, call, answer.body)),
    })
    return { ...answer, replayed: false }
  })

/**
 * The key is claimed, the work runs in transactions of its own, and the answer is stored afterwards. A crash in between leaves a claim that expires:
 * the work must then recognise what its first run did (`unitOfWork.idempotencyKey` stays the same), so only operations that do may ask for it.
 */
const onceInSteps = async (ctx: Ctx, call: IdempotentCall, work: (ctx: Ctx) => Promise<Answer>): Promise<ReplayableAnswer> => {
  const { actor, key } = call
  // Counted from before the claim is sent: never longer than the claim itself.
  const keyUntilMs = ctx.ports.timers.nowMs() + call.claimMs
  const storedAnswer = await claim(ctx, call)
  if (storedAnswer) return storedAnswer
  Object.assign(ctx.unitOfWork, { idempotencyKey: key, keyUntilMs })
  try {
    const answer = await work(ctx)
    await keepAnswer(ctx.db, { ...call, ...answer, body: kept(ctx, call, answer.body) })
    return { ...answer, replayed: false }
  } catch (error) {
    // After it has expired, a retry may own the key.
    if (ctx.ports.timers.nowMs() < keyUntilMs)
      await sql`delete from idempotency_keys where actor = ${actor} and key = ${key} and claimed_until is not null`.execute(ctx.db)
    throw error
  }
}

/** For work that must not begin once its retry may have been answered differently: the process may have been suspended meanwhile. */
export const requireKeyHeld = ({ unitOfWork, ports }: Ctx): void => {
  if (unitOfWork.keyUntilMs !== undefined && ports.timers.nowMs() >= unitOfWork.keyUntilMs) throw new Problem('key.in_flight')
}

type Name = Pick<IdempotentCall, 'actor' | 'key'>
const nameOf = ({ actor, key }: Name): string => `${actor} ${key}`
const rowOf = ({ actor, key, endpointId, bodyHash }: IdempotentCall) => ({
  actor,
  key,
  endpoint: endpointId,
  hash: bodyHash.toString('hex'),
})

// Claims and answers are committed asynchronously: one lost with the database is as if the process had died, and the work recognises its retry. As
// rows that are there already: an update joined with what is to be written could be planned without the index while the table is small.
const keepAnswer = batcher(async (db, answered: readonly (IdempotentCall & Answer)[]) => {
  const rows = answered.map(({ status, body, ...call }) => ({ ...rowOf(call), status, answer: body }))
  await statement`
    with quick as materialized (${asynchronousCommit})
    insert into idempotency_keys (actor, key, endpoint, body_hash, status, answer)
    select a.actor, a.key, a.endpoint, decode(a.hash, 'hex'), a.status, a.answer
    from quick, json_to_recordset(${JSON.stringify(rows)}::json) as a (actor text, key text, endpoint text, hash text, status integer, answer json)
    on conflict (actor, key) do update set status = excluded.status, answer = excluded.answer, claimed_until = null`.execute(db)
  return answered
})

/** True for those that are ours now. Of two concurrent requests with the same key one gets it. */
const claimKey = batcher(async (db, calls: readonly IdempotentCall[]) => {
  const wanted = new Map(calls.map((one) => [nameOf(one), one]))
  const rows = [...wanted.values()].map((one) => ({ ...rowOf(one), seconds: one.claimMs / 1000 }))
  const claimed = await statement<Name>`
    with quick as materialized (${asynchronousCommit})
    insert into idempotency_keys as k (actor, key, endpoint, body_hash, claimed_until)
    select a.actor, a.key, a.endpoint, decode(a.hash, 'hex'), clock_timestamp() + make_interval(secs => a.seconds)
    from quick, json_to_recordset(${JSON.stringify(rows)}::json) as a (actor text, key text, endpoint text, hash text, seconds double precision)
    on conflict (actor, key) do update set claimed_until = excluded.claimed_until
      where k.claimed_until < clock_timestamp() and k.body_hash = excluded.body_hash
    returning k.actor, k.key`.execute(db)
  const ours = new Set(claimed.rows.map(nameOf))
  return calls.map((one) => wanted.get(nameOf(one)) === one && ours.has(nameOf(one)))
})

/** The stored answer, if any. */
const claim = async (ctx: Ctx, call: IdempotentCall): Promise<ReplayableAnswer | undefined> => {
  if (await claimKey(ctx.db, call)) return undefined
  const { actor, key, bodyHash } = call
  const found =
    await sql<StoredAnswer>`select body_hash, status, answer from idempotency_keys where actor = ${actor} and key = ${key}`.execute(ctx.db)
  const before = found.rows[0]
  if (before?.bodyHash && !before.bodyHash.equals(bodyHash)) throw new Problem('key.reused')
  if (!before || before.status === null) throw new Problem('key.in_flight')
  requireTold(before.status)
  return { status: before.status, body: told(ctx, call, before.answer), replayed: true }
}

/**
 * Runs work in steps while nobody else, in any process, runs under the same name: for what one transaction cannot hold together because another system
 * is asked in between. Whoever comes meanwhile is refused with `key.in_flight`; after a crash the name is free again when the claim has expired.
 */
export const whileHeld = async <T>(ctx: Ctx, name: string, work: () => Promise<T>): Promise<T> => {
  const call: IdempotentCall = {
    actor: 'held',
    key: createHash('sha256').update(name).digest('base64url'),
    endpointId: 'held',
    request: null,
    // Everybody's own, so that one claim never passes for another's.
    bodyHash: randomBytes(32),
    claimMs: ctx.ports.config.waits.claim,
  }
  await sql`delete from idempotency_keys where actor = ${call.actor} and key = ${call.key} and claimed_until < clock_timestamp()`.execute(
    ctx.db,
  )
  if (!(await claimKey(ctx.db, call))) throw new Problem('key.in_flight')
  try {
    return await work()
  } finally {
    await sql`delete from idempotency_keys where actor = ${call.actor} and key = ${call.key} and body_hash = ${call.bodyHash}`.execute(
      ctx.db,
    )
  }
}

/** Waits, in milliseconds, for another call that is at work under the same key or name, here or in another process; then its `key.in_flight` is thrown. */
export type Patience = { readonly forMs: number; readonly pauseMs: number }

export const whenFree = async <T>(ctx: Ctx, { forMs, pauseMs }: Patience, run: () => Promise<T>): Promise<T> => {
  const { timers } = ctx.ports
  const until = timers.nowMs() + forMs
  for (;;) {
    try {
      return await run()
    } catch (error) {
      const inFlight = error instanceof Problem && error.code === 'key.in_flight'
      if (!inFlight || timers.nowMs() + pauseMs > until) throw error
      await timers.sleep(pauseMs)
    }
  }
}

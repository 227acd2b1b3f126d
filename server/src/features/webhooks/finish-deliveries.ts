import { type DeliveryState, webhookPatienceHours } from '@tablewire/contracts/channels/webhook-objects'
import { sql } from 'kysely'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { codeOfState } from '#src/platform/db/guards.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import type { CallResult } from './call-endpoint.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import { pausedMailJob } from './mail-paused.ts'
import { breakAfter, isFinal, restSeconds, secondsUntilNext } from './schedule.ts'
import type {} from './webhook-rows.ts'

export type FinishedDelivery = { claimed: ClaimedDelivery; called: CallResult }

type Verdict = { state: DeliveryState; nextAt: string | null }
/** Delivered, given up, or due for a retry. */
const verdictOf = (ctx: Ctx, { claimed, called }: FinishedDelivery): Verdict => {
  if (called.ok) return { state: 'delivered', nextAt: null }
  if (called.status !== null && isFinal(called.status)) return { state: 'dead', nextAt: null }
  const seconds = secondsUntilNext(claimed.step + 1, { retryAfter: called.retryAfter, dice: Math.random() })
  if (seconds === undefined) return { state: 'dead', nextAt: null }
  return {
    state: 'waiting',
    nextAt: ctx
      .clock()
      .add({ milliseconds: Math.round(seconds * 1000) })
      .toString(),
  }
}

/** In one transaction; deliveries whose lease was lost are left to their new owner. */
const finishTogether = async (ctx: Ctx, endpointId: string, finished: readonly FinishedDelivery[]): Promise<void> => {
  const outcomes = finished.map((one) => ({ ...one, ...verdictOf(ctx, one) }))
  await transaction(ctx, async (inner) => {
    await sql`
      with r as (
        select * from unnest(
          ${outcomes.map(({ claimed }) => claimed.id)}::uuid[], ${outcomes.map(({ claimed }) => claimed.lease)}::uuid[], ${outcomes.map(({ state }) => state)}::text[],
          ${outcomes.map(({ nextAt }) => nextAt)}::timestamptz[], ${outcomes.map(({ called }) => called.status)}::integer[],
          ${outcomes.map(({ called }) => called.error)}::text[], ${outcomes.map(({ called }) => called.answer)}::text[],
          ${outcomes.map(({ called }) => called.sentAt)}::timestamptz[], ${outcomes.map(({ called }) => Math.round(called.durationMs))}::integer[]
        ) as r (id, lease, state, next_at, status, error, answer, sent_at, duration_ms)
      ), done as (
        update webhook_deliveries d set lease = null, attempts = d.attempts + 1, step = d.step + 1, http_status = r.status, error = r.error,
          state = r.state, next_at = coalesce(r.next_at, d.next_at),
          finished_at = case when r.state <> 'waiting' then ${inner.clock().toString()}::timestamptz end
        from r where d.id = r.id and d.lease = r.lease returning d.id, d.attempts
      )
      insert into webhook_attempts (delivery_id, n, at, duration_ms, http_status, error, answer)
      select done.id, done.attempts, r.sent_at, r.duration_ms, r.status, r.error, r.answer from done join r on r.id = done.id`.execute(
      inner.db,
    )
    await (outcomes.some(({ called }) => called.ok) ? recover : suffer)(inner, endpointId, finished)
  })
}

const isClosing = (error: unknown): boolean =>
  (error instanceof Problem ? error.code : codeOfState(String((error as { code?: unknown } | null)?.code))) === 'venue.moving'

/** Records the outcomes of a batch. A place of which something was under way may have been closed meanwhile: all others are then recorded one by one. */
export const finishDeliveries = async (ctx: Ctx, endpointId: string, finished: readonly FinishedDelivery[]): Promise<void> => {
  try {
    await finishTogether(ctx, endpointId, finished)
  } catch (error) {
    if (!isClosing(error)) throw error
    for (const one of finished)
      await finishTogether(ctx, endpointId, [one]).catch((late: unknown) => {
        if (!isClosing(late)) throw late
      })
  }
}

/** A success resets the failure count. Otherwise written once a second at most. */
const recover = async (ctx: Ctx, endpointId: string, finished: readonly FinishedDelivery[]): Promise<void> => {
  const now = ctx.clock().toString()
  await sql`
    update webhook_endpoints set last_delivered_at = ${now}::timestamptz, failures = 0, failing_since = null, retry_at = null, last_error = null,
      state = case when state = 'failing' then 'active' else state end
    where id = ${endpointId} and (failures > 0 or failing_since is not null or state = 'failing' or last_delivered_at is null
      or last_delivered_at < ${now}::timestamptz - interval '1 second')`.execute(ctx.db)
  if (finished[0]!.claimed.failures >= breakAfter) await bringForward(ctx, endpointId)
}

/**
 * The endpoint has recovered: its backlog is due now. An attempt ahead of the published schedule counts extra, so that none is given up earlier for
 * it.
 */
const bringForward = async (ctx: Ctx, endpointId: string): Promise<void> => {
  const now = ctx.clock().toString()
  await sql`
    update webhook_deliveries set next_at = ${now}::timestamptz, step = step - 1
    where endpoint_id = ${endpointId} and state = 'waiting' and lease is null and next_at > ${now}::timestamptz and step > 0`.execute(
    ctx.db,
  )
}

/** The whole batch failed: after some of these the circuit opens, after three days the endpoint is paused and its people are notified. */
const suffer = async (ctx: Ctx, endpointId: string, finished: readonly FinishedDelivery[]): Promise<void> => {
  const now = ctx.clock()
  const failures = finished[0]!.claimed.failures + finished.length
  // An endpoint that permanently refuses one event is up all the same, and gets the next at once.
  const worthRest = finished.some(({ called }) => called.status === null || !isFinal(called.status))
  const retryAfter = Math.min(3600, Math.max(0, ...finished.map(({ called }) => called.retryAfter ?? 0)))
  const rest = Math.max(retryAfter, worthRest ? restSeconds(failures) : 0)
  const patience = now.subtract({ hours: webhookPatienceHours }).toString()
  const { rows } = await sql<{ state: string; url: string }>`
    update webhook_endpoints e set failures = ${failures}::integer, failing_since = coalesce(e.failing_since, ${now.toString()}::timestamptz),
      last_error = ${finished.at(-1)!.called.error},
      retry_at = ${rest > 0 ? now.add({ seconds: rest }).toString() : null}::timestamptz,
      state = case when e.failing_since < ${patience}::timestamptz then 'paused' when ${failures}::integer >= ${sql.lit(breakAfter)} then 'failing' else e.state end,
      paused_by = case when e.failing_since < ${patience}::timestamptz then 'hub' end
    where e.id = ${endpointId} and e.state in ('active', 'failing')
    returning e.state, e.url`.execute(ctx.db)
  const after = rows[0]
  if (after?.state !== 'paused') return
  await audit(ctx, { action: 'webhook.paused', subject: 'webhook', subjectId: endpointId, after: { url: after.url, state: 'paused' } })
  await ctx.ports.jobs.enqueue(ctx, pausedMailJob, { endpointId })
}

import type { CallOutcome, EventName } from '@tablewire/contracts/channels/webhook-objects'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId, newSecret } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { type CallResult, callEndpoint, type Target } from './call-endpoint.ts'
import { type AnyEndpoint, lockEndpoint, readEndpoint } from './endpoint-view.ts'
import { targetOf } from './targets.ts'
import { testPayload } from './trigger-event.ts'

/** The outcome for the caller, without internal fields. */
const outcomeOf = ({ ok, status, durationMs, answer, error }: CallResult): CallOutcome => ({ ok, status, durationMs, answer, error })

const reachable = async (ctx: Ctx, id: string): Promise<Target> => {
  await readEndpoint(ctx, id)
  const target = await targetOf(ctx, id)
  if (!target) throw new Problem('webhook.not_found')
  return target
}

const aboutItself = (ctx: Ctx, action: 'verify' | 'test', more: Record<string, string>) => {
  const eventId = newId()
  const body = JSON.stringify({ event_id: eventId, occurred_at: ctx.clock().toString(), entity: 'webhook', action, ...more })
  return { eventId, body }
}

/** Sends a challenge; an endpoint that echoes it, as text or as JSON, is verified. Called outside of any transaction. */
export const verifyEndpoint = async (ctx: Ctx, id: string): Promise<{ endpoint: AnyEndpoint; outcome: CallOutcome }> => {
  const target = await reachable(ctx, id)
  // Short enough to be shown as it was answered.
  const challenge = newSecret().slice(0, 32)
  const called = await callEndpoint(ctx, target, { ...aboutItself(ctx, 'verify', { challenge }), operation: 'webhook_verify' })
  const proved = called.ok && called.answer?.includes(challenge) === true
  const outcome: CallOutcome = {
    ...outcomeOf(called),
    ok: proved,
    error: called.error ?? (proved ? null : 'the answer does not hold the challenge'),
  }
  return transaction(ctx, async (inner) => {
    const before = await lockEndpoint(inner, id)
    // Verified is the address that was called, not one that was entered meanwhile.
    if (proved && before.state === 'unverified' && before.url === target.url)
      await inner.db.updateTable('webhookEndpoints').set({ state: 'active', lastError: null }).where('id', '=', id).execute()
    const endpoint = await readEndpoint(inner, id)
    await audit(inner, {
      action: 'webhook.verification_asked',
      subject: 'webhook',
      subjectId: id,
      before: { state: before.state },
      after: { state: endpoint.state, proved, status: outcome.status },
    })
    return { endpoint, outcome }
  })
}

/** An event about no booking, sent now, whatever state the endpoint is in: one about itself, or one that looks like that of a booking. */
export const testEndpoint = async (ctx: Ctx, { id, name }: { id: string; name?: EventName | undefined }): Promise<CallOutcome> => {
  const target = await reachable(ctx, id)
  const sent = name ? testPayload(ctx, name) : undefined
  const message = sent ? { eventId: sent.event_id, body: JSON.stringify(sent) } : aboutItself(ctx, 'test', {})
  const called = await callEndpoint(ctx, target, { ...message, operation: 'webhook_test' })
  await transaction(ctx, (inner) =>
    audit(inner, { action: 'webhook.tested', subject: 'webhook', subjectId: id, after: { ok: called.ok, status: called.status } }),
  )
  return outcomeOf(called)
}

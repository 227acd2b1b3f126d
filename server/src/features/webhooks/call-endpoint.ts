import { isOwnHeader } from '@tablewire/contracts/kit/headers.rules'
import { type CallOutcome, webhookTimeoutMs } from '@tablewire/contracts/channels/webhook-objects'
import type { Ctx } from '#src/platform/ctx.ts'
import { signatureOf } from '#src/platform/net/body-signature.ts'
import { AddressRefused } from '#src/platform/net/guard.ts'
import { retryAfterSeconds } from './schedule.ts'

/** An endpoint ready to be called, with its secrets unsealed. */
export type Target = {
  id: string
  channelId: string | null
  systemId: string | null
  url: string
  authKind: 'none' | 'bearer' | 'basic' | 'header'
  authName: string | null
  authValue: string | null
  secrets: readonly string[]
}
/** `about`: the venue, and the booking, for the trace. */
export type Call = {
  body: string
  eventId: string
  operation: 'webhook' | 'webhook_test' | 'webhook_verify'
  attempt?: number
  about?: { venueId: string | null; reservationId: string | null }
}
export type CallResult = CallOutcome & { retryAfter: number | undefined; sentAt: string }

const authHeaders = ({ authKind, authName, authValue }: Target): Record<string, string> => {
  if (authKind === 'bearer') return { authorization: `Bearer ${authValue}` }
  if (authKind === 'basic') return { authorization: `Basic ${Buffer.from(`${authName}:${authValue}`).toString('base64')}` }
  return authKind === 'header' && !isOwnHeader(authName!) ? { [authName!.toLowerCase()]: authValue! } : {}
}

/** The error in words for people who run the hub; never repeats an address. */
const reasonOf = (error: unknown): string => {
  if (error instanceof AddressRefused) return 'the address is not a public one'
  const { name, code = '' } = error as NodeJS.ErrnoException
  if (name === 'TimeoutError' || name === 'AbortError') return `no answer within ${webhookTimeoutMs / 1000} seconds`
  if (code === 'ECONNREFUSED') return 'the connection was refused'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'the name of the host is not known'
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'the connection was cut'
  if (/CERT|TLS|SSL|SELF_SIGNED|ALTNAME/.test(code)) return 'the certificate of the host was not accepted'
  return code === '' ? 'the call failed' : `the call failed (${code})`
}

/** Sends one request to an endpoint and returns the outcome; never throws. Records the hop as a trace. */
export const callEndpoint = async (ctx: Ctx, target: Target, call: Call): Promise<CallResult> => {
  const at = ctx.clock()
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'user-agent': 'Tablewire-Webhooks/1',
    'tablewire-event-id': call.eventId,
    'tablewire-signature': signatureOf(target.secrets, Math.floor(at.epochMilliseconds / 1000), call.body),
    ...authHeaders(target),
  }
  const called = await attempt(ctx, target, { headers, body: call.body })
  const durationMs = ctx.clock().epochMilliseconds - at.epochMilliseconds
  ctx.ports.traces.note({
    from: 'hub',
    to: target.systemId === null ? 'channel' : 'system',
    operation: call.operation,
    channelId: target.channelId,
    systemId: target.systemId,
    venueId: call.about?.venueId ?? null,
    reservationId: call.about?.reservationId ?? null,
    otherIds: [call.eventId],
    requestId: ctx.requestId,
    attempt: call.attempt ?? 1,
    outcome: called.ok ? 'ok' : called.status === null ? 'unclear' : called.status < 500 ? 'refused' : 'failed',
    error: called.error,
    httpStatus: called.status,
    startedAt: at.toString(),
    durationMs,
    method: 'POST',
    url: target.url,
    requestHeaders: headers,
    requestBody: JSON.parse(call.body) as unknown,
    responseBody: called.answer,
  })
  return { ...called, durationMs, sentAt: at.toString() }
}

type Outcome = Pick<CallResult, 'ok' | 'status' | 'answer' | 'error' | 'retryAfter'>

const attempt = async (ctx: Ctx, { url }: Target, sent: { headers: Record<string, string>; body: string }): Promise<Outcome> => {
  const origins = ctx.ports.config.channelServices
  try {
    const { status, headers, text } = await ctx.ports.send(url, { origins }, { ...sent, timeoutMs: webhookTimeoutMs, longest: 4096 })
    const ok = status >= 200 && status < 300
    return {
      ok,
      status,
      answer: masked(text),
      error: ok ? null : `the endpoint answered ${status}`,
      retryAfter: retryAfterSeconds(headers['retry-after'], ctx.clock().epochMilliseconds),
    }
  } catch (error) {
    return { ok: false, status: null, answer: null, error: reasonOf(error), retryAfter: undefined }
  }
}

/** Endpoints echo arbitrary text: addresses, numbers and keys are masked, and characters no text column takes are removed. */
const masked = (text: string): string | null =>
  text
    .slice(0, 1000)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffd]/g, '')
    .replace(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '***@***')
    .replace(/\+?\d[\d ().-]{6,}\d/g, '***')
    .replace(/\b(bearer|basic)\s+\S+|\b[\w-]{40,}\b/gi, '***')
    .trim() || null

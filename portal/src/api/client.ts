import type { Endpoint, Result, Sent } from '@tablewire/contracts/kit/endpoint'
import { ApiError, errorOfAnswer } from './api-error.ts'
import { noteAge } from './data-age.ts'
import { prefetchedAnswer } from './prefetch.ts'
import { headersOfMoment, noteCursor } from './live-cursor.ts'
import { renewedToken } from './renew.ts'
import { headersOf, type Input as Asked, pathOf } from './request.ts'
import { noteClock } from './server-clock.ts'
import { sessionStore } from './session.ts'
import { type Maker, tablet } from './tablet.ts'

export const timeoutMs = 120_000

export type CallOptions = {
  signal?: AbortSignal | undefined
  /** Idempotency key: the same key with the same body is done once, however often it is sent. */
  idempotencyKey?: string | undefined
  /** `keepalive`: completes even when the page is left meanwhile. */
  keepalive?: boolean
  /** On a shared tablet: who did it before there was a network again. */
  madeBy?: Maker | undefined
  /** The same where nobody was let in: whom it was about, as the keypad asks it. */
  about?: string | undefined
}
type CallArguments<E extends Endpoint> =
  {} extends Sent<E> ? [input?: Sent<E>, options?: CallOptions] : [input: Sent<E>, options?: CallOptions]

type Send = (path: string, init: RequestInit) => Promise<Response>
/** `approval`: a manager's word for this one act, on a shared tablet. */
type Input = Asked & { options?: CallOptions | undefined; approval?: string | undefined }

const callOver = async <E extends Endpoint>(send: Send, endpoint: E, input: Input): Promise<Result<E>> => {
  const { body, options = {}, approval } = input
  const response = await send(pathOf(endpoint, input), {
    method: endpoint.method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(options.idempotencyKey ? { 'idempotency-key': options.idempotencyKey } : {}),
      ...(endpoint.method === 'GET' ? headersOfMoment() : {}),
      ...tablet.headers(options.madeBy, approval),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(options.keepalive ? { keepalive: true } : {}),
    signal: withTimeout(options.signal),
  })
  const answer = await bodyOf(response)
  if (!response.ok) throw errorOfAnswer(response.status, endpoint.method, answer)
  noteAge(endpoint, response)
  return (endpoint.envelope === 'data' ? (answer as { data: unknown }).data : answer) as Result<E>
}

/** Calls an endpoint; throws ApiError, and nothing else, when it fails. */
export const api = async <E extends Endpoint>(endpoint: E, ...[input, options]: CallArguments<E>): Promise<Result<E>> => {
  let approval: string | undefined
  let by: Maker | undefined
  for (;;)
    try {
      const answer = await callOver(authorized, endpoint, {
        ...(input as Input),
        options: { ...options, madeBy: by ?? options?.madeBy },
        approval,
      })
      tablet.acted(endpoint)
      return answer
    } catch (error) {
      const settled =
        error instanceof ApiError ? await tablet.settle(error, endpoint, { ...options, madeBy: by ?? options?.madeBy }) : undefined
      if (!settled) {
        if (error instanceof ApiError && error.status === 401 && endpoint.can !== 'public') sessionStore.end({ error })
        throw error
      }
      approval = settled.approval ?? approval
      by = settled.by ?? by
    }
}

/** A call with a token that is not stored as this page's session, and may never be. */
export const apiWith = <E extends Endpoint>(token: string, endpoint: E): Promise<Result<E>> =>
  callOver((path, init) => reach(path, init, token), endpoint, {})

/** `fetch` with the session's token and the reader's language; on an expired token it refreshes the token once and retries. */
export const authorized = async (path: string, init: RequestInit): Promise<Response> => {
  const token = sessionStore.get().user?.access_token
  const era = sessionStore.era()
  const response = await reach(path, init, token)
  if (response.status !== 401 || !token) return response
  const renewed = await renewedToken(token)
  // A request of one user is not retried with the token of another who signed in meanwhile.
  return renewed && sessionStore.era() === era ? reach(path, init, renewed) : response
}

const reach = async (path: string, init: RequestInit, token: string | undefined): Promise<Response> => {
  const request = { ...init, headers: headersOf(init.headers, token) }
  try {
    const early = await prefetchedAnswer(path, request)
    if (early) return early
    const answer = await fetch(path, request)
    noteCursor(answer)
    noteClock(answer)
    return answer
  } catch (error) {
    throw unreached(error, init.signal)
  }
}

const unreached = (error: unknown, signal: AbortSignal | null | undefined): unknown => {
  if (signal?.aborted && (signal.reason as { name?: string } | undefined)?.name === 'TimeoutError')
    return new ApiError(0, 'network.timeout')
  // An aborted call is not a failure; TanStack Query knows this name.
  return signal?.aborted ? error : new ApiError(0, 'network.failed')
}

const bodyOf = async (response: Response): Promise<unknown> => {
  try {
    const text = await response.text()
    return response.headers.get('content-type')?.includes('json') ? (JSON.parse(text) as unknown) : text
  } catch {
    throw new ApiError(response.ok ? 0 : response.status, 'network.failed')
  }
}

const withTimeout = (signal: AbortSignal | undefined): AbortSignal =>
  signal ? AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) : AbortSignal.timeout(timeoutMs)

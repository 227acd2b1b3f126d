import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoint, Result, Sent } from '@tablewire/contracts/kit/endpoint'
import { type Answer, checkAnswer, differences } from './conformance.ts'
import type { Journal } from './journal.ts'

export type Reply<T> = { ok: true; data: T; key: string | undefined } | { ok: false; code: string; key: string | undefined }
export type Options = {
  /** Undefined sends none. */
  token?: string | undefined
  /** Instead of a new one. */
  key?: string
}
export type Client = {
  /** One call of the contract; the answer is validated, and a lost connection or a busy server is retried with the same idempotency key. */
  call<E extends Endpoint>(endpoint: E, input: Sent<E>, options: Options): Promise<Reply<Result<E>>>
  /** The same request with the same idempotency key must give the same answer, marked as a replay. */
  replay<E extends Endpoint>(endpoint: E, input: Sent<E>, options: { token: string; key: string; expected: Result<E> }): Promise<void>
  /** An answer that has the right form and an impossible content. */
  wrong(endpoint: Endpoint, fault: string, answer: unknown): void
}
/** The server did not come back within the timeout. */
export class ServerGone extends Error {
  override name = 'ServerGone'
}

type Wire = { url: string; journal: Journal; turn: () => Promise<void>; patienceMs: number }
type Parts = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }
type Request = { endpoint: Endpoint; address: string; init: RequestInit; key: string | undefined }

const queryText = (query: Record<string, unknown>): string => {
  const out = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    if (typeof value === 'object' && !Array.isArray(value))
      for (const [inner, one] of Object.entries(value)) {
        if (one !== undefined) out.append(`${name}[${inner}]`, [one].flat().map(String).join(','))
      }
    else out.append(name, [value].flat().map(String).join(','))
  }
  const text = out.toString()
  return text === '' ? '' : `?${text}`
}

const requestOf = (url: string, endpoint: Endpoint, { parts, token, key }: Options & { parts: Parts }): Request => {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(parts.params?.[name] ?? ''))
  const headers: Record<string, string> = { accept: 'application/json' }
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`
  if (parts.body !== undefined) headers['content-type'] = 'application/json'
  const sent = endpoint.idempotent ? (key ?? randomUUID()) : undefined
  if (sent !== undefined) headers['idempotency-key'] = sent
  const body = parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }
  return {
    endpoint,
    address: `${url}${path}${queryText(parts.query ?? {})}`,
    init: { method: endpoint.method, headers, ...body },
    key: sent,
  }
}

const kindOf = (error: unknown): string => {
  const cause = (error as { cause?: { code?: string } }).cause
  return cause?.code ?? (error as Error).name
}

const secondsOf = (headers: Headers): number => Math.min(30, Number(headers.get('retry-after') ?? 1) || 1)
/** Retryable: the server is busy, or the first request with this key is still running. */
const later = new Set(['server.busy', 'rate.limited', 'key.in_flight'])

type Fetched = Answer & { tookMs: number }

const fetchOnce = async ({ address, init }: Request): Promise<Fetched> => {
  const startedMs = performance.now()
  const response = await fetch(address, { ...init, signal: AbortSignal.timeout(30_000) })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, tookMs: performance.now() - startedMs }
}

/** Answers are never printed whole: they hold guests, even if invented ones. */
const short = (text: string): string => (text.length > 600 ? `${text.slice(0, 600)} …` : text)

const tellBreaches = (
  { journal, url }: Wire,
  { endpoint, address, init }: Request,
  answered: { status: number; faults: readonly string[]; answer: string },
): void => {
  for (const fault of answered.faults)
    journal.breach({
      call: endpoint.id,
      request: `${init.method} ${address.slice(url.length)}`,
      status: answered.status,
      fault,
      answer: short(answered.answer),
    })
}

/** Retries until there is an answer, or no server any more. */
const send = async (wire: Wire, request: Request): Promise<{ answer: Fetched; reply: Reply<never> }> => {
  const { journal, turn, patienceMs } = wire
  const { endpoint, key } = request
  const untilMs = performance.now() + patienceMs
  for (let tries = 0; ; tries++) {
    await turn()
    let answer: Fetched
    try {
      answer = await fetchOnce(request)
    } catch (error) {
      journal.connectionError(kindOf(error))
      if (performance.now() > untilMs)
        throw new ServerGone(`No answer from ${wire.url} for ${Math.round(patienceMs / 1000)} s.`, { cause: error })
      await sleep(Math.min(1000, 50 * 2 ** tries))
      continue
    }
    const { checked, faults } = checkAnswer(endpoint, answer)
    tellBreaches(wire, request, { status: answer.status, faults, answer: answer.text })
    journal.answered(endpoint.id, answer.tookMs, checked.ok ? undefined : checked.code)
    if (checked.ok || !later.has(checked.code) || performance.now() > untilMs) return { answer, reply: { ...checked, key } as Reply<never> }
    await sleep(checked.code === 'rate.limited' ? secondsOf(answer.headers) * 1000 : 150)
  }
}

export const makeClient = (wire: Wire): Client => ({
  call: async (endpoint, input, options) => (await send(wire, requestOf(wire.url, endpoint, { ...options, parts: input as Parts }))).reply,
  replay: async (endpoint, input, { expected, ...options }) => {
    const request = requestOf(wire.url, endpoint, { ...options, parts: input as Parts })
    const { answer, reply } = await send(wire, request)
    const faults = reply.ok
      ? differences(expected, reply.data).map((where) => `a replay answers otherwise: ${where}`)
      : [`a replay is refused: ${reply.code}`]
    if (reply.ok && answer.headers.get('idempotent-replayed') !== 'true') faults.push('a replay that does not say so')
    tellBreaches(wire, request, { status: answer.status, faults, answer: answer.text })
  },
  wrong: (endpoint, fault, answer) => {
    const text = JSON.stringify(answer) ?? ''
    wire.journal.breach({
      call: endpoint.id,
      request: `${endpoint.method} ${endpoint.path}`,
      status: endpoint.status ?? 200,
      fault,
      answer: short(text),
    })
  },
})

/** Rate limiter: calls leave in order, at most so many a second; 0 = unlimited. */
export const makePace = (perSecond: number): (() => Promise<void>) => {
  let nextMs = performance.now()
  return async () => {
    if (perSecond <= 0) return
    const nowMs = performance.now()
    nextMs = Math.max(nextMs + 1000 / perSecond, nowMs - 1000)
    if (nextMs > nowMs) await sleep(nextMs - nowMs)
  }
}

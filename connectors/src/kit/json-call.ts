import type { z } from 'zod/mini'
import type { Answer, Call } from './connector.ts'
import { done, maybeDone, notDone } from './fault.ts'
import type { HttpAnswer, HttpRequest } from './http.ts'

export type JsonRequest = {
  method: HttpRequest['method']
  url: string
  headers?: Readonly<Record<string, string>>
  body?: unknown
  /** A read has no effects: whatever happens to it, nothing was carried out. */
  reads: boolean
  /** What 409 means for this request; a place that is gone unless said. */
  conflict?: 'taken' | 'refused'
}

type Failed = Extract<Answer<never>, { ok: false }>

/** Retry-After in seconds or as HTTP date, limited to a minute. */
export const retryAfterMs = (header: string | undefined, nowMs: number): number | null => {
  if (header === undefined) return null
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs
  return Number.isFinite(ms) ? Math.min(60_000, Math.max(0, ms)) : null
}

const messageIn = (text: string): string | undefined => {
  const body = jsonOf(text)
  if (typeof body !== 'object' || body === null) return undefined
  const { message, error, code } = body as Record<string, unknown>
  for (const one of [message, (error as Record<string, unknown> | null)?.['message'], error, code]) if (typeof one === 'string') return one
  return undefined
}
/** Masks e-mail addresses and long numbers in a system's message, which may be a guest's. */
const withoutGuests = (text: string): string => text.replaceAll(/[^\s@<>"]+@[^\s@<>"]+/g, '…').replaceAll(/\+?\d[\d ()/-]{6,}\d/g, '…')

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A 503 counts as busy only with Retry-After. */
const isBusy = (status: number, toldWhen: boolean): boolean => status === 425 || status === 429 || (status === 503 && toldWhen)

/** Maps a failure status: a definite refusal, an unknown outcome or a contract violation. */
const refusalOf = ({ status, headers, text }: HttpAnswer, { reads, conflict = 'taken' }: JsonRequest): Failed => {
  const details = { httpStatus: status, retryAfterMs: retryAfterMs(headers['retry-after'], Date.now()) }
  const words = messageIn(text)
  const message = words === undefined ? `answered ${status}` : `answered ${status}: ${withoutGuests(words)}`
  const unclear = (kind: 'unclear' | 'garbage' | 'busy'): Failed =>
    reads ? notDone(kind, message, details) : maybeDone(kind, message, details)
  if (status === 401 || status === 403) return notDone('denied', message, details)
  // A page of a proxy or a wrong address says nothing about the booking.
  if (status === 404 || status === 410)
    return /html/i.test(headers['content-type'] ?? '') ? unclear('garbage') : notDone('not_found', message, details)
  if (status === 409) return notDone(conflict, message, details)
  if (isBusy(status, details.retryAfterMs !== null)) return notDone('busy', message, details)
  if (status === 408 || status >= 500) return unclear('unclear')
  if (status >= 400) return notDone('refused', message, details)
  return unclear('garbage')
}

/** One request with a JSON answer; an empty one reads as `undefined`. Redirects, HTML pages and truncated answers are `garbage`. */
export const callJson = async (call: Call<unknown>, request: JsonRequest): Promise<Answer<unknown>> => {
  const { method, url, headers, body, reads } = request
  const answer = await call.http(
    {
      method,
      url,
      headers: {
        ...call.headers,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
    call.signal,
  )
  if ('failure' in answer) {
    if (!answer.sent) return notDone('unreachable', answer.failure)
    return reads ? notDone('unclear', answer.failure) : maybeDone('unclear', answer.failure)
  }
  if (answer.status < 200 || answer.status > 299) return refusalOf(answer, request)
  if (answer.text.trim() === '') return done(undefined)
  const value = jsonOf(answer.text)
  if (value !== undefined) return done(value)
  const details = { httpStatus: answer.status }
  return reads ? notDone('garbage', 'answered what is not JSON', details) : maybeDone('garbage', 'answered what is not JSON', details)
}

/** The answer parsed by `schema` and mapped by `map`; anything else is `garbage`, and the outcome of a write unknown. */
export const readAs = <S extends z.ZodMiniType, T>(
  answer: Answer<unknown>,
  schema: S,
  { map, reads }: { map: (value: z.output<S>) => T; reads: boolean },
): Answer<T> => {
  if (!answer.ok) return answer
  const parsed = schema.safeParse(answer.value)
  if (parsed.success)
    try {
      return done(map(parsed.data))
    } catch {
      // A date that is none, and the like: said below.
    }
  const where = parsed.success ? 'a value' : (parsed.error.issues[0]?.path.join('.') ?? '') || 'the answer'
  const message = `answered what the contract does not know (${where})`
  return reads ? notDone('garbage', message) : maybeDone('garbage', message)
}

import type { Http, HttpAnswer } from './http.ts'

/** One request as it was sent, and what came back: recorded once from the real system, without guests' data. */
export type Exchange = { method: string; url: string; body?: unknown; answer: Pick<HttpAnswer, 'status'> & { body: unknown } }
export type Replay = { http: Http; left: () => number }

/** Answers a recorded conversation in its order, and anything else as a failure that names the difference. */
export const replay = (exchanges: readonly Exchange[]): Replay => {
  const waiting = [...exchanges]
  return {
    left: () => waiting.length,
    http: async ({ method, url, body }) => {
      const next = waiting.shift()
      const sent = body === undefined ? undefined : (JSON.parse(body) as unknown)
      if (next?.method !== method || next.url !== url || JSON.stringify(next.body) !== JSON.stringify(sent))
        return { failure: `expected ${JSON.stringify(next)}, was asked ${JSON.stringify({ method, url, body: sent })}`, sent: false }
      return { status: next.answer.status, headers: { 'content-type': 'application/json' }, text: JSON.stringify(next.answer.body) }
    },
  }
}

import type { Http, HttpAnswer } from './http.ts'

/** One recorded request with its answer, from the real system, without guests' data. */
export type Exchange = { method: string; url: string; body?: unknown; answer: Pick<HttpAnswer, 'status'> & { body: unknown } }
export type Replay = { http: Http; left: () => number }

/** Replays a recorded conversation in its order; any other request fails and names the difference. */
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

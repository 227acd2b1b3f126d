import { setTimeout as sleep } from 'node:timers/promises'
import type { Watch } from '../../tests/build/a-caller.ts'

const everyMs = 300
const visitors = 2
const answerWithinMs = 60_000

/** Guests open the booking page of a house again and again: pages have ways of their own to say that the database is away. */
export const startVisits = (url: string, watch: Watch): { stop: () => Promise<void> } => {
  const stopped = new AbortController()
  const visit = async (): Promise<void> => {
    const started = performance.now()
    const tell = (what: Omit<Parameters<Watch>[0], 'method' | 'tookMs'>): void =>
      watch({ method: 'GET', tookMs: performance.now() - started, ...what })
    const answer = await fetch(url, { headers: { accept: 'text/html' }, signal: AbortSignal.timeout(answerWithinMs) }).catch(
      (error: unknown) => tell({ failed: (error as Error).message }),
    )
    if (!answer) return
    tell({ status: answer.status, retryAfter: answer.headers.get('retry-after') })
    await answer.text()
    if (answer.status !== 200 && answer.status !== 503) throw new Error(`The booking page answered ${answer.status}`)
  }
  const running = Array.from({ length: visitors }, async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await visit()
      await sleep(everyMs)
    }
  })
  // Heard at `stop`.
  for (const one of running) one.catch(() => undefined)
  return {
    stop: async () => {
      stopped.abort()
      await Promise.all(running)
    },
  }
}

import type pg from 'pg'
import { openCommits } from './connect.ts'

/**
 * Commits that wait for a synchronous standby which is away: the database has no limit of its own for them, and who waits for their locks or for one of
 * their connections has none either.
 */
export type CommitWatch = {
  /** Some have been waiting for too long, and nothing can be saved until they are answered. */
  waiting(): boolean
  /** Called each second meanwhile. */
  whileWaiting(listener: () => void): void
  stop(): void
}

const everyMs = 1000

/** `patienceMs`: longer is too long. Looks are counted, as this process may have stood still itself. */
export const watchCommits = (pool: pg.Pool, patienceMs: number): CommitWatch => {
  const looks = new WeakMap<object, number>()
  const listeners: (() => void)[] = []
  let isWaiting = false
  const look = (): void => {
    isWaiting = false
    for (const commit of openCommits(pool)) {
      const seen = (looks.get(commit) ?? 0) + 1
      looks.set(commit, seen)
      if (seen > patienceMs / everyMs) isWaiting = true
    }
    if (isWaiting) for (const listener of listeners) listener()
  }
  const timer = setInterval(look, everyMs).unref()
  return {
    waiting: () => isWaiting,
    whileWaiting: (listener) => void listeners.push(listener),
    stop: () => clearInterval(timer),
  }
}

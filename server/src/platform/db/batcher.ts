import type { Db } from './schema.ts'

type WaitingRequest<A, R> = { request: A; done: (result: R) => void; failed: (error: unknown) => void }
type Run<A, R> = (db: Db, requests: readonly A[]) => Promise<readonly R[]>

/** A larger batch would make its first items wait for its last. */
const most = 100

const runGroup = async <A, R>(db: Db, run: Run<A, R>, group: readonly WaitingRequest<A, R>[]): Promise<void> => {
  try {
    const results = await run(
      db,
      group.map(({ request }) => request),
    )
    for (const [index, { done }] of group.entries()) done(results[index]!)
  } catch (error) {
    if (group.length === 1) group[0]!.failed(error)
    // An item that fails must not fail the others.
    else for (const one of group) await runGroup(db, run, [one])
  }
}

/**
 * Batches small writes of many requests into one statement: items that arrive while a batch runs form the next one; a single item runs at once. `run`
 * answers in the order of the items; a batch that fails is retried item by item.
 */
export const batcher = <A, R>(run: Run<A, R>): ((db: Db, request: A) => Promise<R>) => {
  const lines = new WeakMap<Db, { waiting: WaitingRequest<A, R>[]; busy: boolean }>()
  const lineOf = (db: Db) => {
    const line = lines.get(db) ?? { waiting: [], busy: false }
    lines.set(db, line)
    return line
  }
  const work = async (db: Db): Promise<void> => {
    const line = lineOf(db)
    if (line.busy) return
    line.busy = true
    while (line.waiting.length) await runGroup(db, run, line.waiting.splice(0, most))
    line.busy = false
  }
  return (db, request) =>
    new Promise((done, failed) => {
      lineOf(db).waiting.push({ request, done, failed })
      void work(db)
    })
}

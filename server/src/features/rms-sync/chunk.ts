import type { Fault } from '@tablewire/connectors/kit/connector'
import type { SyncLogCode, SyncLogLevel } from '@tablewire/contracts/rms/sync'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Task } from './task-rows.ts'

export type LogLine = { level: SyncLogLevel; code: SyncLogCode; venueId?: string | null; details?: Record<string, string | number> }

/** The result of one chunk. Nothing is stored before `write` has run, in the transaction that also moves the cursor. */
export type Chunk = {
  /** Where the next chunk begins; null = there is none. */
  cursor: string | null
  executed: number
  /** Units in all, where only the system knows. */
  total?: number
  logs: readonly LogLine[]
  /** Venues that did not work out. */
  failed: readonly string[]
  /** Answers how many things are now other than before. */
  write?: (ctx: Ctx) => Promise<number>
}
/** The system could not be reached at all: the same chunk is retried later. */
export type BlockedTask = { blocked: Fault }

export type SyncWork = {
  /** Units to execute. */
  count(ctx: Ctx, task: Task): Promise<number>
  work(ctx: Ctx, task: Task, signal: AbortSignal): Promise<Chunk | BlockedTask>
}

/** Faults that are not about a single venue: any other call would get the same. */
export const isOfSystem = ({ kind }: Fault): boolean => kind === 'unreachable' || kind === 'denied' || kind === 'busy'

export const faultLine = ({ kind, message }: Fault, venueId: string | null): LogLine => ({
  level: 'error',
  code: kind === 'not_found' && venueId !== null ? 'venue_unknown' : 'system_fault',
  venueId,
  details: { fault: kind, message: message.slice(0, 300) },
})

/** Runs with bounded concurrency, in order; starts nothing new once aborted, and applies back-pressure while requests keep the process busy. */
export const eachAtOnce = async <In, Out>(
  items: readonly In[],
  { ctx, atOnce, signal }: { ctx: Ctx; atOnce: number; signal: AbortSignal },
  run: (item: In) => Promise<Out>,
): Promise<Out[]> => {
  const found: Out[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < items.length && !signal.aborted) {
      const at = next++
      await ctx.ports.jobs.backpressure()
      found[at] = await run(items[at]!)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  return found
}

import type { Ctx, Ports } from '../ctx.ts'

/**
 * A work queue in a table: rows with a due time, `next_at`, and a lease. Every working process polls for due rows, takes them with `for update skip
 * locked` under a lease, and when it dies the lease expires, so that another takes over. No state in memory.
 */
export type LeasedWork<Item> = {
  name: string
  /** Concurrency of this process. */
  atOnce: number
  /** The polling interval, where nothing wakes it earlier. */
  everyMs: number
  /** Takes up to `capacity` due pieces under a lease of this process. */
  take: (ctx: Ctx, capacity: number) => Promise<readonly Item[]>
  /** Never throws for errors of the other side; what it throws is logged, and the row is due again when its lease expires. */
  run: (ctx: Ctx, item: Item, signal: AbortSignal) => Promise<void>
}
export type Loop = { stop: () => Promise<void> }

const awake = new WeakMap<Ports, Map<string, () => void>>()

/** Wakes this process's loop, after the commit where there is a transaction; other processes find the row by polling. */
export const wakeLoop = ({ ports, unitOfWork }: Ctx, name: string): void => {
  const wake = (): void => awake.get(ports)?.get(name)?.()
  if (unitOfWork.inTransaction) unitOfWork.afterCommit.push(wake)
  else wake()
}

const enter = (ports: Ports, name: string, wake: () => void): (() => void) => {
  const loops = awake.get(ports) ?? new Map<string, () => void>()
  awake.set(ports, loops.set(name, wake))
  return () => void loops.delete(name)
}

/** Work that ignores the abort signal is abandoned after a grace period: its lease expires, and another process takes it up. */
const cutOff = async ({ timers, config }: Ports, ending: AbortController): Promise<void> => {
  await timers.sleep(config.waits.stop)
  ending.abort()
  await timers.sleep(500)
}

/** Starts polling. `stop` claims nothing more, waits for work in progress, and then aborts it. */
export const startLoop = <Item>(ctxOf: () => Ctx, { name, atOnce, everyMs, take, run }: LeasedWork<Item>): Loop => {
  const running = new Set<Promise<void>>()
  const ending = new AbortController()
  let stopped = false
  let again = false
  let logged = false
  let looking: Promise<void> | undefined

  const work = (item: Item): void => {
    const ctx = ctxOf()
    const one = run(ctx, item, ending.signal)
      .catch((error: unknown) => {
        if (!stopped) ctx.log.error({ err: error, loop: name }, 'work failed')
      })
      .finally(() => {
        running.delete(one)
        // Rows left for want of capacity.
        if (again) look()
      })
    running.add(one)
  }
  const takeSome = async (): Promise<void> => {
    for (let capacity = atOnce - running.size; again && capacity > 0; capacity = atOnce - running.size) {
      again = false
      const items = await take(ctxOf(), capacity)
      for (const item of items) work(item)
      again ||= !stopped && items.length === capacity
    }
  }
  const look = (): void => {
    if (looking || stopped) return
    looking = takeSome()
      .then(
        () => void (logged = false),
        (error: unknown) => {
          // Logged once per outage: the next poll comes by itself.
          if (!logged && !stopped) ctxOf().log.warn({ err: error, loop: name }, 'work not taken')
          logged = true
        },
      )
      .finally(() => {
        looking = undefined
        if (again && running.size < atOnce && !logged) look()
      })
  }
  const wake = (): void => {
    again = !stopped
    look()
  }
  const stopLooking = ctxOf().ports.timers.every(everyMs, wake)
  const leave = enter(ctxOf().ports, name, wake)
  wake()
  return {
    stop: async () => {
      stopped = true
      again = false
      stopLooking()
      leave()
      await looking
      await Promise.race([Promise.all(running), cutOff(ctxOf().ports, ending)])
    },
  }
}

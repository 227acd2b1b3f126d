import { stopwatchMs } from '../clock.ts'
import { destroyConnections, makeDb, makePool, type PoolOptions } from '../db/connect.ts'
import type { Db } from '../db/schema.ts'
import type { Logger } from '../log.ts'
import { type Cells, cellKey, makeCells } from './cells.ts'
import { type Change, lookSince, type Position } from './position.ts'

/** A subject, or one of its days (`YYYY-MM-DD`, of UTC). */
export type About = { subject: string; day?: string }
export type Fact<A extends About, T> = {
  /** What is kept of them, among other things. */
  fact: string
  /** In the order of the ones asked for. What is undefined is not kept. */
  read: (db: Db, missing: readonly A[]) => Promise<readonly T[]>
  bytesOf: (value: T) => number
}
/** What is kept in this process, up to date with all that was committed before it was asked for. Values are shared: nobody changes them. */
export type Kept = { of<A extends About, T>(about: readonly A[], what: Fact<A, T>): Promise<T[]> }

export type MemoryFigures = {
  cells: number
  bytes: number
  evicted: number
  hits: number
  misses: number
  looks: number
  unsure: number
  ageMs: number | null
}

/**
 * Rows that are read a hundred times for each change, kept in this process with what tells their changes: `kept_changes`, which triggers write in the
 * transaction of the change itself.
 */
export type Memory = {
  /** Undefined where it cannot be told what has changed: whoever asks then asks the database, his own `db`. */
  current(db: Db): Promise<Kept | undefined>
  figures(): MemoryFigures
  /** The connection is given up: the machine at its other end hangs. */
  renew(): void
  stop(): Promise<void>
}

const nothingKept: MemoryFigures = { cells: 0, bytes: 0, evicted: 0, hits: 0, misses: 0, looks: 0, unsure: 0, ageMs: null }
/** Asks the database each time. */
export const noMemory: Memory = {
  current: async () => undefined,
  figures: () => nothingKept,
  renew: () => undefined,
  stop: async () => undefined,
}

/** Looks begin at least so far apart; whoever comes in between shares the next one. */
const apartMs = 3
/** A look that takes longer tells nothing any more, and what is known by one that began longer ago is not told. */
const patienceMs = 1000
/** After one that failed. */
const restMs = 1000

export type MemoryOptions = Pick<PoolOptions, 'url' | 'prepare'> & { mostBytes: number; log: Logger }

/*
 * Everything kept was read, and its changes are read, over one connection: one server, one order. A reading that begins after a look cannot be older than it,
 * so what changes during the reading is among what the next look tells. When the connection ends, all of it is forgotten: the next server may not be the
 * same one, and may not have all that this one had.
 */
export const startMemory = ({ mostBytes, log, ...options }: MemoryOptions): Memory => {
  const pool = makePool({ ...options, max: 1, idleMs: 0, name: 'tablewire memory' })
  const db = makeDb(pool)
  const cells = makeCells(mostBytes)
  const counts = { hits: 0, misses: 0, looks: 0, unsure: 0 }
  let generation = 0
  let position: Position | undefined
  let lookedMs: number | undefined
  const reset = (): void => {
    generation += 1
    position = undefined
    lookedMs = undefined
    cells.clear()
  }
  pool.on('connect', reset)

  const look = async (): Promise<number | undefined> => {
    for (let attempt = 0; attempt < 2; attempt++) {
      const [before, startedMs] = [generation, stopwatchMs()]
      const found = await lookSince(db, position)
      counts.looks += 1
      // Another connection than the one the position is of.
      if (before !== generation) continue
      if (found.standby) break
      if (found.missed) cells.clear()
      else for (const change of found.changes) forgetChanged(cells, change)
      position = found.position
      lookedMs = startedMs
      return generation
    }
    return undefined
  }
  const fail = (error: unknown): undefined => {
    log.debug({ err: error }, 'memory')
    reset()
    destroyConnections(pool)
    return undefined
  }
  const looking = makeShared(() => withinPatience(look()).catch(fail))
  const keptOf = makeKept({
    cells,
    counts,
    db,
    isGood: (of) => of === generation && lookedMs !== undefined && stopwatchMs() - lookedMs < patienceMs,
  })
  return {
    current: async (ownDb) => {
      const at = await looking()
      if (at === undefined || at !== generation) counts.unsure += 1
      return at === undefined || at !== generation ? undefined : keptOf(at, ownDb)
    },
    figures: () => ({ ...cells.figures(), ...counts, ageMs: lookedMs === undefined ? null : stopwatchMs() - lookedMs }),
    renew: () => void fail(new Error('the database does not answer')),
    stop: async () => {
      destroyConnections(pool)
      await db.destroy()
    },
  }
}

const forgetChanged = (cells: Cells, { venueId, day }: Change): void => {
  if (venueId === null) cells.forgetSubjects()
  else cells.forget(cellKey(venueId, day ?? undefined))
}

const withinPatience = async <T>(work: Promise<T>): Promise<T> => {
  let late: NodeJS.Timeout | undefined
  const patience = new Promise<never>((_resolve, reject) => {
    late = setTimeout(() => reject(new Error('no answer in time')), patienceMs)
  })
  return Promise.race([work, patience]).finally(() => clearTimeout(late))
}

/**
 * One run at a time; each caller gets one that began after it asked. After one that told nothing there is none for a while, so that nobody waits for a database
 * that is away.
 */
const makeShared = (run: () => Promise<number | undefined>): (() => Promise<number | undefined>) => {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<number | undefined> | undefined
  let notBeforeMs = -Infinity
  let restsUntilMs = -Infinity
  const begin = async (): Promise<number | undefined> => {
    await running
    const waitMs = notBeforeMs - stopwatchMs()
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
    next = undefined
    notBeforeMs = stopwatchMs() + apartMs
    const result = run()
    running = result
    const found = await result
    if (found === undefined) restsUntilMs = stopwatchMs() + restMs
    return found
  }
  return async () => (stopwatchMs() < restsUntilMs ? undefined : (next ??= begin()))
}

type Keeping = { cells: Cells; counts: { hits: number; misses: number }; db: Db; isGood: (generation: number) => boolean }
type Read<T> = { value: T; bytes: number }

const makeKept = ({ cells, counts, db, isGood }: Keeping) => {
  const readingOf = <A extends About, T>(about: readonly A[], { fact, read, bytesOf }: Fact<A, T>): readonly Promise<Read<T>>[] => {
    const known = about.map(({ subject, day }) => cells.get(cellKey(subject, day), fact) as Promise<Read<T>> | undefined)
    const missing = about.filter((_, index) => known[index] === undefined)
    counts.hits += about.length - missing.length
    counts.misses += missing.length
    if (!missing.length) return known as Promise<Read<T>>[]
    const reading = read(db, missing)
    const fresh = missing.map(({ subject, day }, index) => {
      const one = reading.then((values): Read<T> => ({ value: values[index]!, bytes: bytesOf(values[index]!) }))
      cells.put(cellKey(subject, day), fact, one)
      return one
    })
    const rest = fresh.values()
    return known.map((one) => one ?? rest.next().value!)
  }
  return (generation: number, ownDb: Db): Kept => ({
    of: async (about, fact) => {
      // Of another connection, or too old.
      if (!isGood(generation)) return [...(await fact.read(ownDb, about))]
      try {
        return (await Promise.all(readingOf(about, fact))).map(({ value }) => value)
      } catch {
        // The connection may have ended in between; the caller’s own has not.
        return [...(await fact.read(ownDb, about))]
      }
    },
  })
}

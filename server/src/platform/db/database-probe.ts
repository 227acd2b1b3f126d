import { EventEmitter } from 'node:events'
import { sql } from 'kysely'
import type { Db } from './schema.ts'
import { destroyConnections, makeDb, makePool, type PoolOptions } from './connect.ts'
import { isReadOnly, requireAddress } from './servers.ts'

/** Liveness of the database, measured on a connection of its own: an exhausted pool is no outage. */
export type DatabaseProbe = {
  /** The current state: probed anew, two seconds at most. */
  answers(): Promise<boolean>
  /** Unresponsive for so long that callers are better refused at once. */
  silent(): boolean
  /** Called each time the database has been unresponsive for that long. */
  onSilent(listener: () => void): void
  /** Called each time it has been so for twice as long: what still waits on connections of before waits for a machine that may never wake. */
  onHung(listener: () => void): void
  /**
   * Commits have been waiting for so long for a synchronous standby that is away: nothing can be saved until it is back. The database has no limit of its own
   * for them, and whoever waits for their locks or connections has none either.
   */
  unconfirmed(): boolean
  /** Called with each look meanwhile. */
  onUnconfirmed(listener: () => void): void
  /** It gives no answers, be it down or hanging, and that is no blink: what was read before may be old, and nothing new arrives. */
  away(): boolean
  /** Called each time it goes away or is back, until what it answers is called. */
  onTurn(listener: (isAway: boolean) => void): () => void
  stop(): Promise<void>
}

/** Whether commits, of any session of ours, have been waiting for so long for a synchronous standby. */
export const commitsWait = async (db: Db, forMs: number): Promise<boolean> => {
  const { rows } = await sql`
    select from pg_stat_activity where wait_event = 'SyncRep' and datname = current_database()
      and query_start < clock_timestamp() - make_interval(secs => ${forMs / 1000}) limit 1`.execute(db)
  return rows.length > 0
}

const everyMs = 500
const patienceMs = 2000
/** So many looks apart it is asked whether commits wait. */
const looksApart = 4
/** A restart or a busy moment is over by then. */
const awayAfterMs = 4000

type Failure = { severity?: unknown; code?: unknown }
/** A refused connection is an answer: callers through the pool get it as well, at once. */
const isWord = (error: unknown): boolean =>
  (error as Failure | null)?.severity !== undefined || (error as Failure | null)?.code === 'ECONNREFUSED' || isReadOnly(error)

type Word = 'answer' | 'refusal' | 'nothing'

/** One dedicated connection to the current server, with one query in flight at a time. */
const makeLine = (options: Pick<PoolOptions, 'url' | 'sessions' | 'prepare'>, longMs: number) => {
  const pool = makePool({ ...options, max: 1, name: 'tablewire pulse' })
  const db = makeDb(pool)
  const { mustWrite } = requireAddress(options.url)
  let asking: Promise<Word> | undefined
  let looks = 0
  let unconfirmed = false
  /** Where a primary is wanted, one that takes no writes any more is none: callers through the pool are refused as well. */
  const hear = async (): Promise<Word> => {
    const { rows } = await sql<{ readOnly: string }>`select current_setting('transaction_read_only') as read_only`.execute(db)
    if (looks++ % looksApart === 0) unconfirmed = await commitsWait(db, longMs)
    if (!mustWrite || rows[0]?.readOnly !== 'on') return 'answer'
    // The next question looks for the server that took its place.
    destroyConnections(pool)
    return 'refusal'
  }
  return {
    drop: () => destroyConnections(pool),
    end: async () => {
      destroyConnections(pool)
      await db.destroy()
    },
    isAsking: () => asking !== undefined,
    unconfirmed: () => unconfirmed,
    ask: () =>
      (asking ??= hear()
        .catch((error: unknown): Word => {
          unconfirmed = false
          return isWord(error) ? 'refusal' : 'nothing'
        })
        .finally(() => (asking = undefined))),
  }
}

/** Counts what passes without an answer. */
const watchAnswers = () => {
  const emitter = new EventEmitter().setMaxListeners(0)
  let [waitedMs, isAway] = [0, false]
  const turn = (next: boolean): void => {
    if (next !== isAway) emitter.emit('turn', (isAway = next))
  }
  return {
    pass: () => {
      waitedMs += everyMs
      if (waitedMs > awayAfterMs) turn(true)
    },
    answered: () => {
      waitedMs = 0
      turn(false)
    },
    away: () => isAway,
    onTurn: (listener: (isAway: boolean) => void) => {
      emitter.on('turn', listener)
      return () => void emitter.off('turn', listener)
    },
  }
}

/*
 * A database that is down refuses connections; one that hangs (stopped, disk stalled, network cut) answers nothing and does not apply its own
 * timeouts. Missed probes are counted, not wall-clock time: a process whose own event loop was blocked has read nothing either.
 */
export const probeDatabase = (
  options: Parameters<typeof makeLine>[0],
  silentAfterMs: number,
  say: (isSilent: boolean) => void,
): DatabaseProbe => {
  const line = makeLine(options, silentAfterMs)
  const whenUnconfirmed: (() => void)[] = []
  const answers = watchAnswers()
  const whenSilent: (() => void)[] = []
  const whenHung: (() => void)[] = []
  /** Broken connections are replaced by new ones: the database may have failed over. */
  const exchangeMs = 2 * silentAfterMs
  let [quietMs, lineMs, isSilent] = [0, 0, false]
  const ask = async (): Promise<boolean> => {
    const word = await line.ask()
    if (word === 'nothing') return false
    quietMs = lineMs = 0
    if (isSilent) say((isSilent = false))
    if (word === 'answer') answers.answered()
    return word === 'answer'
  }
  const look = (): void => {
    answers.pass()
    if (line.isAsking()) {
      quietMs += everyMs
      lineMs += everyMs
    }
    if (quietMs >= silentAfterMs && !isSilent) {
      say((isSilent = true))
      for (const listener of whenSilent) listener()
    }
    if (lineMs >= exchangeMs) {
      lineMs = 0
      line.drop()
      for (const listener of whenHung) listener()
    }
    if (line.unconfirmed()) for (const listener of whenUnconfirmed) listener()
    void ask()
  }
  const timer = setInterval(look, everyMs).unref()
  return {
    answers: async () => {
      if (quietMs >= patienceMs) return false
      let late: NodeJS.Timeout | undefined
      const patience = new Promise<boolean>((resolve) => (late = setTimeout(resolve, patienceMs, false)))
      return Promise.race([ask(), patience]).finally(() => clearTimeout(late))
    },
    silent: () => isSilent,
    onSilent: (listener) => void whenSilent.push(listener),
    onHung: (listener) => void whenHung.push(listener),
    unconfirmed: line.unconfirmed,
    onUnconfirmed: (listener) => void whenUnconfirmed.push(listener),
    away: answers.away,
    onTurn: answers.onTurn,
    stop: async () => {
      clearInterval(timer)
      await line.end()
    },
  }
}

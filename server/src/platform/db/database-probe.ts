import { sql } from 'kysely'
import { destroyConnections, makeDb, makePool, type PoolOptions } from './connect.ts'

/** Whether the database answers at all, felt on a connection of its own: a full pool is no silence. */
export type DatabaseProbe = {
  /** As it is now: asked anew, waited for two seconds at most. */
  answers(): Promise<boolean>
  /** Nothing has come back for so long that whoever asks is better told so. */
  silent(): boolean
  /** Told each time a silence has lasted so long. */
  onSilent(listener: () => void): void
  stop(): Promise<void>
}

const everyMs = 500
const patienceMs = 2000
/** A connection that leads nowhere is exchanged for a new one: the database may be elsewhere by now. */
const exchangeMs = 20_000

type Failure = { severity?: unknown; code?: unknown }
/** A refusal is word from the other side: whoever asks through the pool hears it as well, at once. */
const isWord = (error: unknown): boolean =>
  (error as Failure | null)?.severity !== undefined || (error as Failure | null)?.code === 'ECONNREFUSED'

type Word = 'answer' | 'refusal' | 'nothing'

/** One connection, which goes where all others go, and is asked one thing at a time. */
const makeLine = (options: Pick<PoolOptions, 'url' | 'sessions' | 'prepare'>) => {
  const pool = makePool({ ...options, max: 1, name: 'tablewire pulse' })
  const db = makeDb(pool)
  let asking: Promise<Word> | undefined
  return {
    drop: () => destroyConnections(pool),
    end: async () => {
      destroyConnections(pool)
      await db.destroy()
    },
    isAsking: () => asking !== undefined,
    ask: () =>
      (asking ??= sql`select 1`
        .execute(db)
        .then(
          (): Word => 'answer',
          (error: unknown): Word => (isWord(error) ? 'refusal' : 'nothing'),
        )
        .finally(() => (asking = undefined))),
  }
}

/*
 * A database that is away refuses; one that hangs (stopped, its disk stuck, the way to it cut) says nothing, and counts its own time limits itself. Its
 * silence is counted in looks, not by the clock: a process that was busy itself has heard nothing either.
 */
export const probeDatabase = (
  options: Parameters<typeof makeLine>[0],
  silentAfterMs: number,
  say: (isSilent: boolean) => void,
): DatabaseProbe => {
  const line = makeLine(options)
  const listeners: (() => void)[] = []
  let [quietMs, lineMs, isSilent] = [0, 0, false]
  const ask = async (): Promise<boolean> => {
    const word = await line.ask()
    if (word === 'nothing') return false
    quietMs = lineMs = 0
    if (isSilent) say((isSilent = false))
    return word === 'answer'
  }
  const look = (): void => {
    if (line.isAsking()) {
      quietMs += everyMs
      lineMs += everyMs
    }
    if (quietMs >= silentAfterMs && !isSilent) {
      say((isSilent = true))
      for (const listener of listeners) listener()
    }
    if (lineMs >= exchangeMs) {
      lineMs = 0
      line.drop()
    }
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
    onSilent: (listener) => void listeners.push(listener),
    stop: async () => {
      clearInterval(timer)
      await line.end()
    },
  }
}

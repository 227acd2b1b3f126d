import { sql } from 'kysely'
import { stopwatchMs, systemClock } from '../clock.ts'
import { destroyConnections, makeDb, makePool, withOneConnection } from '../db/connect.ts'
import type { Db } from '../db/schema.ts'
import type { Logger } from '../log.ts'
import { afterAwake } from '../db/patience.ts'
import { readLimitMs } from '../db/session.ts'
import { askPrimary, beginWrite, endWrite, noteTimeline } from './own-writes.ts'
import { makeReadings, positionOf, type Reading } from './positions.ts'

/** `starting`: not looked at yet. `not_standby`: takes writes, so it follows nobody. `other_database`: a standby of another one. */
export type ReplicaState = 'starting' | 'ok' | 'behind' | 'away' | 'not_standby' | 'other_database'
export type ReplicaFigures = {
  state: ReplicaState
  /** Of the last look; null = not known. */
  lagMs: number | null
  /** Questions it answered, and those that the primary did: after an own write, as it was too old, or as it is not asked or failed. */
  answered: number
  ownWrite: number
  behind: number
  unasked: number
  failed: number
}

/** Who asks: `db` of the primary; `people` whose writes must be in the answer; `sinceMs`: nothing of before this moment. */
export type Question = { db: Db; people: readonly string[]; sinceMs?: number | undefined }
/** `asOfMs`: everything committed until then is in it, by this process's clock. */
export type ReplicaAnswer<T> = { value: T; asOfMs: number }

/** A standby of the database that answers what may be a few seconds old. */
export type Replica = {
  /** Undefined = ask the primary. Whatever goes wrong at the standby ends so as well; `work` must only read, as it is then done again. */
  read<T>(question: Question, work: (db: Db, asOfMs: number) => Promise<T>): Promise<ReplicaAnswer<T> | undefined>
  /** Around everything that may write in the name of these people. */
  whileWriting<T>(writer: Pick<Question, 'db' | 'people'>, work: () => Promise<T>): Promise<T>
  /** Undefined = there is none. */
  figures(): ReplicaFigures | undefined
  stop(): Promise<void>
}

/** The primary answers everything. */
export const noReplica: Replica = {
  read: async () => undefined,
  whileWriting: (_writer, work) => work(),
  figures: () => undefined,
  stop: async () => undefined,
}

const lookEveryMs = 1000
/** A standby that does not answer a look within this is away, and what waits for it is given up. */
const lookPatienceMs = 1000
/** For a connection and the standby's position. */
const askPatienceMs = 500
/** For each statement of what is read: the watch may be at another standby than the one that hangs. */
const readPatienceMs = readLimitMs + 2000
/** Of two servers' clocks, and from the moment something is dated to its commit. */
const sinceSlackMs = 1000

export type ReplicaOptions = {
  url: string
  prepare: boolean
  connections: number
  mostLagSeconds: number
  primary: Db
  log: Logger
  readPatienceMs?: number
}
type StandbyWord = { standby: boolean; position: string | null; system: string; timeline: string | null }

const askStandby = async (db: Db): Promise<StandbyWord> => {
  const ask = async (timeline: ReturnType<typeof sql>): Promise<StandbyWord> => {
    const { rows } = await sql<StandbyWord>`
      select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn()::text as position, system_identifier::text as system, ${timeline} as timeline
      from pg_control_system()`.execute(db)
    return rows[0]!
  }
  try {
    return await ask(sql`(select timeline from log_timelines)`)
  } catch (error) {
    // Another database, or one that has not replayed the migration yet.
    if ((error as { code?: unknown }).code !== '42P01') throw error
    return ask(sql`null::text`)
  }
}

class GivenUp extends Error {}
const within = async <T>(work: Promise<T>, ms: number, giveUp: () => boolean = () => true): Promise<T> => {
  let answered = (): void => undefined
  work.catch(() => undefined)
  const patience = new Promise<never>((_resolve, reject) => {
    answered = afterAwake(ms, () => giveUp() && reject(new GivenUp('the standby does not answer')))
  })
  return Promise.race([work, patience]).finally(answered)
}

type Judgement = { state: Exclude<ReplicaState, 'starting' | 'away'>; reached: Reading | undefined }

/** What is known of the primary, against which a standby's word is judged. */
const makeBook = (mostLagMs: number) => {
  const readings = makeReadings(mostLagMs + 60_000)
  let system: string | undefined
  let line: string | undefined
  return {
    /** `begunMs`: what was committed before the question is in the answer. */
    note: ({ position, timeline }: { position: string; timeline: string }, begun: Omit<Reading, 'position'>): void => {
      readings.note({ ...begun, position: positionOf(position) }, line === undefined || line === timeline)
      line = timeline
    },
    noteSystem: (known: string): void => void (system = known),
    judge: ({ standby, position, system: its, timeline }: StandbyWord): Judgement => {
      if (system !== undefined && its !== system) return { state: 'other_database', reached: undefined }
      if (!standby || position === null) return { state: 'not_standby', reached: undefined }
      // Positions of two logs cannot be compared: it followed a primary that was deposed, or has not heard of the new one.
      if (timeline !== line) return { state: 'behind', reached: undefined }
      const reached = readings.reached(positionOf(position))
      const isNew = reached !== undefined && stopwatchMs() - reached.monotonicMs <= mostLagMs
      return { state: system !== undefined && isNew ? 'ok' : 'behind', reached }
    },
  }
}
type Book = ReturnType<typeof makeBook>
const nowReading = (): Omit<Reading, 'position'> => ({ monotonicMs: stopwatchMs(), wallMs: systemClock().epochMilliseconds })

/** Looks at both servers each second, on a connection of its own to the standby. */
const watch = (
  { url, prepare, primary, log }: ReplicaOptions,
  { book, onAway }: { book: Book; onAway: () => void },
): { state: () => ReplicaState; lagMs: () => number | null; stop: () => Promise<void> } => {
  const pool = makePool({ url, prepare, max: 1, reads: true, name: 'tablewire replica watch' })
  const db = makeDb(pool)
  let state: ReplicaState = 'starting'
  let reached: Reading | undefined
  let stopped = false
  let asking: Promise<void> | undefined
  const become = (next: ReplicaState): void => {
    if (next !== state && state !== 'starting')
      log.warn({ replica: next }, next === 'ok' ? 'the replica is asked again' : 'the replica is not asked')
    else if (next !== state && next !== 'ok') log.warn({ replica: next }, 'the replica is not asked')
    state = next
  }
  const askPrimaryToo = async (): Promise<void> => {
    const begun = nowReading()
    await noteTimeline(primary)
    book.note(await askPrimary(primary, []), begun)
    const { rows } = await sql<{ system: string }>`select system_identifier::text as system from pg_control_system()`.execute(primary)
    book.noteSystem(rows[0]!.system)
  }
  const look = async (): Promise<void> => {
    // One that hangs is not asked twice; the standby grows old meanwhile, and is not asked either.
    asking ??= askPrimaryToo().finally(() => (asking = undefined))
    await within(asking, lookPatienceMs).catch(() => undefined)
    const word = await within(askStandby(db), lookPatienceMs).catch((error: unknown) => log.debug({ err: error }, 'replica'))
    if (stopped) return
    if (word) {
      const judged = book.judge(word)
      reached = judged.reached
      return become(judged.state)
    }
    become('away')
    destroyConnections(pool)
    onAway()
  }
  let next: NodeJS.Timeout | undefined
  const goOn = async (): Promise<void> => {
    await look()
    if (!stopped) next = setTimeout(() => void (running = goOn()), lookEveryMs)
  }
  let running = goOn()
  return {
    state: () => state,
    lagMs: () => (reached === undefined || state === 'away' ? null : Math.max(0, stopwatchMs() - reached.monotonicMs)),
    stop: async () => {
      stopped = true
      clearTimeout(next)
      destroyConnections(pool)
      await running
      await db.destroy()
    },
  }
}

type Refusal = 'ownWrite' | 'behind' | 'unasked'
/** Whether a standby that said this may answer; the moment it is of, or why not. */
const mayAnswer = (
  book: Book,
  word: StandbyWord,
  { written, sinceMs }: { written: string | null; sinceMs: number | undefined },
): Reading | Refusal => {
  const { state, reached } = book.judge(word)
  if (state !== 'ok' || !reached) return state === 'behind' ? 'behind' : 'unasked'
  if (written !== null && positionOf(word.position!) < positionOf(written)) return 'ownWrite'
  return sinceMs !== undefined && reached.wallMs < sinceMs + sinceSlackMs ? 'behind' : reached
}

export const startReplica = (options: ReplicaOptions): Replica => {
  const { url, prepare, connections, primary, log } = options
  const answerWithinMs = options.readPatienceMs ?? readPatienceMs
  const pool = makePool({ url, prepare, max: connections, reads: true, answerWithinMs, name: 'tablewire reads' })
  const db = makeDb(pool)
  const book = makeBook(options.mostLagSeconds * 1000)
  const watched = watch(options, { book, onAway: () => destroyConnections(pool) })
  const counts = { answered: 0, ownWrite: 0, behind: 0, unasked: 0, failed: 0 }

  const ask = async <T>(
    { people, sinceMs, ...question }: Question,
    work: (db: Db, asOfMs: number) => Promise<T>,
  ): Promise<ReplicaAnswer<T> | Refusal> => {
    if (watched.state() !== 'ok') return watched.state() === 'behind' ? 'behind' : 'unasked'
    const begun = nowReading()
    const word = await askPrimary(question.db, people)
    const { writing, written } = word
    book.note(word, begun)
    if (writing) return 'ownWrite'
    let [reading, late] = [false, false]
    // Judged and read over one connection: behind one address there may be several standbys.
    const attempt = withOneConnection(
      db,
      async (inside) => {
        const moment = mayAnswer(book, await askStandby(inside), { written, sinceMs })
        if (typeof moment === 'string') return moment
        if (late) throw new GivenUp('nobody waits any more')
        reading = true
        return { value: await work(inside, moment.wallMs), asOfMs: moment.wallMs }
      },
      primary,
    )
    return within(attempt, askPatienceMs, () => (late = !reading))
  }
  return {
    read: async (question, work) => {
      try {
        const answer = await ask(question, work)
        counts[typeof answer === 'string' ? answer : 'answered'] += 1
        return typeof answer === 'string' ? undefined : answer
      } catch (error) {
        log.debug({ err: error }, 'replica')
        counts.failed += 1
        return undefined
      }
    },
    whileWriting: async ({ db: own, people }, work) => {
      const id = await beginWrite(own, people)
      try {
        return await work()
      } finally {
        // Where it cannot be noted the primary answers these people for a while.
        await endWrite(own, id, people).catch((error: unknown) => log.debug({ err: error }, 'replica'))
      }
    },
    figures: () => ({ state: watched.state(), lagMs: watched.lagMs(), ...counts }),
    stop: async () => {
      await watched.stop()
      destroyConnections(pool)
      await db.destroy()
    },
  }
}

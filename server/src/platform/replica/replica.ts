import { sql } from 'kysely'
import { stopwatchMs, systemClock } from '../clock.ts'
import { destroyConnections, makeDb, makePool, withOneConnection } from '../db/connect.ts'
import type { Db } from '../db/schema.ts'
import type { Logger } from '../log.ts'
import { afterAwake } from '../db/patience.ts'
import { readLimitMs } from '../db/session.ts'
import { askStandby, type Book, makeBook, type StandbyWord } from './book.ts'
import { askPrimary, beginWrite, endWrite, noteTimeline, type PrimaryWord } from './own-writes.ts'
import { positionOf, type Reading } from './positions.ts'

/**
 * `starting`: not looked at yet. `ahead`: holds what the primary does not know, so it follows a course that was lost. `not_standby`: takes writes, so it follows
 * nobody. `other_database`: a standby of another one.
 */
export type ReplicaState = 'starting' | 'ok' | 'behind' | 'ahead' | 'away' | 'not_standby' | 'other_database'
export type ReplicaFigures = {
  state: ReplicaState
  /** Since when it is so. */
  since: string
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
class GivenUp extends Error {}
const within = async <T>(work: Promise<T>, ms: number, giveUp: () => boolean = () => true): Promise<T> => {
  let answered = (): void => undefined
  work.catch(() => undefined)
  const patience = new Promise<never>((_resolve, reject) => {
    answered = afterAwake(ms, () => giveUp() && reject(new GivenUp('the standby does not answer')))
  })
  return Promise.race([work, patience]).finally(answered)
}

const nowReading = (): Omit<Reading, 'position'> => ({ monotonicMs: stopwatchMs(), wallMs: systemClock().epochMilliseconds })

/**
 * Asks the primary, and notes what it says; false where no answer to this very question came in time. A question that hangs is not asked twice: the standby grows
 * old meanwhile, and is not asked either.
 */
const makePrimaryWord = (primary: Db, book: Book): (() => Promise<boolean>) => {
  let asking: Promise<void> | undefined
  const ask = async (): Promise<void> => {
    const begun = nowReading()
    await noteTimeline(primary)
    book.note(await askPrimary(primary, []), begun)
    const { rows } = await sql<{ system: string }>`select system_identifier::text as system from pg_control_system()`.execute(primary)
    book.noteSystem(rows[0]!.system)
  }
  return async () => {
    if (asking) return false
    asking = ask().finally(() => (asking = undefined))
    return within(asking, lookPatienceMs).then(
      () => true,
      () => false,
    )
  }
}

/** Looks at both servers each second, on a connection of its own to the standby. */
const watch = (
  { url, prepare, primary, log }: ReplicaOptions,
  { book, onAway }: { book: Book; onAway: () => void },
): { state: () => ReplicaState; since: () => string; lagMs: () => number | null; stop: () => Promise<void> } => {
  const pool = makePool({ url, prepare, max: 1, reads: true, name: 'tablewire replica watch' })
  const db = makeDb(pool)
  let state: ReplicaState = 'starting'
  let since = systemClock().toString()
  let reached: Reading | undefined
  let stopped = false
  const become = (next: ReplicaState): void => {
    if (next !== state && state !== 'starting')
      log.warn({ replica: next }, next === 'ok' ? 'the replica is asked again' : 'the replica is not asked')
    else if (next !== state && next !== 'ok') log.warn({ replica: next }, 'the replica is not asked')
    if (next !== state) since = systemClock().toString()
    state = next
  }
  const primaryWord = makePrimaryWord(primary, book)
  const look = async (): Promise<void> => {
    await primaryWord()
    const word = await within(askStandby(db), lookPatienceMs).catch((error: unknown) => log.debug({ err: error }, 'replica'))
    if (word) await book.isAhead(word, primaryWord)
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
    since: () => since,
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

const notedIn =
  (log: Logger): Replica['whileWriting'] =>
  async ({ db, people }, work) => {
    const id = await beginWrite(db, people)
    try {
      return await work()
    } finally {
      // Where it cannot be noted the primary answers these people for a while.
      await endWrite(db, id, people).catch((error: unknown) => log.debug({ err: error }, 'replica'))
    }
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
    const askNow = async (): Promise<PrimaryWord> => {
      const begun = nowReading()
      const word = await askPrimary(question.db, people)
      book.note(word, begun)
      return word
    }
    const askAgain = async (): Promise<boolean> => Boolean(await askNow())
    const { writing, written } = await askNow()
    if (writing) return 'ownWrite'
    let [reading, late] = [false, false]
    // Judged and read over one connection: behind one address there may be several standbys.
    const attempt = withOneConnection(
      db,
      async (inside) => {
        const its = await askStandby(inside)
        if (await book.isAhead(its, askAgain)) return 'unasked'
        const moment = mayAnswer(book, its, { written, sinceMs })
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
    whileWriting: notedIn(log),
    figures: () => ({ state: watched.state(), since: watched.since(), lagMs: watched.lagMs(), ...counts }),
    stop: async () => {
      await watched.stop()
      destroyConnections(pool)
      await db.destroy()
    },
  }
}

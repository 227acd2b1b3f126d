import { sql } from 'kysely'
import { stopwatchMs } from '../clock.ts'
import type { Db } from '../db/schema.ts'
import type { PrimaryWord } from './own-writes.ts'
import { makeReadings, positionOf, type Reading } from './positions.ts'
import type { ReplicaState } from './replica.ts'

/** What a standby says of itself. */
export type StandbyWord = {
  standby: boolean
  position: string | null
  system: string
  timeline: string | null
  lineage: string | null
  mark: number | null
}

export const askStandby = async (db: Db): Promise<StandbyWord> => {
  const ask = async (row: ReturnType<typeof sql>): Promise<StandbyWord> => {
    const { rows } = await sql<StandbyWord>`
      select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn()::text as position, system_identifier::text as system, r.*
      from pg_control_system() left join ${row} r on true`.execute(db)
    return rows[0]!
  }
  try {
    return await ask(sql`(select l.timeline, t.lineage, t.mark from time_marks t left join log_timelines l on true)`)
  } catch (error) {
    // Another database, or one that has not replayed the migrations yet.
    if ((error as { code?: unknown }).code !== '42P01') throw error
    return ask(sql`(select null::text as timeline, null::uuid as lineage, null::bigint as mark)`)
  }
}

export type Judgement = { state: Exclude<ReplicaState, 'starting' | 'away'>; reached: Reading | undefined }
type Course = Pick<PrimaryWord, 'position' | 'timeline' | 'lineage' | 'mark'>

/** What is known of the primary, against which a standby's word is judged. */
export type Book = {
  /** `begun`: what was committed before the question is in the answer. */
  note(word: Course, begun: Omit<Reading, 'position'>): void
  noteSystem(known: string): void
  judge(word: StandbyWord): Judgement
  /**
   * Whether it has what the primary does not know: an older copy of the primary was put in its place, with the same timeline and system identifier. A
   * standby that follows may have gone on since the primary was asked, so it is asked once more; `askAgain` is false where it gave no answer.
   */
  isAhead(word: StandbyWord, askAgain: () => Promise<boolean>): Promise<boolean>
}

export const makeBook = (mostLagMs: number): Book => {
  const readings = makeReadings(mostLagMs + 60_000)
  let system: string | undefined
  let course: Course | undefined
  /** It stays there for ever; the primary's log passes this some day, and holds something else there. */
  let refusedAt: string | undefined
  const isBeyond = ({ standby, position, timeline, ...its }: StandbyWord): boolean => {
    const newest = readings.newest()
    if (!standby || position === null || !newest || timeline !== course?.timeline) return false
    return positionOf(position) > newest.position || (its.lineage === course.lineage && its.mark !== null && its.mark > course.mark)
  }
  return {
    note: (word, begun) => {
      const newest = readings.newest()
      if (newest && begun.monotonicMs <= newest.monotonicMs) return
      readings.note({ ...begun, position: positionOf(word.position) }, course === undefined || course.timeline === word.timeline)
      course = word
    },
    noteSystem: (known) => void (system = known),
    judge: ({ standby, position, system: its, timeline, lineage }) => {
      if (system !== undefined && its !== system) return { state: 'other_database', reached: undefined }
      if (!standby || position === null) return { state: 'not_standby', reached: undefined }
      if (position === refusedAt) return { state: 'ahead', reached: undefined }
      // Positions of two logs cannot be compared: it followed a primary that was deposed or restored, or has not heard of the new one.
      if (timeline !== course?.timeline || lineage !== course?.lineage) return { state: 'behind', reached: undefined }
      const reached = readings.reached(positionOf(position))
      const isNew = reached !== undefined && stopwatchMs() - reached.monotonicMs <= mostLagMs
      return { state: system !== undefined && isNew ? 'ok' : 'behind', reached }
    },
    isAhead: async (word, askAgain) => {
      if (!isBeyond(word) || !(await askAgain()) || !isBeyond(word)) return false
      refusedAt = word.position!
      return true
    },
  }
}

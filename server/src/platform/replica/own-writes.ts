import { sql } from 'kysely'
import { newId } from '../id.ts'
import type { Db } from '../db/schema.ts'
import { asynchronousCommit } from '../db/transaction.ts'
import { statement } from '../db/statement.ts'

/** So long a write is looked at: longer than a standby that is asked may be behind. */
const rememberedMinutes = 10

/**
 * Before a write: its people are answered by the primary until it is through. Committed asynchronously: it stands in the log before the write itself, so a write
 * that survives a crash has it.
 */
export const beginWrite = async (db: Db, people: readonly string[]): Promise<string> => {
  const id = newId()
  await statement`
    with quick as materialized (${asynchronousCommit})
    insert into own_writes (id, user_id) select ${id}::uuid, person from quick, unnest(${[...people]}::uuid[]) as p (person)`.execute(db)
  return id
}

/** After it: the log's position, which is behind the write's commit. Remembered from now on, also where its beginning is forgotten already. */
export const endWrite = async (db: Db, id: string, people: readonly string[]): Promise<void> => {
  await statement`
    with quick as materialized (${asynchronousCommit})
    insert into own_writes (id, user_id, position)
      select ${id}::uuid, person, pg_current_wal_insert_lsn() from quick, unnest(${[...people]}::uuid[]) as p (person)
    on conflict (id, user_id) do update set position = excluded.position, at = excluded.at`.execute(db)
}

/** The timeline of a server that takes writes: the first digits of a segment's name. */
const currentTimeline = statement`left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)`
/** So that a standby can show which log it replays: only who follows this server has the row. */
export const noteTimeline = async (db: Db): Promise<void> => {
  await statement`
    insert into log_timelines (timeline) select ${currentTimeline} where not exists (select from log_timelines where timeline = ${currentTimeline})
    on conflict (only_one) do update set timeline = excluded.timeline`.execute(db)
}

export type PrimaryWord = {
  /** The primary's position now. */
  position: string
  /** Which log that is a position in. */
  timeline: string
  /** Which course of the database, and how far in it: a restored one has another log of the same timeline. */
  lineage: string
  mark: number
  /** A write of these people is under way, or nobody knows how it ended. */
  writing: boolean
  /** Up to where the log holds what they wrote. */
  written: string | null
}
export const askPrimary = async (db: Db, people: readonly string[]): Promise<PrimaryWord> => {
  const { rows } = await statement<Record<string, unknown>>`
    select pg_current_wal_insert_lsn()::text as position, ${currentTimeline} as timeline, coalesce(bool_or(w.id is not null and w.position is null), false) as writing,
      max(w.position)::text as written, t.lineage, t.mark
    from time_marks t left join own_writes w
      on w.user_id = any(${[...people]}::uuid[]) and w.at > clock_timestamp() - make_interval(mins => ${rememberedMinutes})
    group by t.lineage, t.mark`.execute(db)
  return rows[0] as PrimaryWord
}

export const removeOldWrites = async (db: Db): Promise<void> => {
  await sql`delete from own_writes where at < clock_timestamp() - make_interval(mins => ${rememberedMinutes})`.execute(db)
}

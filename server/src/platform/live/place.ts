import { sql } from 'kysely'
import { perDatabase } from '../db/connect.ts'
import type { Db } from '../db/schema.ts'
import { sqlCodeOf } from '../db/transaction.ts'
import { positionOf } from '../replica/positions.ts'

/**
 * Where a reader is: the oldest transaction open at a read, the Unix second of it, and of which course of the database, since another one gives the same
 * numbers to other messages.
 */
export type Place = { xid: string; second: string; course: string }
/** With how far the log is; null = of a server that takes no writes. */
export type Look = Place & { position: string | null }

export const cursorOf = ({ xid, second, course }: Place): string => `${xid}-${second}-${course}`
export const placeOf = (cursor: string): Place | undefined => {
  const [, xid, second, course] = /^(\d{1,19})-(\d{1,12})-([0-9a-f]{12})$/.exec(cursor) ?? []
  return xid === undefined || second === undefined || course === undefined ? undefined : { xid, second, course }
}

/**
 * A server that was promoted writes another timeline, a database that was copied elsewhere has another system identifier, and one that was found to have been
 * restored has another lineage (features/restores).
 */
const lineage = sql`(select lineage from time_marks)`
const timeline = sql`case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end`
const told = {
  course: sql`(select left(md5(concat_ws(' ', system_identifier, ${timeline}, ${lineage})), 12) from pg_control_system())`,
  position: sql`case when not pg_is_in_recovery() then pg_current_wal_insert_lsn()::text end`,
}
/** Of a provider's database that keeps its log and its control file to itself. */
const untold: typeof told = { course: sql`left(md5(${lineage}::text), 12)`, position: sql`null::text` }
/** Insufficient privilege, not supported, no such function, not in this state. */
const refused = new Set(['42501', '0A000', '42883', '55000'])

const lookWith = async (db: Db, { course, position }: typeof told): Promise<Look> => {
  const { rows } = await sql<Look>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as xid, extract(epoch from now())::bigint::text as second, ${course} as course,
      ${position} as position`.execute(db)
  return rows[0]!
}

export const lookNow = async (db: Db): Promise<Look> => {
  const words = wordsOf(db)
  try {
    return await lookWith(db, words.now)
  } catch (error) {
    if (words.now === untold || !refused.has(sqlCodeOf(error) ?? '')) throw error
    words.now = untold
    return lookWith(db, untold)
  }
}
const wordsOf = perDatabase(() => ({ now: told }))

/** False where what was read may not be what there is: the database is another one, or is back where it was before, also where it does not know that yet. */
export const isSameCourse = (before: Look, now: Look): boolean =>
  before.course === now.course &&
  BigInt(before.xid) <= BigInt(now.xid) &&
  (before.position === null || now.position === null || positionOf(before.position) <= positionOf(now.position))

/** Retention of messages, for readers that resume. */
export const keepMinutes = 30
/** A message's age counts from the beginning of its transaction: a read slightly earlier may have missed one. */
const slackMinutes = 5

/** False when messages since that place may have been deleted, or are of another course. */
export const stillKnown = async (db: Db, place: Place): Promise<boolean> => {
  const { rows } = await sql<{ known: boolean }>`
    select to_timestamp(${place.second}::float8) > now() - make_interval(mins => ${keepMinutes - slackMinutes})
      and ${place.xid}::xid8 <= pg_snapshot_xmax(pg_current_snapshot()) and ${place.course} = ${wordsOf(db).now.course} as known`.execute(
    db,
  )
  return rows[0]?.known === true
}

import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

/** A snapshot of the database: whatever is not in it is of a transaction from `xmax` on, or of one that was `open`. */
export type Position = { xmin: string; xmax: string; open: string[] }
/** `venueId` null: all subjects; `day` null: the subject itself. */
export type Change = { venueId: string | null; day: string | null }
export type Look = {
  position: Position
  changes: Change[]
  /** Changes since that position have been removed. */
  missed: boolean
  standby: boolean
}

const positionOf = (snapshot: string): Position => {
  const [xmin, xmax, open] = snapshot.split(':') as [string, string, string]
  return { xmin, xmax, open: open === '' ? [] : open.split(',') }
}

type Row = { snapshot: string; changes: [string | null, string | null][] | null; floor: string; standby: boolean }

/**
 * What has been committed since, exactly once. Numbers are given before the commit, so "above the last one" would miss slower transactions: what the last snapshot
 * did not hold is told from the snapshot itself. One statement, so that the new position and the changes up to it are of one moment.
 */
export const lookSince = async (db: Db, last: Position | undefined): Promise<Look> => {
  const { rows } = await sql<Row>`
    select pg_current_snapshot()::text as snapshot, f.xid::text as floor, pg_is_in_recovery() as standby,
      (select json_agg(json_build_array(k.venue_id, k.day)) from kept_changes k
        where k.xid >= ${last?.xmax ?? null}::xid8 or k.xid = any(${last?.open ?? []}::xid8[])) as changes
    from kept_floor f`.execute(db)
  const { snapshot, changes, floor, standby } = rows[0]!
  return {
    position: positionOf(snapshot),
    changes: (changes ?? []).map(([venueId, day]) => ({ venueId, day })),
    missed: last === undefined || BigInt(last.xmin) < BigInt(floor),
    standby,
  }
}

/**
 * Removes what was decided before the last time this was done. Whoever has not read so far sees it by the floor, of the same moment: a process that stood
 * still, and whatever was written before the floor by a transaction that ended after it.
 */
export const removeReadChanges = async (db: Db): Promise<void> => {
  await sql`
    with floor as (update kept_floor set xid = greatest(xid, next), next = pg_snapshot_xmin(pg_current_snapshot()) returning xid)
    delete from kept_changes k using floor where k.xid < floor.xid`.execute(db)
}

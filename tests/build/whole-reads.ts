import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { OpenDb } from './a-ctx.ts'

/** How often these tables were read from end to end so far: a list of a page must not add to it, however long its table. */
export const wholeReads = async ({ db }: OpenDb, ...tables: readonly string[]): Promise<number> => {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ reads: number }>`
    select sum(seq_scan)::integer as reads from pg_stat_user_tables where relname = any(${[...tables]}::text[])`.execute(db)
  return rows[0]!.reads
}

/** How many rows were read so far by reading partitions of this table from end to end: of the days somebody asks for that may be the cheapest. */
export const rowsOfWholeReads = async ({ db }: OpenDb, partitioned: string): Promise<number> => {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ rows: number }>`
    select coalesce(sum(seq_tup_read), 0)::integer as rows from pg_stat_user_tables where relid in (select relid from pg_partition_tree(${partitioned}))`.execute(
    db,
  )
  return rows[0]!.rows
}

/** How many rows of its partitions were read so far in whatever way. */
export const rowsOfReads = async ({ db }: OpenDb, partitioned: string): Promise<number> => {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ rows: number }>`
    select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::integer as rows from pg_stat_user_tables
    where relid in (select relid from pg_partition_tree(${partitioned}))`.execute(db)
  return rows[0]!.rows
}

/** Tables of which a page is not known to be visible to all: a count of their rows would read them instead of an index. */
const unseen = async ({ db }: Pick<OpenDb, 'db'>): Promise<number> => {
  const { rows } = await sql<{ tables: number }>`
    select count(*)::integer as tables from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relallvisible < relpages`.execute(db)
  return rows[0]!.tables
}

/**
 * Sorts the tables out the way a quiet hour would, so that a plan is the one a running product gets. What was just written has to be on disk first:
 * rows whose commit is still under way are not marked as visible to all; nor are they while somebody older is still looking, as autovacuum does when
 * it gathers statistics. So it is done until it is done.
 */
export const vacuumed = async (open: Pick<OpenDb, 'db'>): Promise<void> => {
  for (const until = performance.now() + 240_000; ; await sleep(200)) {
    await sql`checkpoint`.execute(open.db)
    await sql`vacuum analyze`.execute(open.db)
    if ((await unseen(open)) === 0) return
    if (performance.now() > until) throw new Error('somebody keeps looking at rows that are not there any more')
  }
}

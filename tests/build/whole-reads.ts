import { sql } from 'kysely'
import type { OpenDb } from './a-ctx.ts'

/** How often these tables were read from end to end so far: a list of a page must not add to it, however long its table. */
export const wholeReads = async ({ db }: OpenDb, ...tables: readonly string[]): Promise<number> => {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ reads: number }>`
    select sum(seq_scan)::integer as reads from pg_stat_user_tables where relname = any(${[...tables]}::text[])`.execute(db)
  return rows[0]!.reads
}

/**
 * Sorts the tables out the way a quiet hour would, so that a plan is the one a running product gets. What was just written has to be
 * on disk first: rows whose commit is still under way are not marked as visible to all, and no count is read from an index then.
 */
export const vacuumed = async ({ db }: Pick<OpenDb, 'db'>): Promise<void> => {
  await sql`checkpoint`.execute(db)
  await sql`vacuum analyze`.execute(db)
}

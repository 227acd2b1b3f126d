import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { outageOf } from '../db/outage.ts'
import { isReadOnly } from '../db/servers.ts'

export type Disk = { freeBytes: number; sizeBytes: number }
/**
 * `full`: disk full; `read_only`: a standby, or a primary that takes no writes any more; `unconfirmed`: a synchronous standby that has to confirm writes is
 * away; null = writable, or unknown.
 */
export type WriteFault = 'full' | 'read_only' | 'unconfirmed' | null

/** The built-in database stops when it cannot allocate its next WAL segment, which takes half of this. */
export const leastFreeBytes = 32_000_000

export const diskOf = async (folder: string): Promise<Disk | undefined> => {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize }
  } catch {
    return undefined
  }
}

/* A sort larger than its work memory spills to a temporary file: the one query that needs free disk on the database's machine and changes nothing. */
const spill = sql`select count(*) from (select n from generate_series(1, 12000) as n order by md5(n::text) offset 0) as sorted`

/** As a write would fail: the connection to such a server is then given up for one to the server that took its place. */
const requireWrites = sql`do $$ begin
  if current_setting('transaction_read_only') = 'on' then
    raise exception 'cannot write: this server of the database is read-only' using errcode = 'read_only_sql_transaction';
  end if;
end $$`

export const databaseWriteFault = (db: Db): Promise<WriteFault> =>
  db
    .transaction()
    .execute(async (inner): Promise<WriteFault> => {
      await requireWrites.execute(inner)
      await sql`set local work_mem = '64kB'`.execute(inner)
      await spill.execute(inner)
      return null
    })
    .catch((error: unknown) => {
      if (isReadOnly(error)) return 'read_only'
      return outageOf(error) === 'storage.unwritable' ? 'full' : null
    })

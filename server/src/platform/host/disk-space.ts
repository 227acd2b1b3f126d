import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { outageOf } from '../db/outage.ts'

export type Disk = { freeBytes: number; sizeBytes: number }
/** `full`: disk full; `read_only`: a standby for instance; null = writable, or unknown. */
export type WriteFault = 'full' | 'read_only' | null

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

export const databaseWriteFault = (db: Db): Promise<WriteFault> =>
  db
    .transaction()
    .execute(async (inner): Promise<WriteFault> => {
      const { rows } = await sql<{ readOnly: string }>`select current_setting('transaction_read_only') as read_only`.execute(inner)
      if (rows[0]?.readOnly === 'on') return 'read_only'
      await sql`set local work_mem = '64kB'`.execute(inner)
      await spill.execute(inner)
      return null
    })
    .catch((error: unknown) => (outageOf(error) === 'storage.unwritable' ? 'full' : null))

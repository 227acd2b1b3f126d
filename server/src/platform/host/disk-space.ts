import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { outageOf } from '../db/outage.ts'

export type Disk = { freeBytes: number; sizeBytes: number }
/** `full`: no room; `read_only`: it may not be written at all, a standby for instance; null = it takes writes, or nobody can tell. */
export type WriteFault = 'full' | 'read_only' | null

/** The built-in database fails altogether when it cannot make the next piece of its log, which takes half of this. */
export const leastFreeBytes = 32_000_000

export const diskOf = async (folder: string): Promise<Disk | undefined> => {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize }
  } catch {
    return undefined
  }
}

/*
 * A sort that does not fit into its memory is written to a file beside the data and taken away again: the one question that needs room on a disk no
 * server of ours may see, and changes nothing.
 */
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

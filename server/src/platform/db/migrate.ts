import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

const folder = new URL('../../../migrations/', import.meta.url)
/** Any number will do, as long as every version of the product takes the same. */
const lockKey = 7_231_904

/**
 * Brings the database at `url` up to date: each file of server/migrations once, in order, in a transaction of its own.
 * Several processes may start at once; one migrates, the others wait. Returns the names applied now.
 */
export const migrateUrl = async (url: string): Promise<string[]> => {
  const client = new pg.Client({ connectionString: url, application_name: 'tablewire migrate' })
  await client.connect()
  const applied: string[] = []
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query('create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())')
    const done = new Set((await client.query<{ name: string }>('select name from migrations')).rows.map((row) => row.name))
    const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
    for (const name of names) {
      if (done.has(name)) continue
      await client.query('begin')
      await client.query(await readFile(new URL(name, folder), 'utf8'))
      await client.query('insert into migrations (name) values ($1)', [name])
      await client.query('commit')
      applied.push(name)
    }
  } finally {
    await client.end()
  }
  return applied
}

import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Config } from '#src/platform/config.ts'
import { connectAlone } from '#src/platform/db/servers.ts'
import { startEmbedded } from '#src/platform/postgres/embedded-postgres.ts'
import { DataFolderInUse } from '#src/platform/postgres/folder-lock.ts'
import { runningUrl } from '#src/platform/postgres/running-database.ts'

export type DatabaseHandle = { url: string; stop: () => Promise<void> }

const waitMs = 15_000
const migrations = new URL('../../migrations/', import.meta.url)

const answers = async (url: string, statement: string): Promise<pg.QueryResult<Record<string, unknown>>> => {
  const client = await connectAlone(url, 'tablewire import')
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The database of a server that runs on this folder; it may be starting at this very moment. */
const ofRunningServer = async (folder: string, inUse: DataFolderInUse): Promise<DatabaseHandle> => {
  for (let waitedMs = 0; waitedMs < waitMs; waitedMs += 300) {
    const url = runningUrl(folder)
    const up =
      url !== undefined &&
      (await answers(url, 'select 1').then(
        () => true,
        () => false,
      ))
    if (up) return { url, stop: async () => undefined }
    await sleep(300)
  }
  throw inUse
}

/** DATABASE_URL, else the database of the data folder: through the server that runs on it, or started for the duration of the command. */
export const reachDatabase = async (config: Config): Promise<DatabaseHandle> => {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, stop: async () => undefined }
  try {
    return await startEmbedded({ dataDir: config.data, log: () => undefined })
  } catch (error) {
    if (error instanceof DataFolderInUse) return ofRunningServer(config.data, error)
    throw error
  }
}

/** There is something to look at without making it first. */
export const hasDatabase = (config: Config): boolean =>
  config.databaseUrl !== undefined || existsSync(join(config.data, 'postgres', 'PG_VERSION'))

/** The database has exactly the tables this version expects, so that a dry run need not change any. */
export const isCurrent = async (url: string): Promise<boolean> => {
  const wanted = (await readdir(migrations)).filter((name) => name.endsWith('.sql'))
  const { rows } = await answers(url, 'select name from migrations').catch((error: { code?: string }) => {
    if (error.code === '42P01') return { rows: [] }
    throw error
  })
  const applied = new Set(rows.map(({ name }) => name))
  return wanted.every((name) => applied.has(name)) && applied.size === wanted.length
}

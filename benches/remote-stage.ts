import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { makeDb, makePool } from '@tablewire/server/platform/db/connect'
import { migrateUrl } from '@tablewire/server/platform/db/migrate'
import type { Db } from '@tablewire/server/platform/db/schema'
import { startEmbedded } from '@tablewire/server/platform/postgres/embedded-postgres'
import { makeSecrets, type Secrets } from '@tablewire/server/platform/secrets/secrets'
import { rmsToken } from '../tests/build/a-remote-venue.ts'
import { lowerDbPriority } from './db-priority.ts'
import { admin, type Server, startServer } from './stage.ts'

const secretKey = 'a key that only this bench ever uses and no comma'

const startRms = async (houses: number): Promise<{ origin: string; child: ChildProcess }> => {
  const main = fileURLToPath(new URL('../sandbox/src/main.ts', import.meta.url))
  const args = ['--rms-port', '0', '--channel-port', '0', '--token', rmsToken, '--houses', String(houses)]
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const origin = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout!).on('line', (line) => {
      const found = /Reservation system at (http[^\s,]+)/.exec(line)?.[1]
      if (found) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`the sandbox ended with ${code}`)))
  })
  return { origin, child }
}

export type RemoteStage = { db: Db; secrets: Secrets; rms: { origin: string }; start: () => Promise<Server> }

const onDatabase = async <T>(folder: string, rms: { origin: string }, play: (stage: RemoteStage) => Promise<T>): Promise<T> => {
  const database = await startEmbedded({ dataDir: folder, log: () => undefined })
  const asBefore = lowerDbPriority(folder)
  await migrateUrl(database.url)
  const db = makeDb(makePool({ url: database.url, max: 2, name: 'bench' }))
  const servers: Server[] = []
  const start = async (): Promise<Server> => {
    const server = await startServer('server/src/main.ts', ['serve', '--port', '0', '--empty'], {
      DATABASE_URL: database.url,
      LOG_LEVEL: 'error',
      TABLEWIRE_ADMIN_EMAIL: admin.email,
      TABLEWIRE_ADMIN_PASSWORD: admin.password,
      TABLEWIRE_SECRET_KEY: secretKey,
      TABLEWIRE_DATA: join(folder, 'data'),
      SYSTEM_SERVICES: rms.origin,
    })
    servers.push(server)
    return server
  }
  try {
    return await play({ db, secrets: makeSecrets([secretKey]), rms, start })
  } finally {
    await db.destroy()
    for (const server of servers) await server.stop()
    asBefore()
    await database.stop()
  }
}

/** An empty database with a reservation system of so many houses beside it, and servers on both; all of it is gone afterwards. */
export const onRemoteStage = async <T>(houses: number, play: (stage: RemoteStage) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'tablewire-bench-'))
  const { origin, child } = await startRms(houses)
  try {
    return await onDatabase(folder, { origin }, play)
  } finally {
    child.kill('SIGTERM')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

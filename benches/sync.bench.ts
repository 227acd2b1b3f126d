import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { makeDb, makePool } from '@tablewire/server/platform/db/connect'
import { migrateUrl } from '@tablewire/server/platform/db/migrate'
import type { Db } from '@tablewire/server/platform/db/schema'
import { newId } from '@tablewire/server/platform/id'
import { startEmbedded } from '@tablewire/server/platform/postgres/embedded-postgres'
import { makeSecrets } from '@tablewire/server/platform/secrets/secrets'
import { sql } from 'kysely'
import { aConnectedSystem, rmsToken } from '../tests/build/a-remote-venue.ts'
import { aBook, aCompany } from '../tests/build/a-venue.ts'
import { type Bench, round } from './bench.ts'
import { type Server, startServer } from './stage.ts'

const secretKey = 'a key that only this bench ever uses and no comma'
/** `--full`: the size of the promise. */
const venueCount = process.argv.includes('--full') ? 10_000 : 1000
const days = 30
const sizes = 2
const longestMs = 3_600_000

const startRms = async (): Promise<{ origin: string; child: ChildProcess }> => {
  const main = fileURLToPath(new URL('../sandbox/src/main.ts', import.meta.url))
  const child = spawn(
    process.execPath,
    [main, '--rms-port', '0', '--channel-port', '0', '--token', rmsToken, '--houses', String(venueCount)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const origin = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout!).on('line', (line) => {
      const found = /Reservation system at (http[^\s,]+)/.exec(line)?.[1]
      if (found) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`the sandbox ended with ${code}`)))
  })
  return { origin, child }
}

const fillVenues = async (db: Db, systemId: string): Promise<void> => {
  const companyId = await aCompany(db)
  const { version: _version, areas: _areas, ...rules } = aBook()
  await sql`
    insert into venues (id, company_id, system_id, external_id, name, city, country_code, time_zone, currency)
    select gen_random_uuid(), ${companyId}, ${systemId}, 'v' || lpad(n::text, 5, '0'), 'House ' || n, 'London', 'GB', 'Europe/London', 'GBP'
    from generate_series(1, ${venueCount}::int) as n`.execute(db)
  await sql`insert into books (venue_id, version, rules) select id, 1, ${JSON.stringify(rules)}::jsonb from venues where system_id = ${systemId}`.execute(
    db,
  )
  await sql`update systems set sync_horizon = 'horizon', sync_horizon_days = ${days} where id = ${systemId}`.execute(db)
  // What the schedule would begin beside has just been done.
  for (const kind of ['venues', 'areas', 'reservations'])
    await sql`
      insert into sync_tasks (id, system_id, kind, state, origin, created_at, started_at, ended_at)
      values (${newId()}, ${systemId}, ${kind}, 'done', 'schedule', now(), now(), now())`.execute(db)
}

type Seen = { state: string; executed: number; changed: number; errors: number }
const look = async (db: Db, id: string): Promise<Seen> => {
  const { rows } = await sql<Seen>`select state, executed, changed, errors from sync_tasks where id = ${id}`.execute(db)
  return rows[0]!
}
const begin = async (db: Db, systemId: string): Promise<string> => {
  const id = newId()
  await sql`
    insert into sync_tasks (id, system_id, kind, origin, created_at, next_at) values (${id}, ${systemId}, 'availability', 'person', now(), now())`.execute(
    db,
  )
  return id
}
/** Megabytes in memory now. */
const memoryOf = ({ pid }: Server): number => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

const until = async (db: Db, { id, share, onLook }: { id: string; share: number; onLook: (seen: Seen) => void }): Promise<Seen> => {
  const startedMs = performance.now()
  for (;;) {
    const seen = await look(db, id)
    onLook(seen)
    if (seen.executed >= share * venueCount || !['waiting', 'running'].includes(seen.state)) return seen
    if (performance.now() - startedMs > longestMs) throw new Error('the task does not end')
    await sleep(200)
  }
}

type Round = { seconds: number; atKill: number; end: Seen; growth: number; peak: number; looks: number }

/** A first round in which the server is killed on the way, and whoever starts next goes on. */
const firstRound = async (
  db: Db,
  { systemId, start }: { systemId: string; start: () => Promise<Server> },
): Promise<Round & { server: Server }> => {
  const startedMs = performance.now()
  const killed = await start()
  const id = await begin(db, systemId)
  const looks = new Set<number>()
  const watch = ({ executed }: Seen): void => void looks.add(executed)
  const { executed: atKill } = await until(db, { id, share: 0.3, onLook: watch })
  process.kill(killed.pid, 'SIGKILL')
  const server = await start()
  await until(db, { id, share: 0.5, onLook: watch })
  const early = memoryOf(server)
  let peak = early
  const end = await until(db, {
    id,
    share: 2,
    onLook: (seen) => {
      watch(seen)
      peak = Math.max(peak, memoryOf(server))
    },
  })
  return { server, seconds: (performance.now() - startedMs) / 1000, atKill, end, growth: peak - early, peak, looks: looks.size }
}

const measure = async (folder: string, rms: string) => {
  const database = await startEmbedded({ dataDir: folder, log: () => undefined })
  await migrateUrl(database.url)
  const db = makeDb(makePool({ url: database.url, max: 2, name: 'bench' }))
  const { id: systemId } = await aConnectedSystem({ db, secrets: makeSecrets([secretKey]), rms: { origin: rms } }, { connector: 'sandbox' })
  await fillVenues(db, systemId)
  const start = (): Promise<Server> =>
    startServer('server/src/main.ts', ['serve', '--port', '0', '--empty'], {
      DATABASE_URL: database.url,
      LOG_LEVEL: 'error',
      TABLEWIRE_ADMIN_EMAIL: 'bench@tablewire.test',
      TABLEWIRE_ADMIN_PASSWORD: 'tablewire-bench',
      TABLEWIRE_SECRET_KEY: secretKey,
      TABLEWIRE_DATA: join(folder, 'data'),
      SYSTEM_SERVICES: rms,
    })
  let server: Server | undefined
  try {
    const first = await firstRound(db, { systemId, start })
    server = first.server
    const { rows } = await sql<{ kept: number }>`select count(*)::int as kept from remote_days where slots is not null`.execute(db)
    const secondMs = performance.now()
    const again = await begin(db, systemId)
    const second = await until(db, { id: again, share: 2, onLook: () => undefined })
    return { first, second, kept: rows[0]!.kept, secondSeconds: (performance.now() - secondMs) / 1000 }
  } finally {
    await db.destroy()
    await server?.stop()
    await database.stop()
  }
}

/** HU5: every venue's month from a system that owns them, through a killed process, and once more when nothing has changed. */
export const syncing: Bench = {
  name: 'sync',
  about: `${venueCount} venues × ${days} days from a reservation system, killed on the way, and once more`,
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tablewire-sync-'))
    const { origin, child } = await startRms()
    try {
      const { first, second, kept, secondSeconds } = await measure(folder, origin)
      const wanted = venueCount * days * sizes
      const { end, atKill, growth, peak, looks } = first
      return [
        {
          name: 'sync.missing',
          value: venueCount - end.executed + Math.abs(wanted - kept) + Math.abs(wanted - end.changed) + end.errors,
          unit: 'days',
          note: `${end.executed} venues, ${kept} days kept, ${end.changed} written; killed after ${atKill}; progress seen at ${looks} places`,
        },
        {
          name: 'sync.rate',
          value: round(venueCount / first.seconds),
          unit: 'venues/s',
          note: `${round(first.seconds)} s with the restart`,
        },
        { name: 'sync.memory', value: round(growth, 0), unit: 'MB', note: `growth from the middle on; peak ${round(peak, 0)} MB` },
        {
          name: 'sync.again',
          // Of today the system offers less by the minute.
          value: round((100 * second.changed) / wanted, 2),
          unit: '%',
          note: `${second.changed} of ${wanted} days written again, in ${round(secondSeconds)} s`,
        },
      ]
    } finally {
      child.kill('SIGTERM')
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}

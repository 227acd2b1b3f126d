import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '@tablewire/server/platform/db/schema'
import { newId } from '@tablewire/server/platform/id'
import { sql } from 'kysely'
import { aConnectedSystem } from '../tests/build/a-remote-venue.ts'
import { aBook, aCompany } from '../tests/build/a-venue.ts'
import { type Bench, round } from './bench.ts'
import { onRemoteStage, type RemoteStage } from './remote-stage.ts'
import { memoryMb, type Server } from './stage.ts'

/** `--full`: the size of the promise. */
const venueCount = process.argv.includes('--full') ? 10_000 : 1000
const days = 30
const sizes = 2
const longestMs = 3_600_000

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
  // Tasks the scheduler would start meanwhile have just run.
  for (const kind of ['venues', 'areas', 'reservations'])
    await sql`
      insert into sync_tasks (id, system_id, kind, state, origin, created_at, started_at, ended_at)
      values (${newId()}, ${systemId}, ${kind}, 'done', 'schedule', now(), now(), now())`.execute(db)
}

type TaskState = { state: string; executed: number; changed: number; errors: number }
const look = async (db: Db, id: string): Promise<TaskState> => {
  const { rows } = await sql<TaskState>`select state, executed, changed, errors from sync_tasks where id = ${id}`.execute(db)
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
const until = async (
  db: Db,
  { id, share, onLook }: { id: string; share: number; onLook: (seen: TaskState) => void },
): Promise<TaskState> => {
  const startedMs = performance.now()
  for (;;) {
    const seen = await look(db, id)
    onLook(seen)
    if (seen.executed >= share * venueCount || !['waiting', 'running'].includes(seen.state)) return seen
    if (performance.now() - startedMs > longestMs) throw new Error('the task does not end')
    await sleep(200)
  }
}

type Round = { seconds: number; atKill: number; end: TaskState; growth: number; peak: number; looks: number }

/** A full sync in which the server is killed (kill -9), and a new one resumes it at the cursor. */
const firstRound = async (db: Db, { systemId, start }: { systemId: string; start: () => Promise<Server> }): Promise<Round> => {
  const startedMs = performance.now()
  const killed = await start()
  const id = await begin(db, systemId)
  const looks = new Set<number>()
  const watch = ({ executed }: TaskState): void => void looks.add(executed)
  const { executed: atKill } = await until(db, { id, share: 0.3, onLook: watch })
  process.kill(killed.pid, 'SIGKILL')
  const server = await start()
  await until(db, { id, share: 0.5, onLook: watch })
  const early = memoryMb(server.pid)
  let peak = early
  const end = await until(db, {
    id,
    share: 2,
    onLook: (seen) => {
      watch(seen)
      peak = Math.max(peak, memoryMb(server.pid))
    },
  })
  return { seconds: (performance.now() - startedMs) / 1000, atKill, end, growth: peak - early, peak, looks: looks.size }
}

const measure = async ({ start, ...ground }: RemoteStage) => {
  const { db } = ground
  const { id: systemId } = await aConnectedSystem(ground, { connector: 'sandbox' })
  await fillVenues(db, systemId)
  const first = await firstRound(db, { systemId, start })
  const { rows } = await sql<{ kept: number }>`select count(*)::int as kept from remote_days where slots is not null`.execute(db)
  const secondMs = performance.now()
  const again = await begin(db, systemId)
  const second = await until(db, { id: again, share: 2, onLook: () => undefined })
  return { first, second, kept: rows[0]!.kept, secondSeconds: (performance.now() - secondMs) / 1000 }
}

/** HU5: a full sync of every venue's month, with a killed process, and once more when nothing has changed. */
export const syncing: Bench = {
  name: 'sync',
  about: `${venueCount} venues × ${days} days from a reservation system, killed on the way, and once more`,
  run: async () => {
    const { first, second, kept, secondSeconds } = await onRemoteStage(venueCount, measure)
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
  },
}

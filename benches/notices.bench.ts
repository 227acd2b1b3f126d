import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '@tablewire/server/platform/db/schema'
import { sql } from 'kysely'
import { aConnectedSystem, aRemoteVenue, rmsToken } from '../tests/build/a-remote-venue.ts'
import { type Bench, round } from './bench.ts'
import { onRemoteStage, type RemoteStage } from './remote-stage.ts'
import { processMs } from './stage.ts'

/** `--short`: to see that it runs, not to judge by. */
const count = process.argv.includes('--short') ? 1000 : 10_000
const bookings = 100
const senders = 20
/** Seconds after which hints without a resync count as a backlog. */
const patienceSeconds = 120
const house = 'v00001'

type Call = <T>(method: string, path: string, body?: object) => Promise<T>
const caller =
  (origin: string, token: string): Call =>
  async (method, path, body) => {
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as never
  }

const dayAt = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Made at the restaurant's own system, for two at four times of an evening. */
const makeBookings = async (rms: Call): Promise<string[]> => {
  const ids: string[] = []
  for (let day = 2; ids.length < bookings; day++) {
    const { slotData } = await rms<{ slotData: { startSec: number }[] }>(
      'GET',
      `/v1/mozrest/availability?venueId=${house}&date=${dayAt(day)}&partySize=2`,
    )
    for (const { startSec } of slotData.slice(0, 4)) {
      const contact = { firstname: 'Ana', lastname: `Guest ${ids.length}`, email: `guest.${ids.length}@example.test` }
      ids.push((await rms<{ id: string }>('POST', '/v1/mozrest/booking', { venueId: house, partySize: 2, date: startSec, contact })).id)
    }
  }
  return ids
}

/** How many of them the hub has as the system has them: for three, which they all became. */
const settled = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ settled: number }>`
    select count(*)::integer as settled from remote_bookings b join reservations r on r.id = b.reservation_id
    where b.remote_id is not null and b.next_at is null and r.party_size = 3`.execute(db)
  return rows[0]!.settled
}
const until = async (question: () => Promise<boolean>): Promise<void> => {
  for (const startedMs = performance.now(); !(await question()) && performance.now() - startedMs < patienceSeconds * 1000;) await sleep(50)
}
const mirrored = async (db: Db): Promise<boolean> =>
  Number(
    (
      await db
        .selectFrom('remoteBookings')
        .select(({ fn }) => fn.countAll().as('rows'))
        .executeTakeFirstOrThrow()
    ).rows,
  ) >= bookings

/** Half of them name a booking that changed, half of them an evening whose places did. */
const sendAll = async (hub: Call, ids: readonly string[]): Promise<number> => {
  let [next, taken] = [0, 0]
  const sender = async (): Promise<void> => {
    for (let at = next++; at < count; at = next++) {
      const about =
        at % 2 === 0
          ? { entity: 'booking', entityId: ids[(at / 2) % ids.length], action: 'update' }
          : { entity: 'availability', entityId: house, data: { date: dayAt(at % 30) } }
      const { data } = await hub<{ data: { accepted: boolean; duplicate: boolean } }>('POST', '/v1/webhooks/rms', {
        eventId: `bench-${at}`,
        ...about,
      })
      if (data.accepted && !data.duplicate) taken++
    }
  }
  await Promise.all(Array.from({ length: senders }, sender))
  return taken
}

const measure = async (stage: RemoteStage) => {
  const { db, start } = stage
  const system = await aConnectedSystem(stage)
  const venue = await aRemoteVenue(db, system, { externalId: house, timeZone: 'Europe/London' })
  const server = await start()
  const [hub, rms] = [caller(server.url, system.key), caller(stage.rms.origin, rmsToken)]
  const ids = await makeBookings(rms)
  for (const id of ids)
    await hub('POST', '/v1/webhooks/rms', { eventId: `made-${id}`, entity: 'booking', entityId: id, action: 'create', venueId: venue.id })
  await until(() => mirrored(db))
  for (const id of ids) await rms('POST', `/admin/bookings/${id}`, { partySize: 3 })
  const [startedMs, spentMs] = [performance.now(), processMs(server.pid)]
  const taken = await sendAll(hub, ids)
  const seconds = (performance.now() - startedMs) / 1000
  const eachMs = (processMs(server.pid) - spentMs) / count
  await until(async () => (await settled(db)) === bookings)
  const settledSeconds = (performance.now() - startedMs) / 1000
  const behind = bookings - (await settled(db))
  // Counters are write-behind, flushed at the latest when the server stops.
  await server.stop()
  const { rows } = await sql<{
    lookups: number
  }>`select coalesce(sum(ok + refused + unclear + failed), 0)::integer as asked from remote_calls where operation = 'find'`.execute(db)
  return { taken, seconds, eachMs, settledSeconds, behind, asked: rows[0]!.lookups }
}

/** HU3: hints of reservation systems, and the resyncs they cause. */
export const notices: Bench = {
  name: 'notices',
  about: `${count} webhooks of a reservation system about ${bookings} bookings and 30 evenings`,
  run: async () => {
    const { taken, seconds, eachMs, settledSeconds, behind, asked } = await onRemoteStage(1, measure)
    return [
      {
        name: 'notices.seconds',
        value: round(seconds, 1),
        unit: 's',
        note: `${round(taken / seconds, 0)} a second from ${senders} senders, ${round(eachMs, 2)} ms of the server’s processor each`,
      },
      { name: 'notices.lost', value: count - taken, unit: 'notices' },
      {
        name: 'notices.behind',
        value: behind,
        unit: 'bookings',
        note: `the hub asked ${asked} times about ${bookings} bookings; all of them right ${round(settledSeconds - seconds, 1)} s after the last word`,
      },
    ]
  },
}

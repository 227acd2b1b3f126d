import { setTimeout as sleep } from 'node:timers/promises'
import { migrateUrl } from '@tablewire/server/platform/db/migrate'
import pg from 'pg'
import { percentile, round } from './bench.ts'
import { areaId, venueCount, venueId } from './houses-of-years.ts'

/** What a migration was like for whoever booked meanwhile. */
export type Rehearsal = {
  migrations: string[]
  seconds: number
  steps: number
  p99: number
  longest: number
  refused: number
  lost: number
}

/** A folder is rehearsed on more than once, and no house has a number twice. */
const run = crypto.randomUUID().slice(0, 4).toUpperCase()

type Life = { id: string; status: string }
type Booked = { lives: Life[]; tookMs: number[]; refused: number; over: boolean }

const hold = (id: string, { venue, n, writer }: { venue: number; n: number; writer: number }): string => {
  const at = `date_trunc('day', now()) + interval '${70 + (n % 20)} days' + interval '18 hours'`
  return `insert into reservations (venue_id, id, reference, status, party_size, starts_at, ends_at, starts_local, service_on, area_id, pacing_at, pacing_until,
      book_version, source, hold_expires_at)
    select '${venueId(venue)}', '${id}', 'W${run}${writer}${String(n).padStart(7, '0')}', 'held', 2, ${at}, ${at} + interval '90 minutes',
      (${at}) at time zone 'Europe/Paris', ((${at}) at time zone 'Europe/Paris')::date, '${areaId(venue)}', ${at}, ${at} + interval '15 minutes',
      b.version, 'phone', now() + interval '7 minutes' from books b where b.venue_id = '${venueId(venue)}'`
}

/** Holds that become bookings, sit down and leave, and some that run out: each step a transaction, and noted once it is acknowledged. */
const bookOn = async (url: string, writer: number, booked: Booked): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const step = async (life: Life, status: string, text: string): Promise<void> => {
    const startedMs = performance.now()
    await client.query(text)
    booked.tookMs.push(performance.now() - startedMs)
    life.status = status
  }
  for (let n = 1; !booked.over; n++) {
    const venue = 1 + ((writer * 37 + n) % venueCount)
    const life: Life = { id: crypto.randomUUID(), status: '' }
    const move = (status: string) =>
      `update reservations set status = '${status}', hold_expires_at = null, version = version + 1 where venue_id = '${venueId(venue)}' and id = '${life.id}'`
    try {
      await step(life, 'held', hold(life.id, { venue, n, writer }))
      booked.lives.push(life)
      for (const status of n % 5 === 0 ? ['expired'] : ['confirmed', 'seated', 'completed']) await step(life, status, move(status))
    } catch {
      booked.refused++
    }
    await sleep(20)
  }
  await client.end()
}

const lostOf = async (url: string, lives: readonly Life[]): Promise<number> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ id: string; status: string; listed: boolean }>(
    'select id, status, listed from reservations where id = any($1::uuid[])',
    [lives.map(({ id }) => id)],
  )
  await client.end()
  const found = new Map(rows.map((row) => [row.id, row]))
  return lives.filter(({ id, status }) => {
    const row = found.get(id)
    return row?.status !== status || row.listed !== (status !== 'held' && status !== 'expired')
  }).length
}

/** Brings the database up to date while two book at it all the time. */
export const rehearse = async (url: string): Promise<Rehearsal> => {
  const booked: Booked = { lives: [], tookMs: [], refused: 0, over: false }
  const writers = [1, 2].map((writer) => bookOn(url, writer, booked))
  const startedMs = performance.now()
  const migrations = await migrateUrl(url)
  const seconds = round((performance.now() - startedMs) / 1000)
  booked.over = true
  await Promise.all(writers)
  return {
    migrations,
    seconds,
    steps: booked.tookMs.length,
    p99: round(percentile(booked.tookMs, 0.99)),
    longest: round(Math.max(...booked.tookMs)),
    refused: booked.refused,
    lost: await lostOf(url, booked.lives),
  }
}

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { migrateUrl } from '@tablewire/server/platform/db/migrate'
import { startEmbedded } from '@tablewire/server/platform/postgres/embedded-postgres'
import pg from 'pg'
import { lowerDbPriority } from './db-priority.ts'
import { lastNames } from './fill.ts'
import { fillHistory } from './history-of-years.ts'
import { daysAfter, daysBefore, houses, isShort, partiesADay, reservationCount, uuid, venueCount } from './houses-of-years.ts'
import { type Rehearsal, rehearse } from './rehearsal.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
export const dataFolder = `${root}.tablewire/bench-years${isShort ? '-short' : ''}`
/** What landed before the table was laid out for years: from here on it is brought in beside bookings. */
const firstOfYears = '0350'
const firstNames = ['Ana', 'Jean', 'Maria', 'Peter', 'Lena', 'Tom', 'Sofia', 'Luis', 'Emma', 'Noah', 'Mia', 'Paul']

/** Evenings of all venues, day by day, as they would have come in: a twelfth were holds that ran out. */
const evenings = (from: number, until: number): string => `
  insert into reservations (venue_id, id, reference, status, party_size, starts_at, ends_at, starts_local, service_on, created_on, area_id, pacing_at, pacing_until,
    book_version, source, channel_id, guest_first_name, guest_last_name, guest_email, guest_phone, created_at, canceled_at, cancel_actor)
  select ${uuid('8000', 'v')}, ${uuid('8003', 'i')}, 'B' || upper(lpad(to_hex(i), 7, '0')), status, 1 + (hash >> 8) % 8, start_at, start_at + interval '90 minutes',
    start_at at time zone 'Europe/Paris', (start_at at time zone 'Europe/Paris')::date, (made_at at time zone 'Europe/Paris')::date, ${uuid('8001', 'v')},
    start_at, start_at + interval '15 minutes', 1, source, case when source = 'channel' then ${uuid('8006', '1 + (hash >> 16) % 8')} end,
    case when booked then ($1::text[])[1 + (hash >> 9) % 12] else '' end, case when booked then ($2::text[])[1 + (hash >> 13) % ${lastNames.length}] || ' ' || i % 9973 else '' end,
    case when booked then 'guest' || i || '@example.test' end, case when booked then '+331' || lpad(i::text, 8, '0') end, made_at,
    case when status = 'canceled' then made_at + (start_at - made_at) * 0.7 end, case when status = 'canceled' then 'guest' end
  from (
    select *, status <> 'expired' as booked from (
      select *, start_at - interval '1 hour' * ((hash >> 12) % 700) as made_at,
        case when hash % 8 = 0 then 'canceled' when hash % 8 = 1 and source in ('channel', 'widget') then 'expired'
          when start_at >= now() then 'confirmed' when hash % 25 = 2 then 'no_show' else 'completed' end as status
      from (
        select v, i, hash, (array['channel', 'channel', 'channel', 'phone', 'widget', 'phone'])[1 + (hash >> 20) % 6] as source,
          date_trunc('day', now()) - interval '${daysBefore} days' + d * interval '1 day' + interval '17 hours' + hash % 20 * interval '15 minutes' as start_at
        from (
          select v, d, (d * ${venueCount} + v) * ${partiesADay} + n as i, abs(hashint8((d * ${venueCount} + v) * ${partiesADay} + n)) as hash
          from generate_series(${from}, ${until}) d, generate_series(1, ${venueCount}) v, generate_series(0, ${partiesADay - 1}) n) a) b) c) e`

const fillYears = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const run = (text: string, values: unknown[] = []) => client.query(text, values)
  for (const statement of houses) await run(statement)
  // Neither guard nor marks, and the indexes after the rows: with them ten million rows would take hours.
  await run("set session_replication_role = 'replica'")
  await run("set maintenance_work_mem = '1GB'")
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = 'reservations'::regclass and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
  )
  for (const { name } of indexes) await run(`drop index ${name}`)
  for (let day = 0; day < daysBefore + daysAfter; day += 100) await run(evenings(day, day + 99), [firstNames, lastNames])
  for (const { definition } of indexes) await run(definition)
  await run("set session_replication_role = 'origin'")
  await run('vacuum analyze')
  await client.end()
}

/** The migrations up to the layout for years, in a folder of their own. */
const olderMigrations = (): URL => {
  const folder = `${dataFolder}/older-migrations`
  rmSync(folder, { recursive: true, force: true })
  cpSync(`${root}server/migrations`, folder, { recursive: true })
  for (const name of readdirSync(folder)) if (name >= firstOfYears) rmSync(`${folder}/${name}`)
  return pathToFileURL(`${folder}/`)
}

const quick = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', autovacuum: 'off', max_wal_size: '4GB' }
/** With the database of the folder, which writes as fast as it can and is not safe meanwhile. */
const whileQuick = async (work: (url: string) => Promise<unknown>): Promise<void> => {
  const database = await startEmbedded({ dataDir: dataFolder, log: () => undefined, settings: quick })
  try {
    await work(database.url)
  } finally {
    await database.stop()
  }
}

/** Made once: filled as it was before, then brought up to date beside bookings, with what that was like. */
const bookingsMade = async (mark: string): Promise<void> => {
  process.stderr.write(
    `Writing ${reservationCount.toLocaleString('en')} reservations once, and migrating them beside bookings${isShort ? '' : '; half an hour'}…\n`,
  )
  await whileQuick(async (url) => {
    await migrateUrl(url, { from: olderMigrations() })
    await fillYears(url)
  })
  const database = await startEmbedded({ dataDir: dataFolder, log: () => undefined })
  const rehearsal = await rehearse(database.url)
  await database.stop()
  writeFileSync(mark, JSON.stringify(rehearsal))
}

const historyMade = async (mark: string): Promise<void> => {
  process.stderr.write(`Writing their history and audit once${isShort ? '' : ', some minutes'}…\n`)
  await whileQuick(async (url) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await fillHistory(client)
    await client.end()
  })
  writeFileSync(mark, '')
}

/** Ten million reservations of a thousand venues over three years; kept on the disk. */
export const years = async (): Promise<{ url: string; rehearsal: Rehearsal; stop: () => Promise<void> }> => {
  const mark = `${dataFolder}/rehearsal.json`
  const historyMark = `${dataFolder}/history-made`
  if (isShort) rmSync(dataFolder, { recursive: true, force: true })
  mkdirSync(dataFolder, { recursive: true })
  if (!existsSync(mark)) await bookingsMade(mark)
  if (!existsSync(historyMark)) await historyMade(historyMark)
  const database = await startEmbedded({ dataDir: dataFolder, log: () => undefined })
  // What has come since, on all there is.
  const latest = await rehearse(database.url)
  if (latest.migrations.length) writeFileSync(mark, JSON.stringify(latest))
  const asBefore = lowerDbPriority(dataFolder)
  return {
    url: database.url,
    rehearsal: JSON.parse(readFileSync(mark, 'utf8')) as Rehearsal,
    stop: async () => {
      asBefore()
      await database.stop()
    },
  }
}

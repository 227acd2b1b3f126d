import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openContainer } from '@tablewire/server/app/ports'
import { recountDays } from '@tablewire/server/features/day-sums/recount'
import { readConfig } from '@tablewire/server/platform/config'
import { migrateUrl } from '@tablewire/server/platform/db/migrate'
import { startEmbedded } from '@tablewire/server/platform/postgres/embedded-postgres'
import { transaction } from '@tablewire/server/platform/db/transaction'
import { sql } from 'kysely'
import pg from 'pg'
import { rules } from './fill.ts'
import { lowerDbPriority } from './db-priority.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** A quarter of the venues, unless all are wanted: `npm run bench -- analytics --full` writes eleven million rows, which takes most of an hour. */
const full = process.argv.includes('--full')
export const dataFolder = `${root}.tablewire/bench-evenings${full ? '-full' : ''}`
export const venueCount = full ? 1_000 : 250
const dayCount = 1_095
/** Parties of a venue on one evening: ten on average, more on weekends. */
const partiesADay = 10
export const reservationCount = venueCount * dayCount * partiesADay
export const venueId = (n: number): string => `01900000-0000-7000-8000-${(1_000_000 + n).toString(16).padStart(12, '0')}`

const uuid = (family: string, expression: string): string =>
  `('01900000-0000-7000-${family}-' || lpad(to_hex(1000000 + ${expression}), 12, '0'))::uuid`

/** Three years of evenings of a thousand venues of forty companies: eight channels, phone and walk-ins, each with its own share of cancelations. */
const fillEvenings = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const run = (text: string, values: unknown[] = []) => client.query(text, values)
  await run(
    `insert into companies (id, name, country_code) select ${uuid('8004', 'n')}, 'Company ' || n, 'FR' from generate_series(0, 39) n`,
  )
  await run(
    `insert into venues (id, company_id, system_id, name, city, country_code, time_zone, currency)
     select ${uuid('8000', 'n')}, ${uuid('8004', 'n % 40')}, '01900000-0000-7000-8000-000000000001', 'Venue ' || n, 'City ' || n % 70, 'FR', 'Europe/Paris', 'EUR'
     from generate_series(1, ${venueCount}) n`,
  )
  await run('insert into books (venue_id, rules) select id, $1 from venues', [JSON.stringify(rules)])
  await run(
    `insert into areas (venue_id, id, name, capacity, by_default) select ${uuid('8000', 'n')}, ${uuid('8001', 'n')}, 'Main room', 400, true from generate_series(1, ${venueCount}) n`,
  )
  await run(`insert into channels (id, name, type) select ${uuid('8006', 'n')}, 'Channel ' || n, 'partner' from generate_series(1, 8) n`)
  // Neither guard nor marks, and the indexes after the rows: ten million of them would take an hour.
  await run("set session_replication_role = 'replica'")
  await run("set maintenance_work_mem = '1GB'")
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = 'reservations'::regclass and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
  )
  for (const { name } of indexes) await run(`drop index ${name}`)
  for (let part = 0; part < dayCount; part += 73) {
    await run(
      `insert into reservations (venue_id, id, reference, status, party_size, starts_at, ends_at, starts_local, service_on, created_on, area_id, pacing_at, pacing_until,
          book_version, source, channel_id, guest_first_name, guest_last_name, created_at, canceled_at, cancel_actor)
       select ${uuid('8000', 'v')}, ${uuid('8003', 'i')}, 'B' || upper(lpad(to_hex(i), 7, '0')), status, 1 + (hash >> 8) % 8, start_at, start_at + interval '90 minutes',
         start_at at time zone 'Europe/Paris', (start_at at time zone 'Europe/Paris')::date, (made_at at time zone 'Europe/Paris')::date, ${uuid('8001', 'v')},
         start_at, start_at + interval '15 minutes', 1, source, case when source = 'channel' then ${uuid('8006', '1 + (hash >> 16) % 8')} end, 'Guest', 'Number ' || i, made_at,
         case when status = 'canceled' then made_at + (start_at - made_at) * 0.7 end, case when status = 'canceled' then (array['guest', 'channel', 'venue'])[1 + (hash >> 5) % 3] end
       from (
         select *, case when source = 'walk_in' then start_at else start_at - interval '1 hour' * ((hash >> 12) % 700) end as made_at,
           case when hash % 8 = 0 and source <> 'walk_in' then 'canceled' when hash % 25 = 1 and start_at < now() then 'no_show'
             when start_at < now() then 'completed' else 'confirmed' end as status
         from (select v, i, hash, (array['channel', 'channel', 'channel', 'phone', 'widget', 'walk_in'])[1 + (hash >> 20) % 6] as source,
             date_trunc('day', now()) - interval '1035 days' + d * interval '1 day' + interval '17 hours' + hash % 20 * interval '15 minutes' as start_at
           from (select v, d, (v * ${dayCount} + d) * ${partiesADay} + n as i, abs(hashint8((v * ${dayCount} + d) * ${partiesADay} + n)) as hash
             from generate_series(1, ${venueCount}) v, generate_series(${part}, ${part + 72}) d, generate_series(0, ${partiesADay - 1}) n) a) b) c`,
    )
  }
  for (const { definition } of indexes) await run(definition)
  await run("set session_replication_role = 'origin'")
  await run('vacuum analyze')
  await client.end()
}

/** Evenings of these venues are left to the job, which is timed with them. */
export const leftVenues = 10
const venuesAtOnce = 30
/** The sums of all others, many venues at a time. */
const sumUp = async (url: string): Promise<void> => {
  const container = await openContainer(readConfig([], { DATABASE_URL: url, TABLEWIRE_DATA: dataFolder, LOG_LEVEL: 'error' }), false)
  const ctx = container.systemCtx('bench')
  const daysOf = (from: number, day: 'service_on' | 'created_on') =>
    sql`select distinct q.venue_id, q.${sql.ref(day)} as day from reservations q
      where q.venue_id between ${venueId(from)}::uuid and ${venueId(Math.min(venueCount, from + venuesAtOnce - 1))}::uuid`
  for (let from = leftVenues + 1; from <= venueCount; from += venuesAtOnce)
    await transaction(ctx, (inner) => recountDays(inner, { served: daysOf(from, 'service_on'), made: daysOf(from, 'created_on') }))
  await sql`insert into analytics_dirty select distinct venue_id, service_on, created_on from reservations where venue_id <= ${venueId(leftVenues)}::uuid`.execute(
    ctx.db,
  )
  await sql`analyze`.execute(ctx.db)
  await container.close()
}

/** The database with the evenings; kept on the disk, and made anew when the migrations or these lines change. */
export const evenings = async (): Promise<{ url: string; stop: () => Promise<void> }> => {
  const migrations = `${root}server/migrations/`
  const made = readdirSync(migrations).join() + readFileSync(fileURLToPath(import.meta.url), 'utf8')
  const mark = `${dataFolder}/filled`
  if (existsSync(mark) && readFileSync(mark, 'utf8') !== made) rmSync(dataFolder, { recursive: true, force: true })
  mkdirSync(dataFolder, { recursive: true })
  const database = await startEmbedded({ dataDir: dataFolder, log: () => undefined })
  const asBefore = lowerDbPriority(dataFolder)
  await migrateUrl(database.url)
  if (!existsSync(mark)) {
    process.stderr.write(`Writing ${reservationCount.toLocaleString('en')} reservations once, and their sums; some minutes…\n`)
    await fillEvenings(database.url)
    await sumUp(database.url)
    writeFileSync(mark, made)
  }
  return {
    url: database.url,
    stop: async () => {
      asBefore()
      await database.stop()
    },
  }
}

import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openContainer } from '@tablewire/server/app/ports'
import { makeFeed } from '@tablewire/server/features/google-feeds/make-feed'
import { readConfig } from '@tablewire/server/platform/config'
import { migrateUrl } from '@tablewire/server/platform/db/migrate'
import { newId } from '@tablewire/server/platform/id'
import { startEmbedded } from '@tablewire/server/platform/postgres/embedded-postgres'
import { sql } from 'kysely'
import { type Bench, round } from './bench.ts'
import { rules } from './fill.ts'
import { query } from './stage.ts'

/** The promise is of a thousand; what one venue more costs is measured of these. */
const promised = 1000
const [few, many] = [4, 44]
const days = 60
const partiesADay = 60

const lunch = { ...rules.shifts[0]!, name: 'Lunch', from: '12:00', to: '16:00', lastSeating: '15:00' }
const dinner = {
  ...rules.shifts[0]!,
  id: '01900000-0000-7000-8002-000000000002',
  name: 'Dinner',
  from: '18:30',
  to: '23:30',
  lastSeating: '22:00',
}
const uuid = (family: string, expression: string): string =>
  `('01900000-0000-7000-${family}-' || lpad(to_hex(1000000 + ${expression}), 12, '0'))::uuid`

/** Houses with lunch and dinner in two rooms, every day of the coming weeks with sixty parties in each; two accounts, of few and of many of them. */
const fillHouses = async (url: string): Promise<void> => {
  const run = (text: string, values: unknown[] = []) => query(url, text, values)
  await run(`insert into companies (id, name, country_code) values (${uuid('8004', '1')}, 'Bench', 'FR')`)
  await run(
    `insert into venues (id, company_id, system_id, name, address, city, country_code, time_zone, currency)
     select ${uuid('8000', 'n')}, ${uuid('8004', '1')}, '01900000-0000-7000-8000-000000000001', 'Venue ' || n, 'Rue ' || n, 'Paris', 'FR', 'Europe/Paris', 'EUR'
     from generate_series(1, ${few + many}) n`,
  )
  await run('insert into books (venue_id, rules) select id, $1 from venues', [JSON.stringify({ ...rules, shifts: [lunch, dinner] })])
  await run(
    `insert into areas (venue_id, id, name, capacity, by_default, position) select ${uuid('8000', 'n')}, ${uuid('8001', 'n * 2 + k')}, 'Room ' || k, 50, k = 0, k
     from generate_series(1, ${few + many}) n, generate_series(0, 1) k`,
  )
  await run('alter table reservations disable trigger reservations_guard')
  await run('alter table reservations disable trigger reservations_analytics_made')
  await run(
    `insert into reservations (venue_id, id, reference, status, party_size, starts_at, ends_at, starts_local, service_on, area_id, pacing_at, pacing_until, book_version,
       source, system_id, guest_first_name, guest_last_name)
     select ${uuid('8000', 'n')}, gen_random_uuid(), 'B' || to_hex(n * 1000000 + d * 1000 + p), 'confirmed', 1 + p % 6, at, at + interval '90 minutes', at at time zone 'Europe/Paris', (at at time zone 'Europe/Paris')::date,
       ${uuid('8001', 'n * 2 + p % 2')}, at, at + interval '15 minutes', 1, 'phone', '01900000-0000-7000-8000-000000000001', 'Ana', 'Garcia'
     from generate_series(1, ${few + many}) n, generate_series(0, ${days}) d, generate_series(1, ${partiesADay}) p,
       lateral (select (current_date + d + time '12:00' + (p % 36) * interval '15 minutes') at time zone 'Europe/Paris' as at) as start`,
  )
  for (const [nth, from, to] of [
    [1, 1, few],
    [2, few + 1, few + many],
  ] as const) {
    await run(
      `insert into channels (id, name, type, product) values (${uuid('8006', String(nth))}, 'Google ' || ${nth}, 'partner', 'google')`,
    )
    await run(
      `insert into channel_venues (venue_id, channel_id, state) select ${uuid('8000', 'n')}, ${uuid('8006', String(nth))}, 'live' from generate_series(${from}, ${to}) n`,
    )
    await run(
      `insert into google_accounts (id, key, name, environment, channel_id, created_at, updated_at)
       values (${uuid('8009', String(nth))}, '${nth === 1 ? 'few' : 'many'}', 'Account ' || ${nth}, '${nth === 1 ? 'sandbox' : 'production'}', ${uuid('8006', String(nth))}, now(), now())`,
    )
  }
  await run('vacuum analyze')
}

type Made = { seconds: number; peakMb: number; records: number; bytes: number }

/** `npm run google-feeds` as it is, with what it took of processor and memory. */
const make = (url: string, folder: string, account: string): Promise<Made> =>
  new Promise((resolve, reject) => {
    const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url))
    const child = spawn(process.execPath, [main, 'google-feeds', '--out', join(folder, 'out'), '--account', account, '--data', folder], {
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATABASE_URL: url, LOG_LEVEL: 'error' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let [text, peakMb, ticks] = ['', 0, 0]
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
    const watch = setInterval(() => {
      try {
        const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
        const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
        peakMb = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024 || peakMb
        ticks = Number(stat[11]) + Number(stat[12])
      } catch {
        // It has just ended.
      }
    }, 20)
    child.once('exit', (code) => {
      clearInterval(watch)
      if (code !== 0) return reject(new Error(`feeds ended with ${code}: ${text}`))
      const records = Number(/availability: (\d+) records/.exec(text)?.[1])
      const bytes = [...text.matchAll(/availability_feed\S+ \((\d+) bytes\)/g)].reduce((sum, found) => sum + Number(found[1]), 0)
      resolve({ seconds: ticks / 100, peakMb, records, bytes })
    })
  })

type Kept = { firstSeconds: number; againSeconds: number; days: number }
/** The availability feed as the server itself makes it, which keeps of each day what Google is told: when all of it is news, and when nothing is. */
const keep = async (url: string, folder: string): Promise<Kept> => {
  const container = await openContainer(readConfig([], { DATABASE_URL: url, TABLEWIRE_DATA: folder, LOG_LEVEL: 'error' }), false)
  try {
    const ctx = container.systemCtx('bench')
    const { rows } = await sql<{ id: string }>`select id from google_accounts where key = 'many'`.execute(ctx.db)
    const accountId = rows[0]!.id
    const once = async (): Promise<number> => {
      const [id, leaseBy] = [newId(), newId()]
      const createdAt = new Date().toISOString()
      await sql`
        insert into google_feeds (id, account_id, kind, asked_by, state, lease_by, created_at)
        values (${id}, ${accountId}, 'availability', 'bench', 'waiting', ${leaseBy}, ${createdAt}::timestamptz)`.execute(ctx.db)
      const before = process.cpuUsage()
      const feed = { id, accountId, kind: 'availability' as const, state: 'waiting', attempts: 1, leaseBy, createdAt }
      if (!(await makeFeed(ctx, feed, new AbortController().signal))) throw new Error('the feed was refused')
      const { user, system } = process.cpuUsage(before)
      // What Google has counts from then on.
      await sql`update google_feeds set state = 'sent', ended_at = clock_timestamp() where id = ${id}`.execute(ctx.db)
      return (user + system) / 1e6
    }
    const firstSeconds = await once()
    const againSeconds = await once()
    const { rows: counted } = await sql<{ n: number }>`select count(*)::integer as n from google_publications`.execute(ctx.db)
    return { firstSeconds, againSeconds, days: counted[0]!.n }
  } finally {
    await container.close()
  }
}

export const feeds: Bench = {
  name: 'feeds',
  about: `feeds to Google: what ${promised} venues over ${days} days for parties of one to ten would take of one core, by ${many - few} venues more or less`,
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tablewire-feeds-'))
    const database = await startEmbedded({ dataDir: folder, log: () => undefined })
    try {
      await migrateUrl(database.url)
      await fillHouses(database.url)
      const small = await make(database.url, folder, 'few')
      const large = await make(database.url, folder, 'many')
      const each = (large.seconds - small.seconds) / (many - few)
      const perVenue = large.records / many
      const kept = await keep(database.url, folder)
      return [
        {
          name: 'feeds.minutes',
          value: round((small.seconds + each * (promised - few)) / 60),
          unit: 'minutes',
          note: `${round(each, 2)} s of one core for each venue with ${round(perVenue, 0)} records, written and checked; ${round((large.bytes / many) * promised * 1e-6, 0)} MB in all`,
        },
        {
          name: 'feeds.kept',
          value: round((kept.firstSeconds / many / 60) * promised),
          unit: 'minutes',
          note: `the same by the server, which keeps ${kept.days} days of ${many} venues; ${round((kept.againSeconds / many / 60) * promised)} when nothing has changed`,
        },
        {
          name: 'feeds.memory',
          value: round(large.peakMb - small.peakMb, 0),
          unit: 'MB added',
          note: `by ten times as many; at most ${round(large.peakMb, 0)} MB in all`,
        },
      ]
    } finally {
      await database.stop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}

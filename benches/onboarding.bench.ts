import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeDb, makePool } from '@tablewire/server/platform/db/connect'
import type { Db } from '@tablewire/server/platform/db/schema'
import { migrateUrl } from '@tablewire/server/platform/db/migrate'
import { startEmbedded } from '@tablewire/server/platform/postgres/embedded-postgres'
import { sql } from 'kysely'
import { aChannel } from '../tests/build/a-channel.ts'
import { aSystem } from '../tests/build/a-system.ts'
import { type Bench, type Measure, percentile, round, timeEach } from './bench.ts'
import { lowerDbPriority } from './db-priority.ts'
import { admin, signIn, startServer } from './stage.ts'

const requestCount = 100_000
const venueCount = 50_000
/** One street and one house in which thousands are. */
const inStreet = 5_000
const inHouse = 2_000
const parties = { systems: 20, channels: 30 }

const uuid = (family: string, expression: string) =>
  sql.raw(`('01900000-0000-7000-${family}-' || lpad(to_hex(1000000 + ${expression}), 12, '0'))::uuid`)

type Keys = { system: { id: string; key: string }; channel: { id: string; key: string } }

/** Two years of requests between twenty systems and thirty channels; one system and one channel have many of them, as large ones do. */
const fill = async (db: Db): Promise<Keys> => {
  const [systems, channels] = [[], []] as { id: string; key: string }[][]
  for (let n = 0; n < parties.systems; n++) systems!.push(await aSystem(db, { rateLimitPerMinute: 600_000 }))
  for (let n = 0; n < parties.channels; n++) channels!.push(await aChannel(db, { rateLimitPerMinute: 600_000 }))
  await sql`set statement_timeout = 0`.execute(db)
  await sql`insert into companies (id, name, country_code) select ${uuid('8004', 'n')}, 'Company ' || n, 'ES' from generate_series(0, 1999) n`.execute(
    db,
  )
  await sql`
    insert into venues (id, company_id, system_id, external_id, name, address, postal_code, city, country_code, time_zone, currency, phone_number)
    select ${uuid('8000', 'n')}, ${uuid('8004', 'n % 2000')}, (${systems!.map(({ id }) => id)}::uuid[])[case when n <= ${inStreet + inHouse} then 1 else 1 + n % ${parties.systems} end],
      'V-' || n, (array['Osteria', 'Casa', 'Bistro', 'The', 'Cafe'])[1 + n % 5] || ' ' || md5(n::text),
      case when n <= ${inStreet} then 'Calle Larga ' || n when n <= ${inStreet + inHouse} then 'Centro Comercial 1, Local ' || n else 'Calle ' || left(md5(n::text), 6) || ' ' || n % 90 end,
      lpad((n % 99999)::text, 5, '0'), 'City ' || n % 700, 'ES', 'Europe/Madrid', 'EUR', '+3491' || lpad(n::text, 7, '0')
    from generate_series(1, ${venueCount}::int) n`.execute(db)
  // They are written as they stand, not moved there.
  await sql`alter table onboarding_requests disable trigger user`.execute(db)
  await sql`
    insert into onboarding_requests (id, requested_at, requester, system_id, channel_id, venue_id, rms_venue_id, booking_channel_venue_id, venue_name, venue_address,
      reference, status, status_since, cancellation_reason, reject_reason, restaurant_confirmed_at, terms_version, visible_at, available_at, onboarded_at, created_by, queue_key)
    select ${uuid('8020', 'n')}, at - interval '9 days', (array['rms', 'bc'])[1 + n % 2], (${systems!.map(({ id }) => id)}::uuid[])[1 + system_no],
      (${channels!.map(({ id }) => id)}::uuid[])[1 + channel_no],
      case when status = 'live' then ${uuid('8000', `1 + n % ${venueCount}`)} end, case when status <> 'rms_activation' then 'R-' || n end,
      case when n % 3 > 0 then 'B-' || n end, 'Casa ' || md5(n::text), case when n % 50 = 0 then 'Calle Larga ' || n else 'Calle ' || left(md5(n::text), 6) || ' ' || n % 90 end,
      'REF-' || n, status, at, case when status = 'canceled' then 'over' end, case when status = 'rejected' then 'over' end,
      case when status in ('bc_activation', 'live') then at end, case when status in ('bc_activation', 'live') then '1' end,
      case when status = 'live' then at end, case when status = 'live' then at end, case when status = 'live' then at end, 'bench',
      (case when status like '%activation' then 1 else -1 end) * floor(extract(epoch from at) * 1000)::bigint
    from (
      select n, (array['live','live','live','live','canceled','rejected','live','rms_activation','restaurant_activation','bc_activation'])[1 + n % 10] as status,
        now() - n * interval '10 minutes' as at, case when n % 3 = 0 then 0 else (n / 7) % ${parties.systems} end as system_no,
        case when n % 4 = 0 then 0 else (n / 11) % ${parties.channels} end as channel_no
      from generate_series(1, ${requestCount}::int) n
    ) t`.execute(db)
  await sql`alter table onboarding_requests enable trigger user`.execute(db)
  await sql`vacuum analyze`.execute(db)
  return { system: systems![0]!, channel: channels![0]! }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const day = (daysAgo: number): string => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

type Asked = { url: string; headers: Record<string, string>; body?: (n: number) => object }
const ask = async ({ url, headers, body }: Asked, n: number): Promise<{ total?: number; data: unknown }> => {
  const answer = await fetch(url, {
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { method: 'POST', body: JSON.stringify(body(n)) } : {}),
  })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as { total?: number; data: unknown }
}

const measured = async (name: string, questions: readonly Asked[]): Promise<Measure> => {
  const taken: number[] = []
  const each: string[] = []
  for (const question of questions) {
    await timeEach(20, (n) => ask(question, n))
    const times = await timeEach(60, (n) => ask(question, 1000 + n))
    taken.push(...times)
    each.push(`${round(percentile(times, 0.5), 0)}/${round(percentile(times, 0.99), 0)}`)
  }
  const note = `half of them within ${round(percentile(taken, 0.5))} ms; half/p99 of each question ${each.join(', ')}`
  return { name: `onboarding.${name}`, value: round(percentile(taken, 0.99)), unit: 'ms p99', note }
}

/** A table of a few rows is rightly read from end to end. */
const wholeReads = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ reads: number }>`
    select sum(seq_scan)::integer as reads from pg_stat_user_tables
    where relname in ('onboarding_requests', 'venues', 'onboarding_history', 'audit_entries', 'notifications') and n_live_tup > 1000`.execute(
    db,
  )
  return rows[0]!.reads
}

const play = async (url: string, folder: string): Promise<Measure[]> => {
  const db = makeDb(makePool({ url, max: 1, name: 'bench' }))
  const { system, channel } = await fill(db)
  const server = await startServer('server/src/main.ts', ['serve', '--port', '0', '--empty'], {
    DATABASE_URL: url,
    LOG_LEVEL: 'error',
    TABLEWIRE_ADMIN_EMAIL: admin.email,
    TABLEWIRE_ADMIN_PASSWORD: admin.password,
    TABLEWIRE_DATA: join(folder, 'data'),
  })
  try {
    const [office, rms, bc] = [bearer(await signIn(server.url)), bearer(system.key), { 'x-token': channel.key }]
    const list = `${server.url}/v1/onboarding-requests?limit=50`
    const of = (path: string, headers: Record<string, string>): Asked => ({ url: path, headers })
    const street = `systemId=${system.id}&channelId=${channel.id}&venueCountry=ES`
    const candidates = `${server.url}/v1/onboarding-requests/candidates?${street}`
    // Its own look and what the server reads as it starts take place before the first question.
    await sql`select pg_sleep(1.5)`.execute(db)
    const before = await wholeReads(db)
    const measures = [
      await measured('list', [of(list, office), of(list, rms), of(`${list}&offset=20000`, office)]),
      await measured('partners', [
        of(`${server.url}/v1/rms/onboarding-requests?limit=50`, rms),
        of(`${server.url}/v1/bc/onboarding-requests?limit=50`, bc),
      ]),
      await measured('filters', [
        of(`${list}&filters[pendingOnMe]=true`, rms),
        of(`${list}&filters[status]=rms_activation,bc_activation&filters[systemId]=${system.id}`, office),
        of(`${list}&filters[channelId]=${channel.id}`, office),
        of(`${list}&filters[from]=${day(60)}&filters[to]=${day(30)}`, office),
        of(`${list}&filters[late]=true`, office),
        of(`${list}&filters[late]=true`, rms),
      ]),
      await measured('search', [
        of(`${list}&filters[q]=abc12`, office),
        of(`${list}&filters[q]=calle%20larga`, office),
        of(`${list}&filters[q]=REF-4711`, rms),
      ]),
      await measured('street', [
        of(`${candidates}&venueName=Fonda%20Nueva&venueAddress=Calle%20Larga%20900,%20Madrid`, office),
        of(`${candidates}&venueName=Fonda%20Nueva&venueAddress=Centro%20Comercial%201`, office),
        of(`${candidates}&venueName=Casa&venueAddress=Calle%20Larga%2017`, office),
        of(`${candidates}&venueName=Osteria%20Mia&venueAddress=Calle%20Larga%2017&venuePhone=910000017`, rms),
      ]),
      await measured('create', [
        {
          url: `${server.url}/v1/rms/onboarding-requests`,
          headers: rms,
          body: (n) => ({ channelId: channel.id, venueName: `Fonda ${n} Nueva`, venueAddress: `Calle Larga ${n}`, noneOfThese: true }),
        },
      ]),
    ]
    await sql`select pg_sleep(1.5)`.execute(db)
    const reads = (await wholeReads(db)) - before
    return [...measures, { name: 'onboarding.wholeReads', value: reads, unit: 'reads', note: 'of a table that grows, from end to end' }]
  } finally {
    await server.stop()
    await db.destroy()
  }
}

/** ON3 */
export const onboarding: Bench = {
  name: 'onboarding',
  about: `${requestCount} onboarding requests: lists, filters, searches, and which of ${inStreet} venues in one street is meant`,
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tablewire-bench-onboarding-'))
    const database = await startEmbedded({ dataDir: folder, log: () => undefined })
    const asBefore = lowerDbPriority(folder)
    try {
      await migrateUrl(database.url)
      return await play(database.url, folder)
    } finally {
      asBefore()
      await database.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

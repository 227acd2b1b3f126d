import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openContainer } from '@tablewire/server/app/ports'
import { probeAll } from '@tablewire/server/features/listing-copies/probe-sites'
import { readConfig } from '@tablewire/server/platform/config'
import { migrateUrl } from '@tablewire/server/platform/db/migrate'
import { startEmbedded } from '@tablewire/server/platform/postgres/embedded-postgres'
import { type Bench, round } from './bench.ts'
import { rules } from './fill.ts'
import { query } from './stage.ts'

const venueCount = 10_000
/** Every tenth page tells other hours, as a bad night would. */
const wrongEvery = 10
const channelId = '01900000-0000-7000-8010-000000000001'

/** A site with a page for each venue. */
const aGuide = async () => {
  const server = createServer((request, response) => {
    const n = Number.parseInt(request.url!.slice(-12), 16) - 1_000_000
    const to = n % wrongEvery === 0 ? '21:00' : '23:30'
    const hours = rules.openingHours.map(({ day, from }) => ({ day, from, to }))
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({ name: `Bench ${n}`, address: `Street ${n}`, city: 'Bench', phone: '+34912345678', hours, specialDays: [] }),
    )
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const close = (): void => {
    server.closeAllConnections()
    server.close()
  }
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

const fillVenues = async (url: string, origin: string): Promise<void> => {
  const companyId = '01900000-0000-7000-8011-000000000001'
  await query(url, `insert into companies (id, name, country_code) values ($1, 'Bench', 'ES')`, [companyId])
  await query(url, `insert into channels (id, name, type) values ($1, 'Guide', 'partner')`, [channelId])
  await query(
    url,
    `insert into venues (id, company_id, name, address, city, country_code, time_zone, currency, phone_number, listing_enabled, listing_enabled_at)
     select ('01900000-0000-7000-8000-' || lpad(to_hex(1000000 + n), 12, '0'))::uuid, $1, 'Bench ' || n, 'Street ' || n, 'Bench', 'ES', 'Europe/Madrid', 'EUR',
       '+34912345678', true, now() from generate_series(1, $2::integer) n`,
    [companyId, venueCount],
  )
  const { openingHours, ...rest } = rules
  await query(url, `insert into books (venue_id, version, rules) select id, 1, $1::jsonb from venues where company_id = $2`, [
    JSON.stringify({ openingHours, ...rest }),
    companyId,
  ])
  await query(url, `insert into channel_venues (venue_id, channel_id, state) select id, $1, 'live' from venues where company_id = $2`, [
    channelId,
    companyId,
  ])
  await query(url, `insert into listing_sites (channel_id, read_url, set_at) values ($1, $2, now())`, [channelId, `${origin}/{venueId}`])
  await query(url, 'analyze', [])
}

export const listings: Bench = {
  name: 'listings',
  about: 'the public pages of 10,000 venues read and compared, one in ten of them wrong',
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tablewire-bench-'))
    const database = await startEmbedded({ dataDir: folder, log: () => undefined })
    const guide = await aGuide()
    const config = { DATABASE_URL: database.url, TABLEWIRE_DATA: folder, LOG_LEVEL: 'error', CHANNEL_SERVICES: guide.origin }
    try {
      await migrateUrl(database.url)
      await fillVenues(database.url, guide.origin)
      const container = await openContainer(readConfig([], config), false)
      const ctx = container.systemCtx('bench')
      const rounds: { seconds: number; own: number }[] = []
      for (let round_ = 0; round_ < 2; round_++) {
        const [startedMs, cpu] = [performance.now(), process.cpuUsage()]
        const { read } = await probeAll(ctx)
        if (read !== venueCount) throw new Error(`${read} pages were read`)
        const { user, system } = process.cpuUsage(cpu)
        rounds.push({ seconds: (performance.now() - startedMs) / 1000, own: (user + system) / 1e6 })
      }
      const [found] = await query<{ count: number }>(
        database.url,
        `select count(*)::integer as count from listing_differences where field = 'hours'`,
      )
      await container.close()
      const [first, later] = rounds as [(typeof rounds)[0], (typeof rounds)[0]]
      return [
        { name: 'listings.night', value: round(first.seconds), unit: 's', note: `${round(first.own)} s of it this process and the site` },
        { name: 'listings.later', value: round(later.seconds), unit: 's', note: `${round(later.own)} s of it this process and the site` },
        { name: 'listings.missed', value: venueCount / wrongEvery - found!.count, unit: 'venues' },
      ]
    } finally {
      guide.close()
      await database.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

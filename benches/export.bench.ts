import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { migrateUrl } from '@tablewire/server/platform/db/migrate'
import { startEmbedded } from '@tablewire/server/platform/postgres/embedded-postgres'
import { type Bench, type Measure, percentile, round, timeEach } from './bench.ts'
import { rules } from './fill.ts'
import { admin, memoryMb, query, type Server, signIn, startServer } from './stage.ts'

const venueCount = 50_000

const fill = async (url: string): Promise<void> => {
  const uuid = (family: string, expression: string) =>
    `('01900000-0000-7000-${family}-' || lpad(to_hex(1000000 + ${expression}), 12, '0'))::uuid`
  await query(
    url,
    `insert into companies (id, name, country_code) select ${uuid('8004', 'n')}, 'Company ' || n, 'ES' from generate_series(0, 1999) n`,
  )
  await query(
    url,
    `insert into venues (id, company_id, system_id, external_id, name, address, postal_code, city, country_code, time_zone, currency, phone_number, active)
     select ${uuid('8000', 'n')}, ${uuid('8004', 'n % 2000')}, '01900000-0000-7000-8000-000000000001', 'V-' || n,
       (array['Osteria', 'Casa', 'Bistro', 'The', 'Cafe'])[1 + n % 5] || ' ' || md5(n::text), 'Calle Mayor ' || n, lpad((n % 99999)::text, 5, '0'),
       'City ' || n % 700, (array['ES', 'FR', 'DE', 'IT', 'NL'])[1 + n % 5], 'Europe/Madrid', 'EUR', '+3491' || lpad(n::text, 7, '0'), n % 50 > 0
     from generate_series(1, ${venueCount}) n`,
  )
  await query(url, 'insert into books (venue_id, rules) select id, $1 from venues', [JSON.stringify(rules)])
  await query(url, 'vacuum analyze')
}

const pages = {
  first: '',
  far: 'offset=30000&',
  city: 'sort=-city&',
  search: 'filters[criteria]=osteria&',
  country: 'filters[countryCode]=FR&',
  rare: 'filters[criteria]=abc12&',
}

const ask = async (url: string, token: string, { method = 'GET', body }: { method?: string; body?: unknown } = {}): Promise<unknown> => {
  const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) }
  const answer = await fetch(url, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return answer.json()
}

const pageTimes = async ({ url }: Server, token: string): Promise<Measure> => {
  const taken: number[] = []
  const each: string[] = []
  for (const [name, asked] of Object.entries(pages)) {
    const read = () => ask(`${url}/venues?${asked}limit=50`, token)
    await timeEach(5, read)
    const times = await timeEach(60, read)
    taken.push(...times)
    each.push(`${name} ${round(percentile(times, 0.5), 0)}/${round(percentile(times, 0.99), 0)}`)
  }
  return {
    name: 'venues.page',
    value: round(percentile(taken, 0.99)),
    unit: 'ms p99',
    note: `half of them within ${round(percentile(taken, 0.5))} ms; half/p99 of ${each.join(', ')}`,
  }
}

type State = { data: { id: string; state: string; bytes: number; rowsDone: number; link: string } }

/** From the click to the file; memory is what the server held at most beyond what it held before. */
const exportAll = async (server: Server, token: string): Promise<Measure[]> => {
  const before = memoryMb(server.pid)
  const startedMs = performance.now()
  const { data } = (await ask(`${server.url}/v1/venues/export`, token, { method: 'POST', body: {} })) as State
  let now: State['data']
  do {
    await pause(100)
    now = ((await ask(`${server.url}/v1/exports/${data.id}`, token)) as State).data
  } while (now.state === 'waiting' || now.state === 'running')
  const seconds = (performance.now() - startedMs) / 1000
  const file = Buffer.from(await (await fetch(`${server.url}${now.link}`)).arrayBuffer())
  if (now.state !== 'done' || now.rowsDone !== venueCount || file.length !== now.bytes)
    throw new Error(`the export is ${JSON.stringify(now)}`)
  const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024
  return [
    { name: 'export.seconds', value: round(seconds), unit: 's', note: `${round(now.bytes / 1e6)} MB` },
    { name: 'export.memory', value: round(peak - before, 0), unit: 'MB added', note: `at most ${round(peak, 0)} MB in all` },
  ]
}

export const exported: Bench = {
  name: 'export',
  about: 'a page of 50 of 50,000 venues with its exact total, and all of them as an Excel file',
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tablewire-export-'))
    const database = await startEmbedded({ dataDir: folder, log: () => undefined })
    let server: Server | undefined
    try {
      await migrateUrl(database.url)
      await fill(database.url)
      server = await startServer('server/src/main.ts', ['serve', '--port', '0'], {
        DATABASE_URL: database.url,
        LOG_LEVEL: 'error',
        TABLEWIRE_ADMIN_EMAIL: admin.email,
        TABLEWIRE_ADMIN_PASSWORD: admin.password,
        TABLEWIRE_DATA: folder,
      })
      const token = await signIn(server.url)
      const written = await exportAll(server, token)
      return [await pageTimes(server, token), ...written]
    } finally {
      await server?.stop()
      await database.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { migrateUrl } from '@tablewire/server/platform/db/migrate'
import { startEmbedded } from '@tablewire/server/platform/postgres/embedded-postgres'
import { type Bench, type Measure, percentile, round, timeEach } from './bench.ts'
import { companyPerson, fillVenues, idOf, venueCount } from './many-venues.ts'
import { admin, memoryMb, query, type Server, signIn, startServer } from './stage.ts'

/** What the screen of channels calls not live. */
const notLive = 'not_enabled,action_required,requested,in_review,paused,rejected,error'
const [channelId, venueId] = [idOf('8006', 3), idOf('8000', 17)]

/** List → the questions people ask it. */
const pages: Readonly<Record<string, readonly string[]>> = {
  venues: [
    '/venues?',
    '/venues?offset=30000&',
    '/venues?sort=-city&',
    '/venues?filters[criteria]=osteria&',
    '/venues?filters[countryCode]=FR&',
    '/venues?filters[criteria]=abc12&',
    '/venues?filters[city]=ity%2069&',
  ],
  users: [
    '/users?',
    '/users?sort=-email&',
    '/users?filters[search]=garcia&',
    '/users?filters[role]=ROLE_MANAGER&',
    '/users?offset=5000&',
    `/users?filters[companyId]=${idOf('8004', 17)}&`,
  ],
  customers: ['/customers?', '/customers?filters[search]=garcia&'],
  companies: ['/companies?', '/companies?filters[search]=company%2012&'],
  channels: ['/booking-channels?'],
  links: [
    '/v1/channel-links?',
    '/v1/channel-links?filters[criteria]=casa&',
    '/v1/channel-links?filters[state]=paused,rejected,error,requested&',
  ],
  // Nearly every venue is not live somewhere.
  notLive: [`/v1/channel-links?filters[state]=${notLive}&`, `/v1/channel-links?filters[channelId]=${channelId}&filters[state]=${notLive}&`],
  licences: ['/v1/licences?', '/v1/licences?filters[criteria]=casa&', '/v1/licences?filters[city]=ity%2069&'],
  audit: [
    '/v1/audit?',
    '/v1/audit?offset=100000&',
    '/v1/audit?filters[subject]=user&',
    '/v1/audit?filters[actorKind]=user&filters[from]=2020-01-01&',
    `/v1/audit?filters[venueId]=${venueId}&`,
  ],
}

const ask = async (url: string, token: string, { method = 'GET', body }: { method?: string; body?: unknown } = {}): Promise<unknown> => {
  const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) }
  const answer = await fetch(url, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return answer.json()
}

/** The lists that count otherwise for people who see one company. */
const companyPages: typeof pages = {
  'company.venues': ['/venues?', '/venues?filters[criteria]=casa&'],
  'company.links': ['/v1/channel-links?', `/v1/channel-links?filters[state]=${notLive}&`],
  'company.audit': ['/v1/audit?', '/v1/audit?filters[subject]=venue&'],
}

const pageTimes = async ({ url }: Server, token: string, lists = pages): Promise<Measure[]> => {
  const measures: Measure[] = []
  for (const [list, questions] of Object.entries(lists)) {
    const taken: number[] = []
    const each: string[] = []
    for (const question of questions) {
      const read = () => ask(`${url}${question}limit=50`, token)
      // Each connection plans a statement on its first executions; a warmed-up server has done so.
      await timeEach(60, read)
      const times = await timeEach(60, read)
      taken.push(...times)
      each.push(`${round(percentile(times, 0.5), 0)}/${round(percentile(times, 0.99), 0)}`)
    }
    measures.push({
      name: `${list}.page`,
      value: round(percentile(taken, 0.99)),
      unit: 'ms p99',
      note: `half of them within ${round(percentile(taken, 0.5))} ms; half/p99 of each question ${each.join(', ')}`,
    })
  }
  return measures
}

/** A house of thirteen thousand asks for all of its venues at once. */
const houseVenues = 13_000
const allVenues = async ({ url, pid }: Server, token: string): Promise<Measure[]> => {
  const read = async (): Promise<number> => {
    const answer = (await ask(`${url}/v1/rms/venues?filters[limit]=-1&filters[companyId]=${idOf('8004', 17)}`, token)) as {
      data: unknown[]
      total: number
    }
    if (answer.total !== answer.data.length) throw new Error(`${answer.data.length} of ${answer.total} venues came`)
    return answer.total
  }
  const count = await read()
  if (count < houseVenues) throw new Error(`the house has ${count} venues`)
  const before = memoryMb(pid)
  const times = await timeEach(30, read)
  return [
    {
      name: 'venues.all',
      value: round(percentile(times, 0.5), 0),
      unit: 'ms',
      note: `${count} venues, p99 ${round(percentile(times, 0.99), 0)} ms`,
    },
    { name: 'venues.all.memory', value: round(memoryMb(pid) - before, 0), unit: 'MB added' },
  ]
}

type State = { data: { id: string; state: string; bytes: number; rowsDone: number; link: string } }

/** From the click to the file; memory is the peak above the level before. */
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
  about:
    'pages of 50 with their exact totals of 50,000 venues, 10,000 users and all else of the back office, all venues of a house of 13,000 at once, and all venues as an Excel file',
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tablewire-export-'))
    const database = await startEmbedded({ dataDir: folder, log: () => undefined })
    let server: Server | undefined
    try {
      await migrateUrl(database.url)
      server = await startServer('server/src/main.ts', ['serve', '--port', '0'], {
        DATABASE_URL: database.url,
        LOG_LEVEL: 'error',
        TABLEWIRE_ADMIN_EMAIL: admin.email,
        TABLEWIRE_ADMIN_PASSWORD: admin.password,
        TABLEWIRE_DATA: folder,
      })
      // The first administrator is made where nobody is yet.
      await fillVenues(database.url)
      const token = await signIn(server.url)
      const written = await exportAll(server, token)
      const lists = await pageTimes(server, token)
      const own = await pageTimes(server, await signIn(server.url, companyPerson), companyPages)
      // Moved last: the lists of the others are as they were.
      await query(database.url, 'update venues set company_id = $1 where id in (select id from venues order by id limit $2)', [
        idOf('8004', 17),
        houseVenues,
      ])
      await query(database.url, 'vacuum analyze venues')
      return [...lists, ...own, ...(await allVenues(server, token)), ...written]
    } finally {
      await server?.stop()
      await database.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

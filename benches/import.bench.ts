import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type ImportBatch, partBytesMax } from '@tablewire/contracts/import/import'
import type { Mapping } from '@tablewire/contracts/import/import.rules'
import { type Bench, type Measure, round } from './bench.ts'
import { admin, memoryMb, type Server, signIn, startServer } from './stage.ts'

/** As large as a complete booking log of two hotels over three years, with its columns, a quarter of its rows twice. */
const hotelFile = (): { bytes: Buffer; name: string } => {
  const months = 'January,February,March,April,May,June,July,August,September,October,November,December'.split(',')
  const rows = Array.from({ length: 119_390 }, (_, at) => {
    const row = at % 4 === 3 ? at - 1 : at
    const state = row % 3 === 0 ? 'Canceled' : row % 97 === 0 ? 'No-Show' : 'Check-Out'
    return `${row % 300},${2015 + (row % 3)},${months[row % 12]},${1 + (row % 28)},${row % 61 === 0 ? 0 : 1 + (row % 3)},0,0,${['Direct', 'TA/TO'][row % 2]},${state},${row}`
  })
  const header =
    'lead_time,arrival_date_year,arrival_date_month,arrival_date_day_of_month,adults,children,babies,distribution_channel,reservation_status,agent'
  return { bytes: gzipSync([header, ...rows].join('\n')), name: 'made.csv.gz' }
}

/** Venues of the world as a map tells them: most cells empty, names in several scripts, the same name in many places. */
const worldFile = (): { bytes: Buffer; name: string } => {
  const names = ['Luna', 'Le Jardin', 'Zur Post', 'El Rincón', 'Τα Νησιά', '桜', 'Чайка', 'Bella Napoli']
  const countries = ['DE', 'FR', 'ES', 'GR', 'JP', 'UA', 'IT', 'PT']
  const zones = [
    'Europe/Berlin',
    'Europe/Paris',
    'Europe/Madrid',
    'Europe/Athens',
    'Asia/Tokyo',
    'Europe/Kyiv',
    'Europe/Rome',
    'Europe/Lisbon',
  ]
  const rows = Array.from({ length: 54_196 }, (_, at) => {
    const kind = at % names.length
    const place = `${((at * 37) % 140) - 60}.${String(at % 10_000).padStart(4, '0')},${((at * 53) % 340) - 170}.${String((at * 7) % 10_000).padStart(4, '0')}`
    const address = at % 3 ? ',,' : `Street ${at % 900},${10_000 + (at % 80_000)},City ${at % 1200}`
    return `node,${100_000 + at},${names[kind]} ${at % 9000},${address},,${countries[kind]},${zones[kind]},single_zone,${place},,,,,${at % 5 ? '' : 'Mo-Su 12:00-22:00'},,,`
  })
  const header =
    'osm_type,osm_id,name,street,postcode,city,addr_country,country,tz,tz_method,lat,lon,phone,email,website,cuisine,opening_hours,category,shop,icon'
  return { bytes: gzipSync([header, ...rows].join('\n')), name: 'world.csv.gz' }
}

const from = (...columns: string[]) => ({ columns, constant: null })
const hotelMapping: Mapping = {
  fields: {
    date: from('arrival_date_year', 'arrival_date_month', 'arrival_date_day_of_month'),
    time: { columns: [], constant: '19:00' },
    partySize: from('adults', 'children', 'babies'),
    status: from('reservation_status'),
    tags: from('distribution_channel'),
    leadDays: from('lead_time'),
  },
  dateOrder: 'YMD',
  values: { status: { 'Check-Out': 'completed', Canceled: 'canceled', 'No-Show': 'no_show' } },
}

type Desk = { server: Server; token: string; peakMb: number }
const call = async <T>({ server, token }: Desk, [method, path]: [string, string], body?: unknown): Promise<T> => {
  const raw = Buffer.isBuffer(body)
  const answer = await fetch(server.url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': raw ? 'application/octet-stream' : 'application/json' }),
    },
    ...(body === undefined ? {} : { body: raw ? new Uint8Array(body) : JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { data: T }).data
}

const send = async (desk: Desk, { bytes, name }: { bytes: Buffer; name: string }, into: object): Promise<ImportBatch> => {
  let batch = await call<ImportBatch>(desk, ['POST', '/v1/imports'], { ...into, fileName: name, fileBytes: bytes.length })
  for (let at = 0; at < bytes.length; at += partBytesMax)
    batch = await call(desk, ['POST', `/v1/imports/${batch.id}/parts?at=${at}`], bytes.subarray(at, at + partBytesMax))
  return batch
}

/** Seconds of a step, from the call to its result. */
const step = async (desk: Desk, id: string, [name, state]: [string, string]): Promise<{ seconds: number; batch: ImportBatch }> => {
  const startedMs = performance.now()
  await call(desk, ['POST', `/v1/imports/${id}/${name}`], name === 'undo' ? {} : undefined)
  for (;;) {
    const batch = await call<ImportBatch>(desk, ['GET', `/v1/imports/${id}`])
    desk.peakMb = Math.max(desk.peakMb, memoryMb(desk.server.pid))
    if (batch.problem) throw new Error(batch.problem)
    if (batch.state === state) return { seconds: (performance.now() - startedMs) / 1000, batch }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

const total = async ({ server, token }: Desk, path: string): Promise<number> => {
  const answer = await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } })
  return ((await answer.json()) as { total: number }).total
}
const countsOf = ({ counts }: ImportBatch): string =>
  Object.entries(counts ?? {})
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')

type Job = { name: string; batch: ImportBatch; listed: string }
const walk = async (desk: Desk, { name, batch, listed }: Job): Promise<Measure[]> => {
  const before = await total(desk, listed)
  const beforeMb = memoryMb(desk.server.pid)
  desk.peakMb = beforeMb
  const checked = await step(desk, batch.id, ['check', 'checked'])
  const applied = await step(desk, batch.id, ['apply', 'applied'])
  const brought = (await total(desk, listed)) - before
  if (brought !== applied.batch.counts!.made) throw new Error(`${brought} instead of ${applied.batch.counts!.made} came in`)
  const undone = await step(desk, batch.id, ['undo', 'undone'])
  return [
    { name: `import.${name}.check`, value: round(checked.seconds), unit: 's', note: countsOf(checked.batch) },
    { name: `import.${name}.apply`, value: round(applied.seconds), unit: 's', note: countsOf(applied.batch) },
    { name: `import.${name}.undo`, value: round(undone.seconds), unit: 's' },
    { name: `import.${name}.left`, value: (await total(desk, listed)) - before, unit: 'rows' },
    {
      name: `import.${name}.memory`,
      value: round(desk.peakMb - beforeMb, 0),
      unit: 'MB',
      note: `at most ${round(desk.peakMb, 0)} MB in all`,
    },
  ]
}

const reviewRows = 100_000
/** As a house takes them along from where its reviews stood before. */
const reviewFile = (): { bytes: Buffer; name: string } => {
  const words = 'soup cold waiter kind terrace lovely wait long fish fresh wine good noise loud price fair'.split(' ')
  const rows = Array.from({ length: reviewRows }, (_, at) => {
    const text = Array.from({ length: 12 + (at % 40) }, (_word, n) => words[(at * 7 + n * 3) % words.length]).join(' ')
    return `google,R-${at},2026-${String(1 + (at % 12)).padStart(2, '0')}-${String(1 + (at % 28)).padStart(2, '0')} 12:00,${1 + (at % 5)},"${text}",Guest ${at % 9000},en`
  })
  return { bytes: gzipSync(['source,review id,published,rating,text,author,language', ...rows].join('\n')), name: 'reviews.csv.gz' }
}

const onServer = async (run: (desk: Desk, venueId: string) => Promise<Measure[]>): Promise<Measure[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'tablewire-import-'))
  const server = await startServer('server/src/main.ts', ['serve', '--port', '0'], {
    LOG_LEVEL: 'error',
    TABLEWIRE_ADMIN_EMAIL: admin.email,
    TABLEWIRE_ADMIN_PASSWORD: admin.password,
    TABLEWIRE_DATA: folder,
  })
  try {
    const desk: Desk = { server, token: await signIn(server.url), peakMb: 0 }
    const venue = { name: 'Hotel', countryCode: 'PT', timezone: 'Europe/Lisbon' }
    const { id } = await call<{ id: string }>(desk, ['POST', '/venues'], venue)
    return await run(desk, id)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

export const imports: Bench = {
  name: 'import',
  about: 'a booking log of 119,390 rows into a venue of its own, 54,196 venues, and 100,000 reviews: dry run, apply, undo',
  run: async () => [
    ...(await onServer(async (desk, venueId) => {
      const batch = await send(desk, reviewFile(), { kind: 'reviews', venueId })
      return walk(desk, { name: 'reviews', batch, listed: '/v1/reviews?limit=1' })
    })),
    ...(await onServer(async (desk, venueId) => {
      const sent = await send(desk, hotelFile(), { kind: 'reservations', venueId })
      const batch = await call<ImportBatch>(desk, ['PUT', `/v1/imports/${sent.id}/mapping`], {
        mapping: hotelMapping,
        version: sent.version,
      })
      const measures = await walk(desk, { name: 'log', batch, listed: `/v1/reservations?filters[venueId]=${venueId}&limit=1` })
      const world = await send(desk, worldFile(), { kind: 'venues', company: 'World' })
      return [...measures, ...(await walk(desk, { name: 'venues', batch: world, listed: '/venues?limit=1' }))]
    })),
  ],
}

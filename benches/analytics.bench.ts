import { setTimeout as pause } from 'node:timers/promises'
import { ask } from './ask.ts'
import { type Bench, type Measure, percentile, round, timeEach } from './bench.ts'
import { venueId as stageVenueId } from './fill.ts'
import { dataFolder, evenings, leftVenues, reservationCount, venueCount, venueId } from './many-evenings.ts'
import { admin, makeChannel, memoryMb, processorMs, query, type Server, signIn, stage, startServer } from './stage.ts'

const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

/** What is asked of all venues, or of one; three years of evenings lie behind today, and two months before it. */
const questions: Readonly<Record<string, string>> = {
  venueYear: `venueId=${venueId(7)}&from=${day(-365)}&to=${day(-1)}`,
  allWeek: `from=${day(-7)}&to=${day(-1)}`,
  allMonth: `from=${day(-30)}&to=${day(-1)}`,
  allCreated: `from=${day(-30)}&to=${day(-1)}&basis=creation`,
  allYear: `from=${day(-365)}&to=${day(-1)}&compare=none&period=month`,
  allYears: `from=${day(-1030)}&to=${day(-1)}&compare=none&period=month`,
}

const marksLeft = async (url: string): Promise<number> => {
  const [row] = await query<{ count: string }>(url, 'select count(*) from analytics_dirty')
  return Number(row!.count)
}

const longestMinutes = 5
/** How fast the job counts evenings that are marked: those of some venues, as far as it comes. Of a database that was kept they are counted. */
const refreshed = async (url: string): Promise<Measure[]> => {
  const marks = await marksLeft(url)
  let left = marks
  // The job starts with a minute of the clock: what is timed begins with the first marks that are gone.
  while (left > 0 && left === marks) {
    await pause(100)
    left = await marksLeft(url)
  }
  const first = left
  const startedMs = performance.now()
  const minutes = (): number => (performance.now() - startedMs) / 60_000
  while (left > 0 && minutes() < longestMinutes) {
    await pause(500)
    left = await marksLeft(url)
  }
  const taken = minutes()
  await query(url, 'vacuum analyze analytics_days')
  if (marks < 1_000) return []
  // Reservations made on other days share an evening: as many marks as there are of both.
  const rows = ((first - left) / marks) * (reservationCount / venueCount) * leftVenues
  return [
    { name: 'analytics.refresh', value: round(rows / 1_000_000 / taken, 2), unit: 'M rows/min', note: `${marks - left} of ${marks} marks` },
  ]
}

/** The plainest count of the same rows: what the sums of days save. */
const rawCount = `select service_on, status, count(*), sum(party_size) from reservations where service_on between $1 and $2 group by 1, 2`

const pageTimes = async (product: Server, url: string): Promise<Measure[]> => {
  const token = await signIn(product.url)
  const read = async (question: string): Promise<void> => {
    const answer = await fetch(`${product.url}/v1/analytics/reservations?${question}`, { headers: { authorization: `Bearer ${token}` } })
    if (!answer.ok) throw new Error(`${question} answered ${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
  }
  const medians: Record<string, number> = {}
  const measures: Measure[] = []
  for (const [name, question] of Object.entries(questions)) {
    await timeEach(3, () => read(question))
    const times = await timeEach(20, () => read(question))
    medians[name] = percentile(times, 0.5)
    measures.push({
      name: `analytics.${name}`,
      value: round(percentile(times, 0.95)),
      unit: 'ms',
      note: `p95; p50 ${round(medians[name])} ms`,
    })
  }
  const raw = percentile(await timeEach(3, () => query(url, rawCount, [day(-365), day(-1)])), 0.5)
  return [
    ...measures,
    {
      name: 'analytics.timesQuicker',
      value: round(raw / medians['allYear']!),
      unit: 'times',
      note: `the whole page of a year than the plain count of its rows, ${round(raw)} ms`,
    },
    { name: 'analytics.memory', value: round(memoryMb(product.pid), 0), unit: 'MB' },
  ]
}

const overEvenings = async (): Promise<Measure[]> => {
  const { url, stop } = await evenings()
  const product = await startServer('server/src/main.ts', ['serve', '--port', '0'], {
    DATABASE_URL: url,
    LOG_LEVEL: 'error',
    TABLEWIRE_ADMIN_EMAIL: admin.email,
    TABLEWIRE_ADMIN_PASSWORD: admin.password,
    TABLEWIRE_DATA: dataFolder,
  })
  try {
    return [...(await refreshed(url)), ...(await pageTimes(product, url))]
  } finally {
    await product.stop()
    await stop()
  }
}

const marking = ['reservations_analytics_made', 'reservations_analytics_changed']
const bookingsATime = 300
const rounds = 9

/** CPU time of a booking with its marks and without them, by turns in one run. */
const bookingsBeside = async (): Promise<Measure[]> => {
  const set = await stage()
  const venues = Array.from({ length: 16 }, (_, n) => stageVenueId(n + 20))
  const key = await makeChannel(set, venues)
  let n = 0
  const book = async (): Promise<void> => {
    const nth = n++
    // A quarter of an hour has room for a few parties.
    const minutes = 15 * (Math.floor(nth / 1600) % 4)
    const at = Math.floor(Date.parse(`${day(40 + (nth % 100))}T12:00:00Z`) / 1000) + 60 * minutes
    const { status, body } = await ask(`${set.product.url}/v1/bc/booking`, {
      headers: { 'x-token': key, 'idempotency-key': crypto.randomUUID() },
      body: {
        venueId: venues[nth % venues.length],
        date: at,
        partySize: 2,
        contact: { firstname: 'Bench', lastname: `Guest ${nth}`, email: `marks${nth}@example.test` },
      },
    })
    if (status >= 300) throw new Error(`a booking was answered ${status} ${body}`)
  }
  const costOf = async (marks: boolean): Promise<number> => {
    for (const trigger of marking)
      await query(set.databaseUrl, `alter table reservations ${marks ? 'enable' : 'disable'} trigger ${trigger}`)
    for (let warm = 0; warm < 30; warm++) await book()
    const before = processorMs(set)
    const client = async (): Promise<void> => {
      for (let one = 0; one < bookingsATime / 8; one++) await book()
    }
    await Promise.all(Array.from({ length: 8 }, client))
    const after = processorMs(set)
    return (after.server + after.database - before.server - before.database) / bookingsATime
  }
  const [kept, without]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < rounds; turn++) {
    without.push(await costOf(false))
    kept.push(await costOf(true))
  }
  const [own, least] = [percentile(kept, 0.5), percentile(without, 0.5)]
  return [
    {
      name: 'analytics.bookings',
      value: round((100 * least) / own),
      unit: '% of the rate without',
      note: `${round(own, 2)} against ${round(least, 2)} ms CPU a booking`,
    },
  ]
}

export const analytics: Bench = {
  name: 'analytics',
  about: `the whole page of figures over ${reservationCount.toLocaleString('en')} reservations of ${venueCount.toLocaleString('en')} venues, and what keeping them costs a booking`,
  run: async () => [...(await bookingsBeside()), ...(await overEvenings())],
}

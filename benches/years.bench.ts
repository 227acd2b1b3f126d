import { type Bench, type Measure, percentile, round, timeEach } from './bench.ts'
import { venueCount, venueId } from './houses-of-years.ts'
import { dataFolder, years } from './many-years.ts'
import { query, serverOnStage, signIn } from './stage.ts'

const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
const some = (n: number, count: number): string =>
  Array.from({ length: count }, (_, i) => venueId(1 + ((n * 31 + i * 7) % venueCount))).join(',')

/** What is asked of years: an evening and a week of some houses, a day of all, the newest of all, names, a number, and a year of one house. */
const lists: Readonly<Record<string, (n: number) => string>> = {
  evening: (n) => `filters[venueId]=${some(n, 1)}&filters[date]=${day((n % 60) - 30)}`,
  week: (n) => `filters[venueId]=${some(n, 20)}&filters[from]=${day(n * 9 - 900)}&filters[to]=${day(n * 9 - 894)}`,
  allDay: (n) => `filters[date]=${day(n * 9 - 900)}`,
  houseYear: (n) => `filters[venueId]=${some(n, 1)}&filters[from]=${day(-400)}&filters[to]=${day(-35)}`,
  search: (n) => `filters[q]=guest${4_000_000 + n * 7919}@example.test`,
  number: (n) => `filters[q]=%2B331${String(4_000_000 + n * 7919).padStart(8, '0')}`,
  nameAtHouse: (n) => `filters[venueId]=${some(n, 1)}&filters[q]=garcia`,
}
const each = 5

type Asked = { url: string; token: string }
const listTimes = async ({ url, token }: Asked): Promise<Measure[]> => {
  const measures: Measure[] = []
  for (const [name, ask] of Object.entries(lists)) {
    const call = async (n: number): Promise<void> => {
      const answer = await fetch(`${url}/v1/reservations?limit=50&${ask(n)}`, { headers: { authorization: `Bearer ${token}` } })
      if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`)
      await answer.arrayBuffer()
    }
    const tookMs = await timeEach(each, call)
    measures.push({
      name: `years.${name}`,
      value: round(percentile(tookMs, 0.5)),
      unit: 'ms',
      note: `p95 ${round(percentile(tookMs, 0.95))} ms`,
    })
  }
  return measures
}

const post = async ({ url, token }: Asked, path: string, body: object): Promise<{ id: string }> => {
  const answer = await fetch(`${url}/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { data: { id: string } }).data
}
type Updates = { all: number; inPlace: number }
const updatesOf = async (url: string): Promise<Updates> =>
  (
    await query<Updates>(
      url,
      `select n_tup_upd::int as "all", n_tup_hot_upd::int as "inPlace" from pg_stat_user_tables where relname = 'reservations'`,
    )
  )[0]!

const contact = { firstName: 'Ana', lastName: 'Years', email: 'ana@years.test', phone: '+33123456789' }
const evenings = async (asked: Asked, databaseUrl: string): Promise<Measure[]> => {
  const ids: string[] = []
  const bookedMs = await timeEach(40, async (n) => {
    const startsAt = `${day(20 + (n % 30))}T18:00:00Z`
    ids.push(
      (
        await post(asked, '/reservations', {
          venueId: venueId(1 + ((n * 37) % venueCount)),
          startsAt,
          partySize: 2,
          source: 'phone',
          guest: contact,
        })
      ).id,
    )
  })
  const before = await updatesOf(databaseUrl)
  const movedMs = [
    ...(await timeEach(ids.length, (n) => post(asked, `/reservations/${ids[n]!}/seat`, {}))),
    ...(await timeEach(ids.length, (n) => post(asked, `/reservations/${ids[n]!}/complete`, {}))),
  ]
  // Connections tell their numbers when they have nothing to do.
  await new Promise((resolve) => setTimeout(resolve, 12_000))
  const after = await updatesOf(databaseUrl)
  return [
    { name: 'years.booking', value: round(percentile(bookedMs, 0.5)), unit: 'ms', note: `p95 ${round(percentile(bookedMs, 0.95))} ms` },
    { name: 'years.move', value: round(percentile(movedMs, 0.5)), unit: 'ms', note: `p95 ${round(percentile(movedMs, 0.95))} ms` },
    {
      name: 'years.inPlace',
      value: round((100 * (after.inPlace - before.inPlace)) / (after.all - before.all)),
      unit: '% of moves',
      note: `${after.inPlace - before.inPlace} of ${after.all - before.all} wrote no index`,
    },
  ]
}

export const yearsBench: Bench = {
  name: 'years',
  byName: true,
  about: '10,000,000 reservations of 1,000 venues: lists, search, bookings, moves in place, and the migration beside bookings',
  run: async () => {
    const { url: databaseUrl, rehearsal, stop } = await years()
    const server = await serverOnStage({ databaseUrl }, { TABLEWIRE_DATA: dataFolder })
    try {
      const asked = { url: server.url, token: await signIn(server.url) }
      return [
        ...(await listTimes(asked)),
        ...(await evenings(asked, databaseUrl)),
        {
          name: 'years.migration',
          value: rehearsal.seconds,
          unit: 's',
          note: `${rehearsal.steps} steps of bookings meanwhile, p99 ${rehearsal.p99} ms`,
        },
        { name: 'years.migration.longest', value: rehearsal.longest, unit: 'ms', note: 'one step of a booking' },
        { name: 'years.migration.lost', value: rehearsal.lost + rehearsal.refused, unit: 'bookings' },
      ]
    } finally {
      await server.stop()
      await stop()
    }
  },
}

import { type Bench, type Measure, percentile, round, timeEach } from './bench.ts'
import { companyCount, daysBefore, reservationCount, uuid, venueCount, venueId } from './houses-of-years.ts'
import { dataFolder, years } from './many-years.ts'
import { admin, makeChannel, query, type Server, serverOnStage, signIn } from './stage.ts'

const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
const some = (n: number, count: number): string =>
  Array.from({ length: count }, (_, i) => venueId(1 + ((n * 31 + i * 7) % venueCount))).join(',')
/** A booking of somewhere in the middle of the years. */
const booking = (n: number): number => Math.floor(reservationCount * 0.4) + ((n * 7919) % Math.floor(reservationCount / 5))
const bookingId = (n: number): string => `01900000-0000-7000-8003-${(1_000_000 + booking(n)).toString(16).padStart(12, '0')}`
const whole = `limit=50&filters`

type Lists = Readonly<Record<string, (n: number) => string>>
/** What is asked of years: an evening and a week of some houses, a day of all, names, an address, a number, and a year of one house. */
const lists: Lists = {
  evening: (n) => `/reservations?${whole}[venueId]=${some(n, 1)}&filters[date]=${day((n % 60) - 30)}`,
  week: (n) =>
    `/reservations?${whole}[venueId]=${some(n, 20)}&filters[from]=${day(n * 9 - daysBefore)}&filters[to]=${day(n * 9 - daysBefore + 6)}`,
  allDay: (n) => `/reservations?${whole}[date]=${day(n * 9 - daysBefore)}`,
  houseYear: (n) => `/reservations?${whole}[venueId]=${some(n, 1)}&filters[from]=${day(-400)}&filters[to]=${day(-35)}`,
  search: (n) => `/reservations?${whole}[q]=guest${booking(n)}@example.test`,
  number: (n) => `/reservations?${whole}[q]=%2B331${String(booking(n)).padStart(8, '0')}`,
  inTheMiddle: (n) => `/reservations?${whole}[q]=uest${booking(n)}@exam`,
  nameAtHouse: (n) => `/reservations?${whole}[venueId]=${some(n, 1)}&filters[q]=garcia`,
  nameOfAll: () => `/reservations?${whole}[q]=maria+garcia`,
  history: (n) => `/reservations/${bookingId(n)}/events`,
  auditAtHouse: (n) => `/audit?${whole}[venueId]=${some(n, 1)}`,
  auditSearch: (n) => `/audit?${whole}[search]=B${booking(n).toString(16).toUpperCase().padStart(7, '0')}`,
}
const ofCompany: Lists = {
  nameOfCompany: () => `/reservations?${whole}[q]=garcia`,
  auditOfCompany: (n) => `/audit?limit=50&offset=${n * 50}`,
}
const each = 5

type Asked = { url: string; token: string }
type Headers = Record<string, string>
const times = async (url: string, asks: Lists, headers: Headers): Promise<Measure[]> => {
  const measures: Measure[] = []
  for (const [name, ask] of Object.entries(asks)) {
    const call = async (n: number): Promise<void> => {
      const answer = await fetch(`${url}/v1${ask(n)}`, { headers })
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
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` })

/** Who administers one company, with the administrator's password. */
const adminOfCompany = async (url: string, databaseUrl: string): Promise<string> => {
  const email = 'years@tablewire.test'
  await query(
    databaseUrl,
    `insert into users (id, company_id, email, password_hash, first_name, last_name, roles)
     select gen_random_uuid(), ${uuid('8004', String(companyCount - 1))}, $1, password_hash, 'Ada', 'Years', '{ROLE_ADMIN}' from users where email = $2
     on conflict do nothing`,
    [email, admin.email],
  )
  return signIn(url, { email, password: admin.password })
}

const listTimes = async (product: Server, { token }: Asked, databaseUrl: string): Promise<Measure[]> => {
  const key = await makeChannel({ product, token }, [venueId(1), venueId(2)])
  return [
    ...(await times(product.url, lists, bearer(token))),
    ...(await times(product.url, ofCompany, bearer(await adminOfCompany(product.url, databaseUrl)))),
    ...(await times(product.url, { mailOfChannel: (n) => `/bc/booking?email=guest${booking(n)}@example.test` }, { 'x-token': key })),
  ]
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
  about: '10,000,000 reservations of 1,000 venues: lists, search, history, bookings, moves in place, and the migration beside bookings',
  run: async () => {
    const { url: databaseUrl, rehearsal, stop } = await years()
    const server = await serverOnStage({ databaseUrl }, { TABLEWIRE_DATA: dataFolder })
    try {
      const asked = { url: server.url, token: await signIn(server.url) }
      return [
        ...(await listTimes(server, asked, databaseUrl)),
        ...(await evenings(asked, databaseUrl)),
        {
          name: 'years.migration',
          value: rehearsal.seconds,
          unit: 's',
          note: `${rehearsal.migrations[0]} to ${rehearsal.migrations.at(-1)}: ${rehearsal.steps} steps of bookings meanwhile, p99 ${rehearsal.p99} ms`,
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

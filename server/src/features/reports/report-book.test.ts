import { readXlsx } from 'hucre/xlsx'
import type { Measure, Pace, ReservationAnalytics } from '@tablewire/contracts/analytics/analytics'
import type { Export } from '@tablewire/contracts/operations/exports'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aReservation } from '../../../../tests/build/a-reservation.ts'
import { aTestApp, type TestApp } from '../../../../tests/build/a-test-app.ts'
import { aUser } from '../../../../tests/build/a-user.ts'
import { aCompany, aVenue } from '../../../../tests/build/a-venue.ts'
import { reportJobs } from './jobs.ts'
import { reservationSubject } from './reservation-subject.ts'
import { orderedReportJob } from './order-report.ts'

let testApp: TestApp
let token: string
let lookers: string
let companyId: string
let channelId: string
let foreignId: string

/** The same numbers in every run. */
let seed = 5
const below = (max: number): number => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
  return Math.floor((seed / 4_294_967_296) * max)
}
const oneOf = <T>(values: readonly T[]): T => values[below(values.length)]!
const two = (value: number): string => String(value).padStart(2, '0')

beforeAll(async () => {
  testApp = await aTestApp()
  const { db } = testApp.container
  companyId = await aCompany(db)
  const venues = [
    await aVenue(db, { companyId, name: '=Casa', timeZone: 'Pacific/Chatham' }),
    await aVenue(db, { companyId, name: '@Mesa', timeZone: 'Europe/Berlin' }),
  ]
  foreignId = (await aVenue(db)).id
  channelId = (await aChannel(db, { venues: venues.map(({ id }) => id), name: '+Guía' })).id
  for (let made = 0; made < 160; made++) {
    const source = oneOf(['phone', 'walk_in', 'channel', 'import'] as const)
    const date = `2026-${two(1 + below(12))}-${two(1 + below(28))}`
    const status = oneOf(['confirmed', 'seated', 'completed', 'no_show', 'canceled', 'rejected'] as const)
    await aReservation(db, oneOf(venues), {
      date,
      time: `${two(10 + below(12))}:${oneOf(['00', '15', '30'])}`,
      source,
      status,
      partySize: below(9) === 0 ? 20 + below(20) : 1 + below(8),
      channelId: source === 'channel' ? channelId : null,
      guestLastName: oneOf(['=HYPERLINK("http://evil.test")', 'García', '-2+3']),
      createdAt: `2026-0${1 + below(9)}-${two(1 + below(28))}T${two(below(24))}:00:00Z`,
      ...(status === 'canceled' ? { canceledAt: `${date}T0${below(9)}:00:00Z`, cancelActor: 'guest' as const } : {}),
    })
  }
  token = await testApp.signIn(await aUser(db, { companyId }))
  lookers = await testApp.signIn(await aUser(db, { companyId, roles: ['ROLE_MANAGER'], permissions: ['analytics'] }))
})
afterAll(() => testApp.close())

const call = async <T>(method: string, url: string, { body, as = token }: { body?: unknown; as?: string } = {}): Promise<T> => {
  const answer = await testApp.ask({ method, url, token: as, body })
  if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode} ${answer.body}`)
  return answer.json<T>()
}
type Question = Record<string, unknown>
const addressed = (question: Question): string => new URLSearchParams(question as Record<string, string>).toString()
const fileOf = async (question: Question, { file = 'workbook', as = token } = {}): Promise<Buffer> => {
  const { data } = await call<{ data: Export }>('POST', '/v1/analytics/reservations/report', { body: { question, file }, as })
  const { container } = testApp
  const job = reportJobs({ reviews: reservationSubject, listings: reservationSubject }).find(
    (one) => one.job.name === orderedReportJob.name,
  )!
  await job.run(container.systemCtx('reports.ordered'), { exportId: data.id } as never)
  const done = await call<{ data: Export }>('GET', `/v1/exports/${data.id}`, { as })
  expect(done.data.state).toBe('done')
  return (await testApp.ask({ method: 'GET', url: done.data.link! })).rawPayload
}
type Sheets = Map<string, unknown[][]>
const sheetsOf = async (file: Buffer): Promise<Sheets> =>
  new Map((await readXlsx(file)).sheets.map(({ name, rows }) => [name, rows as unknown[][]]))
/** Rows as they were given; a file has no empty cells at the end of a line. */
const filled = (rows: readonly (readonly unknown[])[], width: number): unknown[][] =>
  rows.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? null))
const day = (date: string | null | undefined): Date | null => (date ? new Date(`${date}T00:00Z`) : null)
const counts = ['bookings', 'covers', 'canceled', 'noShows', 'visited'] as const
type Counts = Record<(typeof counts)[number], number>
const countsOf = (one: Counts & { compared: Counts | null }): (number | null)[] => [
  ...counts.map((name) => one[name]),
  ...counts.map((name) => one.compared?.[name] ?? null),
]
/** What the page shows below the numbers of a channel or a system, at a share's own digits. */
type Counted = { bookings: number; covers: number }
const sharesOf = (one: Counted, all: readonly Counted[]): (number | null)[] =>
  (['bookings', 'covers'] as const).map((unit) => {
    const whole = all.reduce((sum, other) => sum + other[unit], 0)
    return whole === 0 ? null : Math.round((one[unit] / whole) * 1_000_000) / 10_000
  })
const tableOf = (sheets: Sheets, name: string): { head: string[]; rows: unknown[][] } => {
  const [head = [], ...rows] = sheets.get(name)!
  return { head: head as string[], rows: filled(rows, head.length) }
}

const anyQuestion = (): Question => {
  const [from, to] = [`2026-0${1 + below(9)}-${two(1 + below(28))}`, `2026-0${1 + below(9)}-${two(1 + below(28))}`].toSorted()
  return {
    from,
    to,
    basis: oneOf(['meal', 'creation']),
    compare: oneOf(['previous', 'year', 'none']),
    align: oneOf(['weekday', 'date']),
    period: oneOf(['week', 'month']),
    ...(below(2) === 0 ? { excludeCanceled: true } : {}),
  }
}

describe('AN3: what the file holds is what the screen shows, to the last digit', () => {
  test.each(Array.from({ length: 12 }, (_, n) => n))('question %i', async () => {
    const question = anyQuestion()
    const { data: seen } = await call<{ data: ReservationAnalytics }>('GET', `/v1/analytics/reservations?${addressed(question)}`)
    const { data: measures } = await call<{ data: Measure[] }>('GET', '/v1/analytics/measures')
    const sheets = await sheetsOf(await fileOf(question))
    const figures = tableOf(sheets, 'Figures').rows
    expect(figures.map((row) => [row[8], row[2], row[3], row[6], row[7]])).toEqual(
      seen.figures.map(({ id, value, compared, parts }) => [id, value, compared, parts?.count ?? null, parts?.of ?? null]),
    )
    for (const [, , value, compared, difference] of figures)
      if (value !== null && compared !== null) expect(difference).toBeCloseTo(Number(value) - Number(compared), 4)
    const series = tableOf(sheets, 'Over time')
    expect(series.rows.map((row) => row.slice(0, 14))).toEqual(
      seen.series.map((step) => [
        day(step.from),
        day(step.to),
        day(step.comparedSpan?.from),
        day(step.comparedSpan?.to),
        ...countsOf(step),
      ]),
    )
    for (const [at, label] of series.head.entries()) {
      const measure = at < 14 ? undefined : measures.find((one) => one.label === label)!
      if (measure) expect(series.rows.map((row) => row[at])).toEqual(seen.series.map(({ values }) => values[measure.id] ?? null))
    }
    expect(tableOf(sheets, 'Channels').rows.map((row) => row.slice(2))).toEqual(
      seen.channels.map((one) => [...countsOf(one), ...sharesOf(one, seen.channels)]),
    )
    expect(tableOf(sheets, 'Reservation systems').rows.map((row) => row.slice(1))).toEqual(
      seen.systems.map((one) => [...countsOf(one), ...sharesOf(one, seen.systems)]),
    )
    expect(tableOf(sheets, 'Restaurants').rows).toEqual(seen.league.venues.map((one) => [one.name, one.city, ...countsOf(one)]))
    const heat = seen.heat.map(({ hour, bookings, covers }) => [hour, bookings, covers])
    expect(tableOf(sheets, 'Weekday and hour').rows.map((row) => row.slice(1))).toEqual(heat)
    const sizes = seen.sizes.map(({ bookings, compared }) => [bookings, compared])
    expect(tableOf(sheets, 'Party size').rows.map((row) => row.slice(1))).toEqual(sizes)
    const leads = seen.leads.map(({ from, to, bookings, compared }) => [from, to, bookings, compared])
    expect(tableOf(sheets, 'Lead time').rows).toEqual(leads)
    expect(sheets.has('What changed')).toBe(seen.compared !== null)
    if (seen.compared) {
      const changed = tableOf(sheets, 'What changed').rows
      const words = { bookings: 'Bookings', covers: 'Covers', canceled: 'Canceled', noShows: 'No-shows' }
      const left = (measure: keyof typeof words, by: string) => changed.filter((row) => row[0] === words[measure] && row[1] === by)
      for (const { measure, by, parts } of seen.changes.filter((change) => change.by === 'weekday')) {
        const mine = left(measure, 'Weekday')
        expect(
          mine.map((row) => row.slice(3)),
          by,
        ).toEqual(parts.map(({ value, compared, difference }) => [value, compared, difference]))
      }
    }
    const { data: pace } = await call<{ data: Pace }>('GET', '/v1/analytics/pace')
    expect(tableOf(sheets, 'Pace').rows).toEqual(pace.days.map((one) => [day(one.day), one.books, one.since, one.usual, one.year.covers]))
    const definitions = tableOf(sheets, 'Definitions').rows
    expect(definitions.map((row) => [row[0], row[1], row[6], row[7]])).toEqual(
      measures.map(({ label, definition, since, id }) => [label, definition, day(since), id]),
    )
    const about = new Map(sheets.get('About this export')!.map(([label, value]) => [label, value]))
    expect(about.get('Filter: Days')).toBe(`${seen.span.from} – ${seen.span.to}`)
    expect(about.get('Filter: Compared with')).toBe(seen.compared ? `${seen.compared.from} – ${seen.compared.to}` : 'nothing')
    expect(about.get('Filter: Time zones')).toBe('Europe/Berlin, Pacific/Chatham')
    expect(String(about.get('Filter: Open the page'))).toContain(`/analytics/reservations?from=${String(question['from'])}`)
    // Exactly the rows that the figure opens on the screen, in the order of the list.
    const base = seen.figures.find(({ id }) => id === 'bookings')!
    const filters = new URLSearchParams(Object.entries(base.rows!).map(([name, value]) => [`filters[${name}]`, value]))
    const listed = await call<{ data: ReservationRow[] }>('GET', `/v1/reservations?limit=200&${filters.toString()}`)
    const rows = tableOf(sheets, 'Reservations')
    expect(rows.rows.map((row) => row[rows.head.indexOf('Hub id')])).toEqual(listed.data.map(({ id }) => id))
    expect(rows.rows).toHaveLength(base.value!)
  })
})

test('AN3: the file ends with the same today as the screen, wherever its reader is', async () => {
  const dayAt = (hours: number): string =>
    new Date(testApp.container.systemCtx('x').clock().epochMilliseconds + hours * 3_600_000).toISOString().slice(0, 10)
  // One of the two is another day than at the restaurants, at any hour.
  for (const today of [dayAt(-12), dayAt(14)]) {
    const plus = (days: number): string => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
    const question = { from: plus(-9), to: plus(20), compare: 'previous', today }
    const { data: seen } = await call<{ data: ReservationAnalytics }>('GET', `/v1/analytics/reservations?${addressed(question)}`)
    expect(seen.span.to).toBe(today)
    const about = new Map((await sheetsOf(await fileOf(question))).get('About this export')!.map(([label, value]) => [label, value]))
    expect(about.get('Filter: Days')).toBe(`${seen.span.from} – ${seen.span.to}`)
  }
})

const year = { from: '2026-01-01', to: '2026-12-31', compare: 'none' }

test('AN3: without the right to reservations the file has figures and no guests, and their table is refused', async () => {
  const sheets = await sheetsOf(await fileOf(year, { as: lookers }))
  expect([...sheets.keys()]).toContain('Figures')
  expect([...sheets.keys()]).not.toContain('Reservations')
  expect(JSON.stringify([...sheets])).not.toContain('García')
  // Nor what tells of them in numbers, on the screen, in its definitions and in the file.
  const { data: seen } = await call<{ data: ReservationAnalytics }>('GET', `/v1/analytics/reservations?${addressed(year)}`, { as: lookers })
  const { data: measures } = await call<{ data: Measure[] }>('GET', '/v1/analytics/measures', { as: lookers })
  expect(JSON.stringify([seen, measures, ...sheets])).not.toContain('newGuestShare')
  const body = { question: year, file: 'rows' }
  const answer = await testApp.ask({ method: 'POST', url: '/v1/analytics/reservations/report', token: lookers, body })
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'access.denied'])
})

test('AN3: as text, the figures and the reservations say the same, and nothing begins like a formula', async () => {
  const { data: seen } = await call<{ data: ReservationAnalytics }>('GET', `/v1/analytics/reservations?${addressed(year)}`)
  const figures = (await fileOf(year, { file: 'figures' })).toString().split('\n')
  for (const { id, value } of seen.figures) {
    const line = figures.find((one) => one.endsWith(`,${id}`))!
    expect(line).toContain(`,${value ?? ''},`)
  }
  const rows = (await fileOf(year, { file: 'rows' })).toString()
  expect(rows.trimEnd().split('\n')).toHaveLength(1 + seen.figures.find(({ id }) => id === 'bookings')!.value!)
  expect(rows).toContain('"\'=HYPERLINK(""http://evil.test"")"')
  expect(rows).not.toMatch(/[\n,]"?[=@]/)
})

test('AN3: what nobody can mean, or may not see, is refused beside its field before any file is begun', async () => {
  const order = async (question: object) => {
    const answer = await testApp.ask({ method: 'POST', url: '/v1/analytics/reservations/report', token, body: { question } })
    const { code, errors = {} } = answer.json<{ code: string; errors?: object }>()
    return [answer.statusCode, code, ...Object.keys(errors)]
  }
  expect(await order({ from: '1986-01-01', to: '2026-12-31' })).toEqual([400, 'request.invalid', 'question.to'])
  expect(await order({ ...year, venueId: [foreignId] })).toEqual([404, 'venue.not_found', 'question.venueId'])
  expect(await order({ ...year, partySize: [0] })).toEqual([400, 'request.invalid', 'question.partySize.0'])
  expect(await order({ ...year, venue: 'x' })).toEqual([400, 'request.invalid', 'question.venue'])
})

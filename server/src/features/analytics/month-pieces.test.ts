import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx } from '../../../../tests/build/a-ctx.ts'
import { anyReservation, aYear, type Year } from '../../../../tests/build/a-year-of-reservations.ts'
import { goOnRebuilding, startRebuild } from '#src/features/day-sums/api.ts'
import { refreshDays } from '#src/features/day-sums/refresh-days.ts'
import { askOf, type Query } from '#src/features/analytics-questions/api.ts'
import { changesColumn, isByMonth, monthPieces, monthsOf, wholeMonths } from './month-pieces.ts'
import { analyticsOf } from './reservation-analytics.ts'

let year: Year
beforeAll(async () => {
  year = await aYear()
})
afterAll(() => year.open.close())

const asked = { from: '2026-01-01', to: '2026-12-30', compare: 'custom', compareFrom: '2026-02-10', compareTo: '2026-11-20' } as const

/** The answers by months and from the reservations alone, to several questions. */
const bothWays = async () => {
  const ways: [unknown[], unknown[]] = [[], []]
  for (const more of [{}, { excludeCanceled: true }, { basis: 'creation' }, { channelId: [year.channelIds[0]!] }] as Partial<Query>[]) {
    const ask = await askOf(year.ctx, { ...asked, whole: true, ...more })
    for (const [way, raw] of [false, true].entries()) ways[way]!.push({ ...(await analyticsOf(year.ctx, ask, { raw })), asOf: '' })
  }
  return ways
}

test('AN1: whole months that are kept answer as the reservations do, whatever changed since', async () => {
  const ctx = aCtx(year.open.db)
  expect(isByMonth(year.ctx, await askOf(year.ctx, asked))).toBe(true)
  const write = async (): Promise<void> => {
    for (let written = 0; written < 20; written++) await anyReservation(year)
  }
  /** A venue of which nothing is left in some months. */
  const empty = () =>
    sql`update reservations set service_on = service_on + 364 where venue_id = ${year.venues[2]!.id} and service_on between '2026-05-01' and '2026-07-31'`.execute(
      year.open.db,
    )
  const rebuild = async (): Promise<void> => {
    await startRebuild(ctx)
    await goOnRebuilding(ctx)
  }
  // At first nothing is summed up: all of it is out of date.
  for (const change of [() => undefined, () => refreshDays(ctx), () => undefined, write, empty, () => refreshDays(ctx), rebuild]) {
    await change()
    const [months, raw] = await bothWays()
    expect(months).toEqual(raw)
  }
})

test('AN1: months that were counted anew meanwhile are seen not to hold', async () => {
  const ctx = aCtx(year.open.db)
  const ask = await askOf(year.ctx, { ...asked, whole: true })
  const months = monthsOf(wholeMonths(ask.span)!)
  expect([months.at(0), months.at(-1), months.length]).toEqual(['2026-01-01', '2026-11-01', 11])
  const { hold } = await monthPieces(year.ctx, ask, months)
  const changes = async () => {
    const { rows } = await sql<{ changes: Record<string, number> }>`select ${changesColumn(ask, months)}`.execute(year.open.db)
    return rows[0]!.changes
  }
  expect(hold(await changes())).toBe(true)
  await sql`update reservations set party_size = party_size + 1 where venue_id = ${year.venues[0]!.id} and service_on = (
    select min(service_on) from reservations where venue_id = ${year.venues[0]!.id} and status = 'completed')`.execute(year.open.db)
  await refreshDays(ctx)
  expect(hold(await changes())).toBe(false)
})

test('months are whole from their first to their last day', () => {
  expect(wholeMonths({ from: '2026-01-02', to: '2026-02-27' })).toBeUndefined()
  expect(wholeMonths({ from: '2026-01-02', to: '2026-02-28' })).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(wholeMonths({ from: '2025-12-01', to: '2026-01-01' })).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  expect(wholeMonths({ from: '2026-02-03', to: '2026-02-05' })).toBeUndefined()
})

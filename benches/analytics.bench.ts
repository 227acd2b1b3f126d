import { setTimeout as pause } from 'node:timers/promises'
import { type Bench, type Measure, percentile, round, timeEach } from './bench.ts'
import { reservationCount, venueId } from './fill.ts'
import { query, type Stage, stage } from './stage.ts'

const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

/** Question → what is asked; half of the rows of the stage lie behind today, half before. */
const questions: Readonly<Record<string, string>> = {
  venueYear: `venueId=${venueId(7)}&from=${day(-179)}&to=${day(179)}&compare=none`,
  allWeek: `from=${day(-7)}&to=${day(-1)}`,
  allMonth: `from=${day(-30)}&to=${day(-1)}`,
  allYear: `from=${day(-179)}&to=${day(179)}&compare=none&period=month`,
  allCreated: `from=${day(-30)}&to=${day(-1)}&basis=creation`,
}

const marksLeft = async (url: string): Promise<number> => {
  const [row] = await query<{ count: string }>(url, 'select count(*) from analytics_dirty')
  return Number(row!.count)
}

/** Every reservation of the stage is marked when it is filled: how fast the job counts them all. */
const refreshed = async ({ databaseUrl }: Stage): Promise<Measure[]> => {
  const marks = await marksLeft(databaseUrl)
  const startedMs = performance.now()
  while ((await marksLeft(databaseUrl)) > 0) await pause(500)
  if (marks < 10_000) return []
  const minutes = (performance.now() - startedMs) / 60_000
  return [
    { name: 'analytics.refresh', value: round(reservationCount / 1_000_000 / minutes, 2), unit: 'M rows/min', note: `${marks} marks` },
  ]
}

/** The plainest count of the same rows: what the sums of days save. */
const rawCount = `select service_on, status, count(*), sum(party_size) from reservations where service_on between $1 and $2 group by 1, 2`

export const analytics: Bench = {
  name: 'analytics',
  about: 'the whole page of figures over 1,000,000 reservations of 500 venues, beside a plain group by of the same rows',
  run: async () => {
    const set = await stage()
    const measures = await refreshed(set)
    await query(set.databaseUrl, 'analyze analytics_days')
    const read = async (asked: string): Promise<void> => {
      const answer = await fetch(`${set.product.url}/v1/analytics/reservations?${asked}`, {
        headers: { authorization: `Bearer ${set.token}` },
      })
      if (!answer.ok) throw new Error(`${asked} answered ${answer.status} ${await answer.text()}`)
      await answer.arrayBuffer()
    }
    const medians: Record<string, number> = {}
    for (const [name, asked] of Object.entries(questions)) {
      await timeEach(8, () => read(asked))
      const times = await timeEach(40, () => read(asked))
      medians[name] = percentile(times, 0.5)
      measures.push({
        name: `analytics.${name}`,
        value: round(percentile(times, 0.95)),
        unit: 'ms',
        note: `p95; p50 ${round(medians[name])} ms`,
      })
    }
    const raw = percentile(await timeEach(9, () => query(set.databaseUrl, rawCount, [day(-179), day(179)])), 0.5)
    measures.push({
      name: 'analytics.timesQuicker',
      value: round(raw / medians['allYear']!),
      unit: 'times',
      note: `than the plain count of all rows, ${round(raw)} ms`,
    })
    return measures
  },
}

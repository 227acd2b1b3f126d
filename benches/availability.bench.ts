import { ask, type Question } from './ask.ts'
import { type Bench, percentile, round, timeEach } from './bench.ts'
import { venueId } from './fill.ts'
import { makeChannel, stage } from './stage.ts'

const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
const evening = (offset: number): number => Math.floor(Date.parse(`${day(offset)}T19:00:00Z`) / 1000)

export const availability: Bench = {
  name: 'availability',
  about: 'one venue-day at one connection, and a batch of 100 slots over many venues',
  run: async () => {
    const set = await stage()
    const key = await makeChannel(
      set,
      Array.from({ length: 100 }, (_, n) => venueId(n + 1)),
    )
    const staff = { authorization: `Bearer ${set.token}` }
    const read = async (path: string, question: Question): Promise<void> => {
      const { status, body } = await ask(set.product.url + path, question)
      if (status !== 200) throw new Error(`${path} answered ${status}: ${body}`)
    }
    const oneDay = (n: number) =>
      read(`/v1/venues/${venueId(1 + (n % 500))}/availability?date=${day(1 + (n % 40))}&partySize=2`, { headers: staff })
    const batch = (n: number) =>
      read('/v1/bc/availability/batch', {
        headers: { 'x-token': key },
        body: {
          slots: Array.from({ length: 100 }, (_, i) => ({ venueId: venueId(1 + i), partySize: 2, date: evening(1 + ((n + i) % 30)) })),
        },
      })
    const calendar = (n: number) =>
      read(`/v1/bc/calendar?venueId=${venueId(1 + (n % 100))}&month=${day(20).slice(0, 7)}&partySize=2`, { headers: { 'x-token': key } })
    await timeEach(300, oneDay)
    await timeEach(20, batch)
    const days = await timeEach(1000, oneDay)
    const batches = await timeEach(100, batch)
    const months = await timeEach(50, calendar)
    return [
      { name: 'availability.day', value: round(percentile(days, 0.99)), unit: 'ms p99', note: `median ${round(percentile(days, 0.5))} ms` },
      {
        name: 'availability.batch',
        value: round(percentile(batches, 0.99)),
        unit: 'ms p99',
        note: `median ${round(percentile(batches, 0.5))} ms`,
      },
      {
        name: 'availability.month',
        value: round(percentile(months, 0.99)),
        unit: 'ms p99',
        note: `median ${round(percentile(months, 0.5))} ms`,
      },
    ]
  },
}

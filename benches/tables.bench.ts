import { seatingsOf } from '@tablewire/contracts/booking/tables.rules'
import { type HouseEvening, type HouseParty, TablesOfDay } from '@tablewire/server/features/tables/api'
import { type Bench, percentile, round } from './bench.ts'

const quarter = 900_000
const opens = Date.parse('2026-11-20T12:00:00Z')
/** Lunch from 12:00 to 14:30, dinner from 17:30 to 22:30. */
const startsMs = Array.from({ length: 43 }, (_, n) => opens + n * quarter).filter((_, n) => n <= 10 || n >= 22)
const stayMs = (partySize: number): number => (partySize > 4 ? 8 : 6) * quarter
const span = { startMs: opens, endMs: opens + 60 * quarter, nowMs: opens - 40 * quarter }

const tables = Array.from({ length: 120 }, (_, n) => ({
  id: `t${n}`,
  name: `${n}`,
  areaId: n < 80 ? 'room' : 'terrace',
  minCovers: 1,
  maxCovers: [2, 2, 4, 4, 6][n % 5]!,
  online: n % 7 !== 0,
}))
const joins = tables
  .slice(1)
  .flatMap(({ id, areaId }, n): [string, string][] => (n % 4 === 3 || tables[n]!.areaId !== areaId ? [] : [[tables[n]!.id, id]]))
const seatings = seatingsOf({ tables, joins, chains: [] })

/** An evening that took whoever found a table, a tenth of them without one, until so many had asked. */
const anEvening = (askers: number): HouseEvening => {
  let seed = 7
  const next = (most: number): number => (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0) % most
  const parties: HouseParty[] = []
  for (let n = 0; n < askers; n++) {
    const partySize = 1 + next(8)
    const startMs = startsMs[next(startsMs.length)]!
    const one = { startMs, endMs: startMs + stayMs(partySize), partySize, areaId: next(3) ? 'room' : 'terrace', online: n % 2 === 0 }
    const day = new TablesOfDay({ seatings, parties, blocks: [] }, span)
    const found = day.find(one)
    if (!found) continue
    for (const { party, to } of day.given(found).moves) party.tableIds = [...to.tableIds]
    const tableIds = n % 10 === 0 ? [] : [...found.seating.tableIds]
    parties.push({ ...one, id: `p${n}`, serviceOn: '2026-11-20', status: 'confirmed', tableIds, locked: n % 9 === 0, version: 1 })
  }
  return { seatings, parties, blocks: [] }
}

const processorMs = (work: () => void): number => {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** All starts of the day in both areas, as availability asks them. */
const askDay = (house: HouseEvening, partySize: number): void => {
  const day = new TablesOfDay(house, span)
  for (const startMs of startsMs)
    for (const areaId of ['room', 'terrace']) {
      const ask = { startMs, endMs: startMs + stayMs(partySize), partySize, areaId, online: true }
      if (!day.find(ask)) day.whyNot([ask])
    }
}

export const tablesBench: Bench = {
  name: 'tables',
  about: 'a venue-day of 120 tables and 32 starts in two areas, and one search that seats others anew',
  run: async () => {
    const houses = [200, 500, 1500].map(anEvening)
    const sizes = [1, 2, 4, 6, 8]
    for (const house of houses) for (const size of sizes) askDay(house, size)
    // Of five each the middle one: the processor's time is told in steps.
    const middle = (work: () => void): number =>
      percentile(
        [1, 2, 3, 4, 5].map(() => processorMs(work)),
        0.5,
      )
    const days = houses.flatMap((house) => sizes.map((size) => middle(() => askDay(house, size))))
    const searches = houses.flatMap((house) =>
      startsMs.map((startMs) =>
        processorMs(
          () =>
            void new TablesOfDay(house, span).find({ startMs, endMs: startMs + stayMs(6), partySize: 6, areaId: 'room', online: false }),
        ),
      ),
    )
    const note = `${houses.map(({ parties }) => parties.length).join(', ')} parties; median ${round(percentile(days, 0.5))} ms`
    return [
      { name: 'tables.day', value: round(Math.max(...days)), unit: 'ms', note },
      {
        name: 'tables.search',
        value: round(percentile(searches, 0.99)),
        unit: 'ms p99',
        note: `median ${round(percentile(searches, 0.5), 2)} ms`,
      },
    ]
  },
}

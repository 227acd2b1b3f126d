import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** One line of the booking log as a restaurant would have had it. `way`: over which channel, by phone, or by the booking page. */
export type Entry = {
  name: string
  size: number
  way: 'guide' | 'partner' | 'search' | 'phone' | 'widget'
  leadDays: number
  canceled: boolean
  noShow: boolean
  changes: number
}

/** A real log of bookings, changes, cancelations and no-shows (Antonio, Almeida, Nunes 2019), where the machine has it. */
const log = join(import.meta.dirname, '../../../shared/data/open/hotel_bookings_antonio2019.csv.gz')
/** Shares of the same log, for machines without it. */
const shares = { canceled: 0.27, noShow: 0.02, changed: 0.15 }
/** Of a hundred restaurant parties, how many have so many guests. */
const sizes = [
  ...Array<number>(44).fill(2),
  ...Array<number>(18).fill(3),
  ...Array<number>(20).fill(4),
  5,
  5,
  5,
  5,
  5,
  6,
  6,
  6,
  6,
  7,
  7,
  8,
  8,
  8,
  1,
  1,
]
const ways = ['guide', 'partner', 'search', 'phone', 'widget'] as const

/** mulberry32: the same evening each time. */
const chances = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Line = Pick<Entry, 'leadDays' | 'canceled' | 'noShow' | 'changes'>
const linesOfLog = (): Line[] => {
  const [head, ...rows] = gunzipSync(readFileSync(log)).toString('utf8').split('\n')
  const columns = head!.split(',')
  const at = (name: string): number => columns.indexOf(name)
  const [lead, status, changes, month, day] = [
    'lead_time',
    'reservation_status',
    'booking_changes',
    'arrival_date_month',
    'arrival_date_day_of_month',
  ].map(at)
  return rows
    .map((row) => row.split(','))
    .filter((cells) => cells[month!] === 'October' && cells[day!] === '15')
    .map((cells) => ({
      leadDays: Number(cells[lead!]),
      canceled: cells[status!] === 'Canceled',
      noShow: cells[status!] === 'No-Show',
      changes: Number(cells[changes!]),
    }))
}
const drawnLines = (chance: () => number): Line[] =>
  Array.from({ length: 400 }, () => {
    const fate = chance()
    return {
      leadDays: Math.floor(chance() ** 3 * 200),
      canceled: fate < shares.canceled,
      noShow: fate > 1 - shares.noShow,
      changes: chance() < shares.changed ? 1 : 0,
    }
  })

/** Bookings of one evening until so many covers are to come, the earliest booked first. */
export const anEvening = (covers: number): Entry[] => {
  const chance = chances(20_261_128)
  const lines = existsSync(log) ? linesOfLog() : drawnLines(chance)
  const entries: Entry[] = []
  let coming = 0
  for (const line of lines) {
    if (coming >= covers) break
    const size = sizes[Math.floor(chance() * sizes.length)]!
    const way = ways[Math.floor(chance() * ways.length)]!
    if (!line.canceled) coming += size
    entries.push({
      ...line,
      name: `Guest${String(entries.length + 1).padStart(3, '0')}`,
      size,
      way: size > 6 && way === 'widget' ? 'phone' : way,
    })
  }
  return entries.toSorted((a, b) => b.leadDays - a.leadDays)
}

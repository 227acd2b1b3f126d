import type { Db } from '@tablewire/server/platform/db/schema'
import { type RawBuilder, sql } from 'kysely'
import { aReservation, dayFromNow } from '../tests/build/a-reservation.ts'
import { anArea, aShift, aVenue, type TestVenue } from '../tests/build/a-venue.ts'

/** An evening of a venue. Which of its starts are taken is the number of its last write, in Gray code: each write takes one start or frees one. */
export type FreshCell = { venue: TestVenue; date: string; parties: readonly string[] }
export type Written = readonly [cell: number, version: number, sentMs: number, doneMs: number]

export const starts = ['17:00', '17:30', '18:00', '18:30', '19:00', '19:30', '20:00', '20:30', '21:00', '21:30'] as const
export const rounds = 2 ** starts.length

/** One clock for both processes: that of the machine since it started. */
export const sinceBootMs = (): number => Number(process.hrtime.bigint()) / 1e6

/** Which start the write of that number changes, and whether it is taken afterwards. */
export const flipOf = (version: number): { start: number; taken: boolean } => {
  const code = (n: number): number => (n % rounds) ^ ((n % rounds) >> 1)
  const changed = code(version) ^ code(version - 1)
  return { start: Math.log2(changed), taken: (code(version) & changed) !== 0 }
}

/** The number, as far as the starts tell it. */
export const versionOf = (taken: readonly boolean[]): number => {
  let code = taken.reduce((sum, is, start) => sum + (is ? 2 ** start : 0), 0)
  let version = 0
  for (; code; code >>= 1) version ^= code
  return version
}

/** The same numbers each time. */
export const dice = (seed: number) => {
  let state = seed
  return (most: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
}

const moments = ['starts_at', 'ends_at', 'pacing_at', 'pacing_until'] as const
/** A party out of its evening, or back into it wherever it is. */
export const moved = (to: 'away' | 'back'): RawBuilder<unknown> =>
  sql.join(
    moments.map((name) => {
      const moment = sql.ref(name)
      return to === 'away'
        ? sql`${moment} = ${moment} + interval '400 days'`
        : sql`${moment} = ${moment} - case when starts_at > now() + interval '300 days' then interval '400 days' else interval '0' end`
    }),
  )

const [venueCount, days] = [20, 5]
export const makeCells = async (db: Db): Promise<FreshCell[]> => {
  const cells: FreshCell[] = []
  for (let n = 0; n < venueCount; n++) {
    const shift = aShift({
      from: '17:00',
      to: '22:00',
      lastSeating: '21:30',
      intervalMinutes: 30,
      durations: [{ partyMax: 20, minutes: 30 }],
    })
    const venue = await aVenue(db, { book: { shifts: [shift], areas: [anArea({ capacity: 4 })] } })
    for (let day = 2; day < 2 + days; day++) {
      const date = dayFromNow(day, venue)
      const parties: string[] = []
      for (const time of starts) parties.push((await aReservation(db, venue, { date, time, minutes: 30, partySize: 1 })).id)
      cells.push({ venue, date, parties })
    }
  }
  // Aside, or small: the number of writes is 0 either way.
  await sql`update reservations set ${moved('away')}, override = true where id::text ~ '[02468ace]$'`.execute(db)
  return cells
}

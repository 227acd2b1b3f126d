import type { ServiceDay } from '@tablewire/contracts/estate/venues'
import type { Asked } from '../reservation-search.ts'

const stepMinutes = 15
const usual = { partySize: 2, time: '20:00' }
/** Who would come this soon stands at the door, or nearly. */
const doorMs = 30 * 60_000
/** So far around the time that was asked for a place on the waitlist is looked for. */
const aroundMinutes = 60

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const two = (value: number): string => String(value).padStart(2, '0')
const clock = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`

/** A quarter of an hour on or back, around the clock. */
export const stepped = (time: string, by: 1 | -1): string => clock((minutesOf(time) + by * stepMinutes + 1440) % 1440)

/** What is asked first: the next start of the day that has not passed, for two. */
export const firstAsked = (intervals: ServiceDay['intervals'], now: number): string =>
  (intervals.find(({ startsAt }) => Date.parse(startsAt) >= now)?.startsLocal ?? `T${usual.time}`).slice(-5)

export const asksOf = ({ partySize, time, areaId }: Asked, first: string) => ({
  partySize: partySize ?? usual.partySize,
  time: time ?? first,
  areaId: areaId ?? '',
})
export type Ask = ReturnType<typeof asksOf>

/** Where it would wait: who comes in the next half hour at the door, whoever else for the day. */
export const waitKindAt = (startsAt: string, now: number): 'door' | 'day' => (Date.parse(startsAt) - now <= doorMs ? 'door' : 'day')

/** Between which times a place would do, on the clock of that day. */
export const windowAround = (time: string): { from: string; until: string } => {
  const minutes = minutesOf(time)
  return { from: clock(Math.max(0, minutes - aroundMinutes)), until: clock(Math.min(1439, minutes + aroundMinutes)) }
}

import type { ListingHours } from '@tablewire/contracts/listing/profile'
import type { ListingForm } from './listing-form.ts'

type Own = Pick<ListingForm, 'ownWeek' | 'ownDays'>

const weekdayOf = (date: string): number => ((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7) + 1

/** The hours of a weekday that fall on that date. */
export const usualOn = <S extends { day: number }>(week: readonly S[], date: string): S[] =>
  week.filter(({ day }) => day === weekdayOf(date))

/** Days that say no date yet, by their places. */
export const undated = ({ ownDays }: Own): number[] => ownDays.flatMap(({ fromOn, toOn }, nth) => (fromOn && toOn ? [] : [nth]))

const spansToday = ({ ownDays, ownWeek }: Own, today: string): readonly unknown[] | undefined =>
  ownDays.find(({ fromOn, toOn }) => fromOn <= today && today <= toOn)?.spans ?? (ownWeek ? usualOn(ownWeek, today) : undefined)

/** Whether guests who read today that the house is open would read that it is closed. */
export const closesToday = (own: Own, { known, from: today, week, days }: ListingHours): boolean => {
  const told = days.find(({ date }) => date === today)?.spans ?? usualOn(week, today)
  return known && told.length > 0 && spansToday(own, today)?.length === 0
}

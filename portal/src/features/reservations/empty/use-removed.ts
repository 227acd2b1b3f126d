import { guestData } from '@tablewire/contracts/booking/guest-data'
import { useEndpoint } from '#src/api/query.ts'
import { hasRange, type Search } from '../reservation-search.ts'

/** Nothing is asked about days that cannot have gone: whoever keeps bookings the shortest keeps them for thirteen months. */
const aYearBefore = (day: string): string => `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`

/** Where bookings of all these days were removed, as the company keeps them for so many months: before which day. */
export const useRemoved = (search: Search, { date, today }: { date: string; today: string }) => {
  const last = hasRange(search) ? search.to : date
  const isOld = search.date !== 'any' && last !== undefined && last < aYearBefore(today)
  const query = search.venue.length > 0 ? { filters: { venueId: [...search.venue] } } : {}
  const { data } = useEndpoint(guestData.removed, { query }, { enabled: isOld, staleTime: 600_000, meta: { shown: true } })
  return isOld && data && last < data.before ? data : undefined
}

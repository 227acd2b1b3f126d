type Share = { low: number; high: number }
export type Arm = { bookings: number; noShows: number }

/** The standard normal quantile of 97.5 %. */
const z = 1.959964

/** Wilson's score interval of a share (1927): good for few bookings and for shares near zero, where the textbook one leaves 0 to 1. */
export const wilson = ({ bookings, noShows }: Arm): Share => {
  const share = noShows / bookings
  const room = (z * z) / bookings
  const middle = share + room / 2
  const reach = z * Math.sqrt((share * (1 - share)) / bookings + room / (4 * bookings))
  return { low: Math.max(0, (middle - reach) / (1 + room)), high: Math.min(1, (middle + reach) / (1 + room)) }
}

/** Of the difference `one − other` of two independent shares: Newcombe's hybrid of two Wilson intervals (1998, method 10). */
export const newcombe = (one: Arm, other: Arm): Share & { value: number } => {
  const [a, b] = [wilson(one), wilson(other)]
  const [first, second] = [one.noShows / one.bookings, other.noShows / other.bookings]
  const value = first - second
  return {
    value,
    low: value - Math.hypot(first - a.low, b.high - second),
    high: value + Math.hypot(a.high - first, second - b.low),
  }
}

/** With fewer bookings on one side nothing is said of a difference. */
export const leastBookings = 50
/** Nor where nearly everybody comes anyhow. */
const leastNoShows = 5
export const enoughToSay = (one: Arm, other: Arm): boolean =>
  Math.min(one.bookings, other.bookings) >= leastBookings && one.noShows + other.noShows >= leastNoShows

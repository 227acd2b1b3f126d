import type { BcBooking } from '@tablewire/contracts/bc-objects'

/** The meal by the venue's clock. */
export const sessionOf = (startsLocal: string): BcBooking['session'] => {
  const hour = Number(startsLocal.slice(11, 13))
  if (hour < 5 || hour >= 17) return 'dinner'
  if (hour < 10) return 'breakfast'
  if (hour < 12) return 'brunch'
  return hour < 15 ? 'lunch' : 'afternoon'
}

import type { Leftover } from '#src/platform/leftovers.ts'

export const differenceLeftovers: readonly Leftover[] = [
  // Retention: as far back as a question may be compared.
  { table: 'listing_difference_moves', column: 'at', keep: { hours: 24 * 366 * 4 } },
]
export { addressForm, nameForm, phoneForm } from './normal-forms.ts'

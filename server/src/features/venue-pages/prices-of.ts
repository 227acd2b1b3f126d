import type { ListingProfile } from '@tablewire/contracts/listing/profile'

/** `€€€`, or `$$$` where that is paid with; empty where nothing is said of it. */
export const pricesOf = ({ priceRange, currency }: Pick<ListingProfile, 'priceRange' | 'currency'>): string => {
  if (!priceRange) return ''
  const parts = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).formatToParts(1)
  const symbol = parts.find(({ type }) => type === 'currency')?.value ?? '€'
  // Of a currency without a sign of its own (CHF) one would not see how many there are.
  return (symbol.length === 1 ? symbol : '€').repeat(priceRange)
}

/** How many of its smallest units make one of a currency: 100 cents, 1 yen. */
export const minorUnits = (currency: string): number =>
  10 ** (new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2)

import type { RowFilters } from '@tablewire/contracts/analytics/analytics'

/** Names of filters in the address of the list of reservations, where they differ from those of its call. */
export const reservationNames: Readonly<Record<string, string>> = {
  dateBasis: 'basis',
  venueId: 'venue',
  channelId: 'channel',
  rmsId: 'rms',
  partySize: 'party',
}

/** What stands in the address of a list that shows exactly these rows. */
export const rowSearch = (rows: RowFilters, names: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(rows).map(([name, value]) => [names[name] ?? name, value]))

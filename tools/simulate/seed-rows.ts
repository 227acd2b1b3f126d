import type { Row } from './database/values.ts'

export type Places = { venueId: string; areaId: string; systemId: string; companyId: string; channelIds: readonly string[] }

const book = {
  openingHours: [],
  shifts: [],
  closures: [],
  party: { min: 1, max: 8 },
  noticeMinutes: 0,
  horizonDays: 90,
  cancellationWindowMinutes: 0,
  holdingTimeSeconds: 120,
  bookableAreas: false,
}

export type Seed = { table: string; row: Row }

/** A venue whose tables a system owns, and the channels that sell it, each with an address for its webhooks. */
export const seedRows = ({ venueId, areaId, systemId, companyId, channelIds }: Places, settings: object): Seed[] => [
  { table: 'companies', row: { id: companyId, name: 'Company', country_code: 'ES' } },
  {
    table: 'systems',
    row: {
      id: systemId,
      code: `s${systemId.slice(-12)}`,
      name: 'System',
      type: 'standard',
      connector: 'model',
      connection: settings,
      active: true,
      credentials_type: 'none',
    },
  },
  {
    table: 'venues',
    row: {
      id: venueId,
      company_id: companyId,
      name: 'Venue',
      country_code: 'ES',
      time_zone: 'UTC',
      currency: 'EUR',
      active: true,
      system_id: systemId,
      external_id: 'house',
    },
  },
  { table: 'books', row: { venue_id: venueId, version: 1, rules: book } },
  { table: 'areas', row: { venue_id: venueId, id: areaId, name: 'Room', capacity: 100, by_default: true, online: true, position: 0 } },
  ...channelIds.flatMap((id) => [
    { table: 'channels', row: { id, name: 'Channel', type: 'partner' } },
    { table: 'webhook_endpoints', row: { id, channel_id: id, url: 'https://channel.example/webhooks', state: 'active' } },
  ]),
]

const literal = (value: unknown): string => {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return `'${(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll("'", "''")}'`
}
/** The same for a real database. */
export const seedText = ({ table, row }: Seed): string =>
  `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.values(row).map(literal).join(', ')})`

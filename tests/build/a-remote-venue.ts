import type {} from '@tablewire/server/features/rms-settings/system-rows'
import type { Db } from '@tablewire/server/platform/db/schema'
import type { Secrets } from '@tablewire/server/platform/secrets/secrets'
import type { BookingRequest } from '../../sandbox/src/rms/book.ts'
import { type Rms, type RmsOptions, serveRms } from '../../sandbox/src/rms/serve-rms.ts'
import { aSystem, type TestSystem } from './a-system.ts'
import { anArea, aVenue, type TestVenue, type VenueOverrides } from './a-venue.ts'

/** What the hub shows the systems of tests. */
export const rmsToken = 'a token that only tests know'

/** A whole reservation system on a port of this machine, empty. */
export const anRms = (options: Omit<RmsOptions, 'tokens'> = {}): Promise<Rms> => serveRms({ tokens: [rmsToken], ...options })

type Ground = { db: Db; secrets: Secrets; rms: Pick<Rms, 'origin'> }
type Connected = { connector?: string; settings?: Record<string, unknown>; name?: string }

/** A reservation system the hub speaks to by a connector. */
export const aConnectedSystem = async (
  { db, secrets, rms }: Ground,
  { connector = 'standard', settings = {}, name }: Connected = {},
): Promise<TestSystem> => {
  const system = await aSystem(db, name === undefined ? {} : { name })
  await db
    .updateTable('systems')
    .set({ connector, connection: JSON.stringify({ baseUrl: rms.origin, ...settings }) } as object)
    .where('id', '=', system.id)
    .execute()
  await db
    .insertInto('systemSecrets')
    .values({ systemId: system.id, name: 'apiToken', sealed: secrets.seal(rmsToken), setAt: new Date() })
    .execute()
  return system
}

/** A venue whose tables belong to that system: the sandbox's Harbour Lights unless another of its houses is named. */
export const aRemoteVenue = async (db: Db, system: TestSystem, overrides: VenueOverrides = {}): Promise<TestVenue> => {
  const venue = await aVenue(db, {
    name: 'Harbour Lights',
    city: 'Lisboa',
    countryCode: 'PT',
    timeZone: 'Europe/Lisbon',
    externalId: 'harbour-lights',
    ...overrides,
    book: {
      areas: [anArea({ name: 'Dining room' }), anArea({ name: 'Terrace', byDefault: false, externalId: 'terrace' })],
      ...overrides.book,
    },
  })
  await db.updateTable('venues').set({ systemId: system.id }).where('id', '=', venue.id).execute()
  return venue
}

/** A booking that somebody made at the restaurant itself, by telephone unless told otherwise; answers the system's id. */
export const bookThere = ({ book }: Rms, request: Partial<BookingRequest> & Pick<BookingRequest, 'startSec'>): string => {
  const made = book.create({
    houseId: 'harbour-lights',
    areaId: null,
    partySize: 2,
    contact: {
      firstname: 'Rui',
      lastname: 'Costa',
      email: 'rui@example.test',
      telephone: '351911222333',
      locale: 'pt',
      optInConsent: false,
    },
    notes: '',
    channel: { id: 'phone', name: 'Phone' },
    key: null,
    paymentToken: null,
    ...request,
  })
  if ('no' in made) throw new Error(`the system did not take it: ${made.message}`)
  return made.id
}

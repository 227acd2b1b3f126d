import { sql } from 'kysely'
import { invalidateConnection } from '#src/features/rms-client/api.ts'
import { defaultBook } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId, secretHash } from '#src/platform/id.ts'
import { lockSeeding } from '../seed/first-admin.ts'
import { writeSides } from './write-sides.ts'

export const sandboxCode = 'sandbox'
const channelName = 'Table Guide (sandbox)'
const farAway = '2100-01-01T00:00:00Z'

/** The houses of the sandbox's reservation system (sandbox/src/rms/restaurants.ts), as the hub sells them. */
const houses = [
  {
    externalId: 'harbour-lights',
    name: 'Harbour Lights',
    cuisine: 'Seafood',
    city: 'Lisboa',
    countryCode: 'PT',
    timeZone: 'Europe/Lisbon',
    currency: 'EUR',
    address: 'Rua da Ribeira Nova 12',
    phoneNumber: '+351213456789',
    hours: [
      { from: '12:00', to: '15:00' },
      { from: '19:00', to: '23:00' },
    ],
    postalCode: '1200-479',
    latitude: 38.706,
    longitude: -9.146,
    areas: [
      { externalId: 'room', name: 'Dining room', capacity: 34, byDefault: true },
      { externalId: 'terrace', name: 'Terrace', capacity: 12, byDefault: false },
    ],
  },
  {
    externalId: 'quiet-garden',
    name: 'The Quiet Garden',
    cuisine: 'Modern British',
    city: 'London',
    countryCode: 'GB',
    timeZone: 'Europe/London',
    currency: 'GBP',
    address: '27 Orchard Mews',
    phoneNumber: '+442079460123',
    hours: [{ from: '17:30', to: '22:30' }],
    postalCode: 'N1 9GX',
    latitude: 51.534,
    longitude: -0.106,
    areas: [{ externalId: 'garden', name: 'Garden room', capacity: 32, byDefault: true }],
  },
  {
    externalId: 'vine-cellar',
    name: 'Vine Cellar',
    cuisine: 'Wine bar',
    city: 'Berlin',
    countryCode: 'DE',
    timeZone: 'Europe/Berlin',
    currency: 'EUR',
    address: 'Rebengasse 4',
    phoneNumber: '+493012345678',
    hours: [{ from: '18:00', to: '00:30' }],
    postalCode: '10405',
    latitude: 52.532,
    longitude: 13.424,
    areas: [{ externalId: 'cellar', name: 'Cellar', capacity: 36, byDefault: true }],
  },
  // Sold nowhere yet: to be brought onto the sandbox's channel.
  {
    externalId: 'mill-house',
    name: 'Mill House Kitchen',
    cuisine: 'Irish',
    city: 'Dublin',
    countryCode: 'IE',
    timeZone: 'Europe/Dublin',
    currency: 'EUR',
    address: '3 Weir Lane',
    phoneNumber: '+353209100123',
    hours: [{ from: '17:00', to: '23:00' }],
    postalCode: 'D08 X2Y9',
    latitude: 53.343,
    longitude: -6.287,
    areas: [{ externalId: 'loft', name: 'Loft', capacity: 30, byDefault: true }],
  },
] as const
const soldNowhere = 'mill-house'

/** Credentials of the hub and the programs beside it; derived from this installation's key, the same at every start. */
export type SandboxKeys = { apiToken: string; hubKey: string; channelKey: string; googlePassword: string }
export const sandboxKeys = ({ ports }: Ctx): SandboxKeys => ({
  apiToken: ports.secrets.sign('sandbox', 'the token of the reservation system'),
  hubKey: `rms_${ports.secrets.sign('sandbox', 'the key of the reservation system')}`,
  channelKey: ports.secrets.sign('sandbox', 'the key of the channel'),
  googlePassword: ports.secrets.sign('sandbox', 'the password of Google'),
})

const writeHouse = async (
  { db, clock }: Ctx,
  house: (typeof houses)[number],
  { companyId, systemId }: { companyId: string; systemId: string },
) => {
  const { areas, hours, ...place } = house
  const listed = { listingEnabled: true, listingEnabledAt: clock().toString() }
  const id = newId()
  await db
    .insertInto('venues')
    .values({ ...place, ...listed, id, companyId, systemId, importKey: `sandbox/${place.externalId}` })
    .execute()
  const {
    version,
    areas: _areas,
    ...rules
  } = defaultBook({
    openingHours: [1, 2, 3, 4, 5, 6, 7].flatMap((day) => hours.map((period) => ({ day, ...period }))),
    party: { min: 1, max: 8 },
    noticeMinutes: 0,
  })
  await db
    .insertInto('books')
    .values({ venueId: id, version, rules: JSON.stringify(rules) })
    .execute()
  const rows = areas.map((area, position) => ({ ...area, id: newId(), venueId: id, description: '', online: true, position }))
  await db.insertInto('areas').values(rows).execute()
  return id
}

const write = async (ctx: Ctx): Promise<void> => {
  const { db } = ctx
  const systemId = newId()
  const channelId = newId()
  const companyId = newId()
  const brand = await db.selectFrom('brands').select('id').orderBy('isDefault', 'desc').orderBy('id').limit(1).executeTakeFirst()
  await db
    .insertInto('companies')
    .values({ id: companyId, name: 'Sandbox Kitchens', countryCode: 'PT', brandId: brand?.id ?? null })
    .execute()
  await db
    .insertInto('systems')
    .values({ id: systemId, code: sandboxCode, name: 'Sandbox Reservations', type: 'custom', connector: sandboxCode })
    .execute()
  await db
    .insertInto('channels')
    .values({ id: channelId, name: channelName, type: 'partner', rateLimitPerMinute: 60_000, selfSubscription: true })
    .execute()
  const venueIds = new Map<string, string>()
  for (const house of houses) {
    const venueId = await writeHouse(ctx, house, { companyId, systemId })
    venueIds.set(house.externalId, venueId)
    if (house.externalId !== soldNowhere) await db.insertInto('channelVenues').values({ venueId, channelId, state: 'live' }).execute()
  }
  await writeSides(ctx, { systemId, channelId, companyId, venueIds })
  await audit(ctx, { action: 'demo.seeded', subject: 'demo', subjectId: 'sandbox', after: { venues: houses.length } })
}

const wasSeeded = async ({ db }: Ctx, subjectId: string): Promise<boolean> => {
  const { rows } = await sql`select from audit_entries where subject = 'demo' and subject_id = ${subjectId} limit 1`.execute(db)
  return rows.length > 0
}

/** Created once and for a demo only; not created again after people have removed it. */
export const ensureSandbox = async (ctx: Ctx): Promise<void> => {
  if ((await wasSeeded(ctx, 'sandbox')) || !(await wasSeeded(ctx, 'demo'))) return
  await transaction(ctx, async (inner) => {
    await lockSeeding(inner)
    if (!(await wasSeeded(inner, 'sandbox'))) await write(inner)
  })
}

/** Registers both sides with each other, at the system's current address. False when people have removed it. */
export const connectSandbox = async (ctx: Ctx, rmsOrigin: string): Promise<boolean> =>
  transaction(ctx, async (inner) => {
    const { db, ports } = inner
    const { apiToken, hubKey, channelKey } = sandboxKeys(ctx)
    const system = await db.selectFrom('systems').select('id').where('code', '=', sandboxCode).executeTakeFirst()
    const channel = await db.selectFrom('channels').select('id').where('name', '=', channelName).executeTakeFirst()
    if (!system || !channel) return false
    const now = inner.clock().toString()
    await db
      .updateTable('systems')
      .set({ connection: JSON.stringify({ baseUrl: rmsOrigin }) })
      .where('id', '=', system.id)
      .execute()
    // Faults from before its address was known say nothing: the next health check is due now, at the new address.
    await sql`delete from system_health where system_id = ${system.id} and not ok`.execute(db)
    inner.unitOfWork.afterCommit.push(() => invalidateConnection(system.id))
    const secret = { sealed: ports.secrets.seal(apiToken), setAt: now }
    await db
      .insertInto('systemSecrets')
      .values({ systemId: system.id, name: 'apiToken', ...secret })
      .onConflict((conflict) => conflict.columns(['systemId', 'name']).doUpdateSet(secret))
      .execute()
    const key = { id: newId(), systemId: system.id, hash: secretHash(hubKey), hint: hubKey.slice(-4), createdBy: 'Sandbox' }
    await db
      .insertInto('systemKeys')
      .values({ ...key, createdAt: now, expiresAt: farAway })
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute()
    await db
      .insertInto('channelKeys')
      .values({ channelId: channel.id, hash: secretHash(channelKey) })
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute()
    return true
  })

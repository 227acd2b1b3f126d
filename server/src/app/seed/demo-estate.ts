import type { Book } from '@tablewire/contracts/estate/book'
import { sql } from 'kysely'
import { bindToChannel } from '#src/features/access/api.ts'
import { localOf } from '#src/features/availability/api.ts'
import { builtInSystemId } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId, newSecret, secretHash } from '#src/platform/id.ts'
import { demoBook } from './demo-book.ts'
import { type ChannelKey, channelKeys, demoChannels, demoLinks } from './demo-channels.ts'
import { hasListing, writeListings } from './demo-listings.ts'
import { type DemoPerson, demoPeople, hostOf } from './demo-people.ts'
import { demoPhotosJob } from './demo-photos.ts'
import { type CompanyKey, companies, currencies, type DemoVenue, demoVenues, importKeyOf } from './demo-venues.ts'
import type { SeedActors, Person } from './evening-rows.ts'
import { locals, names } from './guest-names.ts'
import { randomFor } from './random.ts'
import type { OpenVenue } from './booking-requests.ts'

const companyKeys = Object.keys(companies) as CompanyKey[]
const idsOf = <K extends string>(keys: readonly K[]): ReadonlyMap<K, string> => new Map(keys.map((key) => [key, newId()]))

/** Channels and people by the names they have in the demo. */
export type SeedLookups = { channelIds: ReadonlyMap<ChannelKey, string>; personIds: ReadonlyMap<string, string> }
export const noLookups: SeedLookups = { channelIds: new Map(), personIds: new Map() }
/** Ids of everything the demo is made of, given before the first row is written; `known` is there already. */
export type Plan = SeedLookups & { companyIds: ReadonlyMap<CompanyKey, string>; venues: readonly OpenVenue[]; known: SeedLookups }

/** Who of the demo's channels and people is in the database. */
export const lookupsIn = async ({ db }: Ctx): Promise<SeedLookups> => {
  const wanted = channelKeys.map((key) => demoChannels[key].name.toLowerCase())
  const channels = await db
    .selectFrom('channels')
    .select(['id', 'name'])
    .where(sql`lower(name)`, 'in', wanted)
    .execute()
  const people = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where(
      'email',
      'in',
      demoPeople.map(({ email }) => email),
    )
    .execute()
  const keyOf = (name: string) => channelKeys.find((key) => demoChannels[key].name.toLowerCase() === name.toLowerCase())!
  return {
    channelIds: new Map(channels.map(({ id, name }) => [keyOf(name), id])),
    personIds: new Map(people.map(({ id, email }) => [email, id])),
  }
}

export const planEstate = (nowMs: number, known: SeedLookups): Plan => {
  const links = demoLinks()
  const venues = demoVenues.map((demo) => ({
    demo,
    id: newId(),
    systemId: builtInSystemId,
    zone: demo.zone,
    book: demoBook(demo, localOf(nowMs, demo.zone).date),
    channels: links.filter(({ venue, state }) => venue === demo && state === 'live').map(({ channel }) => channel),
  }))
  return {
    known,
    companyIds: idsOf(companyKeys),
    channelIds: new Map([...idsOf(channelKeys), ...known.channelIds]),
    personIds: new Map([...idsOf(demoPeople.map(({ email }) => email)), ...known.personIds]),
    venues,
  }
}

export const nameOf = ({ firstName, lastName }: Pick<DemoPerson, 'firstName' | 'lastName'>): string => `${firstName} ${lastName}`

export const actorsOf = ({ channelIds, personIds }: SeedLookups): SeedActors => {
  const personOf = (person: DemoPerson): Person | undefined => {
    const id = personIds.get(person.email)
    return id === undefined ? undefined : { id, name: nameOf(person) }
  }
  const hosts = companyKeys.flatMap((key) => {
    const host = hostOf(key)
    const person = host && personOf(host)
    return person ? [[key, person] as const] : []
  })
  const channels = [...channelIds].map(([key, id]) => [key, { id, name: demoChannels[key].name }] as const)
  return { channels: new Map(channels), hosts: new Map(hosts), office: personOf(demoPeople[0]!) ?? { id: 'demo', name: 'Front desk' } }
}

/** Reserved for fiction where the country has such numbers. */
const houseNumbers: Partial<Record<DemoVenue['country'], string>> = {
  AU: '+6187010xxxx',
  CA: '+170955501xx',
  DE: '+493023125xxx',
  FR: '+3319900xxxx',
  GB: '+442079460xxx',
  IE: '+3532091xxxxx',
  US: '+121255501xx',
}
export const phoneOf = ({ key, country }: DemoVenue): string => {
  const random = randomFor(`phone ${key}`)
  return (houseNumbers[country] ?? names[locals[country]![0]!].phone).replace(/x/g, () => String(random.whole(0, 9)))
}

const venueRow = ({ demo, id, systemId }: OpenVenue, index: number, { listed, now }: { listed: boolean; now: string }) => {
  const { name, cuisine, city, address, postalCode, latitude, longitude, country, zone, key } = demo
  const place = { city, address, postalCode, latitude, longitude, countryCode: country, timeZone: zone, currency: currencies[country] }
  const tripadvisorId = listed ? String(18_730_000 + index * 37) : null
  const keys = { id, systemId, externalId: `D-${101 + index}`, importKey: importKeyOf(demo), tripadvisorId }
  const listing = hasListing(index) ? { listingEnabled: true, listingEnabledAt: now } : {}
  return { ...keys, ...listing, name, cuisine, ...place, phoneNumber: phoneOf(demo), website: `https://${key}.example`, sdkAccess: true }
}

/** The book without what has columns of its own. */
export const rulesOf = (book: Book): string => JSON.stringify({ ...book, version: undefined, areas: undefined })

const writeVenues = async (ctx: Ctx, { companyIds, venues }: Plan): Promise<void> => {
  const { db } = ctx
  const now = ctx.clock().toString()
  const brands = await db.selectFrom('brands').select('id').orderBy('isDefault', 'desc').orderBy('id').execute()
  const companyRow = (key: CompanyKey) => {
    const { name, brand, country } = companies[key]
    return { id: companyIds.get(key)!, name, countryCode: country, brandId: brands[brand % brands.length]?.id ?? null }
  }
  await db.insertInto('companies').values(companyKeys.map(companyRow)).execute()
  const rows = venues.map((venue, index) => ({
    companyId: companyIds.get(venue.demo.company)!,
    ...venueRow(venue, index, { listed: venue.channels.includes('tripadvisor'), now }),
  }))
  await db.insertInto('venues').values(rows).execute()
  await db
    .insertInto('books')
    .values(venues.map(({ id, book }) => ({ venueId: id, version: book.version, rules: rulesOf(book) })))
    .execute()
  await db
    .insertInto('areas')
    .values(venues.flatMap(({ id, book }) => book.areas.map((area, position) => ({ ...area, venueId: id, position }))))
    .execute()
  await writeListings(ctx, venues)
  const photographed = venues.filter((_, index) => hasListing(index)).slice(0, 6)
  await ctx.ports.jobs.enqueue(ctx, demoPhotosJob, { venueIds: photographed.map(({ id }) => id) })
}

const writeChannels = async ({ db }: Ctx, { channelIds, venues, known }: Plan): Promise<void> => {
  const fresh = channelKeys.filter((key) => !known.channelIds.has(key))
  const channelRow = (key: ChannelKey) => {
    const { name, type, rateLimitPerMinute, selfSubscription, subscribeUrl = null, product = null } = demoChannels[key]
    return { id: channelIds.get(key)!, name, type, rateLimitPerMinute, selfSubscription, subscribeUrl, product }
  }
  if (fresh.length) await db.insertInto('channels').values(fresh.map(channelRow)).execute()
  // Random keys that are not shown: to call as one of the channels its key is rotated.
  const keys = fresh.map((key) => ({ channelId: channelIds.get(key)!, hash: secretHash(newSecret()) }))
  if (keys.length) await db.insertInto('channelKeys').values(keys).execute()
  const venueIds = new Map(venues.map(({ demo, id }) => [demo, id]))
  await db
    .insertInto('channelVenues')
    .values(demoLinks().map(({ venue, channel, state }) => ({ venueId: venueIds.get(venue)!, channelId: channelIds.get(channel)!, state })))
    .execute()
}

/** Companies, venues, books, areas and channels. */
export const writeEstate = async (ctx: Ctx, plan: Plan): Promise<void> => {
  await writeVenues(ctx, plan)
  await writeChannels(ctx, plan)
}

type Account = { id: string; companyId: string | null; passwordHash: string; disabledAt: string | null }
export const personRow = (
  { company: _company, channel: _channel, venues: only, disabled: _disabled, roles, permissions, ...person }: DemoPerson,
  account: Account,
) => ({
  ...person,
  ...account,
  roles: [...roles],
  permissions: [...permissions],
  allVenues: only === undefined,
  settings: '{}',
})

/** The people of the demo, all with one password. */
export const writePeople = async (
  ctx: Ctx,
  { companyIds, channelIds, personIds, venues, known }: Plan,
  passwordHash: string,
): Promise<void> => {
  const { db } = ctx
  const now = ctx.clock().toString()
  const fresh = demoPeople.filter(({ email }) => !known.personIds.has(email))
  if (!fresh.length) return
  const rows = fresh.map((person) => {
    const companyId = person.company && companyIds.get(person.company)!
    return personRow(person, { id: personIds.get(person.email)!, companyId, passwordHash, disabledAt: person.disabled ? now : null })
  })
  await db.insertInto('users').values(rows).execute()
  for (const { email, channel } of fresh)
    if (channel) await bindToChannel(ctx, { channelId: channelIds.get(channel)!, userId: personIds.get(email)! })
  const venueIds = new Map(venues.map(({ demo, id }) => [demo.key, id]))
  const limited = fresh.flatMap(({ email, venues: only = [] }) =>
    only.map((key) => ({ userId: personIds.get(email)!, venueId: venueIds.get(key)! })),
  )
  if (limited.length) await db.insertInto('userVenues').values(limited).execute()
}

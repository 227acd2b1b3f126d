import { Permission } from '@tablewire/contracts/identity/access'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { sql } from 'kysely'
import { insertCompany } from '#src/features/access/api.ts'
import { insertReady } from '#src/features/demo-tenants/api.ts'
import { hashPassword, insertUser } from '#src/features/people/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId, newSecret, secretHash } from '#src/platform/id.ts'
import type { OpenVenue } from '../seed/booking-requests.ts'
import { type ChannelKey, demoChannels } from '../seed/demo-channels.ts'
import { phoneOf, rulesOf } from '../seed/demo-estate.ts'
import { companies, currencies } from '../seed/demo-venues.ts'
import type { Person, SeedActors } from '../seed/evening-rows.ts'
import { thinkEvenings, writeEvenings } from '../seed/write-evenings.ts'
import { tenantChannels, tenantHouses } from './tenant-houses.ts'
import { inWordsOf } from './tenant-words.ts'

/** The channels of the demos, which all tenants share as customers share those of a real installation. */
export const ensureChannels = async (ctx: Ctx): Promise<ReadonlyMap<ChannelKey, Person>> => {
  await sql`select pg_advisory_xact_lock(hashtext('demo channels'))`.execute(ctx.db)
  const known = await ctx.db.selectFrom('channels').select(['id', 'name']).execute()
  const found = new Map<ChannelKey, Person>()
  for (const key of tenantChannels) {
    const { name, type, rateLimitPerMinute, selfSubscription, subscribeUrl = null } = demoChannels[key]
    const id = known.find((channel) => channel.name === name)?.id ?? newId()
    if (!known.some((channel) => channel.id === id)) {
      await ctx.db.insertInto('channels').values({ id, name, type, rateLimitPerMinute, selfSubscription, subscribeUrl }).execute()
      await ctx.db
        .insertInto('channelKeys')
        .values({ channelId: id, hash: secretHash(newSecret()) })
        .execute()
    }
    found.set(key, { id, name })
  }
  return found
}

const writeHouses = async (ctx: Ctx, companyId: string, houses: readonly OpenVenue[]): Promise<void> => {
  await ctx.db
    .insertInto('venues')
    .values(
      houses.map(({ id, demo, systemId, zone }) => ({
        id,
        companyId,
        systemId,
        name: demo.name,
        cuisine: demo.cuisine,
        city: demo.city,
        address: demo.address,
        postalCode: demo.postalCode,
        latitude: demo.latitude,
        longitude: demo.longitude,
        countryCode: demo.country,
        timeZone: zone,
        currency: currencies[demo.country],
        phoneNumber: phoneOf(demo),
        website: `https://${demo.key}.example`,
        listingEnabled: true,
        listingEnabledAt: ctx.clock().toString(),
      })),
    )
    .execute()
  await ctx.db
    .insertInto('books')
    .values(houses.map(({ id, book }) => ({ venueId: id, version: book.version, rules: rulesOf(book) })))
    .execute()
  await ctx.db
    .insertInto('areas')
    .values(houses.flatMap(({ id, book }) => book.areas.map((area, position) => ({ ...area, venueId: id, position }))))
    .execute()
}

/** Nobody signs in with it: one hash, which takes its time, serves all. */
let password: Promise<string> | undefined
const nobodysPassword = (): Promise<string> => (password ??= hashPassword(newSecret()))

const names: Readonly<Record<Lang, readonly [first: string, last: string, country: string]>> = {
  en: ['Alex', 'Morgan', 'GB'],
  es: ['Álex', 'Molina', 'ES'],
  fr: ['Camille', 'Moreau', 'FR'],
  de: ['Kim', 'Sommer', 'DE'],
  nl: ['Robin', 'de Vries', 'NL'],
}

/** A tenant with its evening around now, which belongs to nobody yet. In one transaction: there is all of it or nothing. */
export const furnishTenant = async (ctx: Ctx, { lang, zone }: { lang: Lang; zone: string }): Promise<string> => {
  const nowMs = ctx.clock().epochMilliseconds
  const houses = tenantHouses(nowMs, { lang, zone })
  const [companyId, userId] = [newId(), newId()]
  const [firstName, lastName, country] = names[lang]
  const channels = await ensureChannels(ctx)
  await insertCompany(ctx, { id: companyId, name: companies[houses[0]!.demo.company].name, countryCode: houses[0]!.demo.country })
  await writeHouses(ctx, companyId, houses)
  await ctx.db
    .insertInto('channelVenues')
    .values(
      houses.flatMap(({ id }) => [...channels.values()].map((channel) => ({ venueId: id, channelId: channel.id, state: 'live' as const }))),
    )
    .execute()
  await insertUser(ctx, {
    id: userId,
    companyId,
    email: `visitor-${userId}@demo.example`,
    passwordHash: await nobodysPassword(),
    firstName,
    lastName,
    country,
    lang,
    roles: ['ROLE_MANAGER'],
    permissions: [...Permission.options],
    allVenues: true,
    settings: '{}',
  })
  const cast: SeedActors = { channels, hosts: new Map(), office: { id: userId, name: `${firstName} ${lastName}` } }
  await writeEvenings(
    ctx.db,
    thinkEvenings({ venues: houses, span: { nowMs, sinceMs: null }, cast, guestIds: new Map(), taken: new Map(), say: inWordsOf(lang) }),
  )
  await insertReady(ctx, { companyId, userId, lang, zone })
  return companyId
}

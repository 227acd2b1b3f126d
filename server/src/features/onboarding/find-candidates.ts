import type { OnboardingCandidate } from '@tablewire/contracts/onboarding/candidates'
import { openStatuses } from '@tablewire/contracts/onboarding/onboarding.rules'
import { type RawBuilder, sql } from 'kysely'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { sideOf } from './request-scope.ts'
import { isLikely, reasonsFor, type SaidVenue, streetOf, warningsFor } from './weigh-candidate.ts'

export type Meant = SaidVenue & { systemId: string; channelId: string; rmsVenueId?: string | null }
type Found = SaidVenue & { venueId: string | null; requestId: string | null; externalId: string | null; shown: string; own: boolean }

/** As many as are looked at of each index; more than a person would. */
const looked = 25
const most = 5

const isOpen = sql`r.status in (${sql.join(openStatuses.map((one) => sql.lit(one)))})`
const namesPlace = (address: string): boolean => /\d/.test(streetOf(address))
const tailOf = (phone: string): string => phone.replaceAll(/\D/g, '').slice(-8)
const tailed = (column: string) => sql`right(regexp_replace(${sql.ref(column)}, '[^0-9]', '', 'g'), 8)`

type Way = RawBuilder<unknown>
type How = { exactly: boolean }

/** Each by its own index: names that look alike in the order of their index, or are the same; the same street and number, of many the most alike; the same phone. */
const foundVenues = async (ctx: Ctx, { systemId, channelId, name, address, phone }: Meant, { exactly }: How): Promise<Found[]> => {
  const [called, tail] = [name.toLowerCase(), tailOf(phone)]
  const of = sql`v.system_id = ${systemId}::uuid and v.archived_at is null`
  const ways: Way[] = [
    sql`(select v.id from venues v where ${of} and venue_name_key(v.name) = venue_name_key(${name}) order by v.id limit ${looked})`,
  ]
  if (!exactly)
    for (const alike of [sql`%`, sql`%>`])
      ways.push(sql`(select v.id from venues v where ${of} and lower(v.name) ${alike} ${called}
        order by lower(v.name) <-> ${called} limit ${looked})`)
  if (namesPlace(address))
    ways.push(sql`(select v.id from venues v where ${of} and v.address is not null and street_key(v.address) = street_key(${address})
      order by similarity(lower(v.name), ${called}) desc, v.id limit ${looked})`)
  if (tail.length >= 6)
    ways.push(sql`(select v.id from venues v where ${of} and v.phone_number is not null and ${tailed('v.phone_number')} = ${tail}
      order by v.id limit ${looked})`)
  const { rows } = await sql<Found>`
    select v.id as venue_id, v.external_id, v.name, coalesce(v.address, '') as address, coalesce(v.phone_number, '') as phone,
      v.country_code as country, concat_ws(', ', v.address, concat_ws(' ', v.postal_code, v.city)) as shown, ${inScope(ctx, 'v.id')} as own,
      (select r.id from onboarding_requests r where r.channel_id = ${channelId}::uuid and r.venue_id = v.id and ${isOpen} limit 1) as request_id
    from venues v where v.id in (${sql.join(ways, sql` union `)})`.execute(ctx.db)
  return rows
}

/** Restaurants that nobody has found here yet, and that somebody has asked for. */
const foundRequests = async (ctx: Ctx, { systemId, channelId, name, address, phone }: Meant, { exactly }: How): Promise<Found[]> => {
  const [called, tail] = [name.toLowerCase(), tailOf(phone)]
  const of = sql`r.system_id = ${systemId}::uuid and r.channel_id = ${channelId}::uuid and r.venue_id is null and ${isOpen}`
  const ways: Way[] = [
    sql`(select r.id from onboarding_requests r where ${of} and venue_name_key(r.venue_name) = venue_name_key(${name}) order by r.id limit ${looked})`,
  ]
  if (!exactly)
    ways.push(sql`(select r.id from onboarding_requests r where ${of} and r.words %> ${called}
      order by r.words <->> ${called} limit ${looked})`)
  if (namesPlace(address))
    ways.push(sql`(select r.id from onboarding_requests r where ${of} and street_key(r.venue_address) = street_key(${address})
      order by similarity(lower(r.venue_name), ${called}) desc, r.id limit ${looked})`)
  if (tail.length >= 6)
    ways.push(sql`(select r.id from onboarding_requests r where ${of} and r.venue_phone <> '' and ${tailed('r.venue_phone')} = ${tail}
      order by r.id limit ${looked})`)
  const { rows } = await sql<Found>`
    select null as venue_id, r.id as request_id, r.rms_venue_id as external_id, r.venue_name as name, r.venue_address as address,
      r.venue_phone as phone, r.venue_country as country, r.venue_address as shown, true as own
    from onboarding_requests r where r.id in (${sql.join(ways, sql` union `)}) order by r.queue_key, r.id`.execute(ctx.db)
  return rows
}

/**
 * ON3: the venues and open requests that are probably meant, the likeliest first. A channel learns of a venue it does not sell yet only what it knows
 * already: two things of it have to agree, or its very name, of which nothing more is told. `exactly`: without those whose name only looks alike.
 */
export const findCandidates = async (ctx: Ctx, meant: Meant, how: How = { exactly: false }): Promise<OnboardingCandidate[]> => {
  const found = [...(await foundVenues(ctx, meant, how)), ...(await foundRequests(ctx, meant, how))].map((one) => ({
    ...one,
    reasons: reasonsFor(meant, one),
  }))
  const there = found.filter(({ reasons }) => reasons.includes('address')).length
  const foreign = sideOf(ctx) === 'bc'
  return found
    .filter(({ reasons }) => reasons.length > 0)
    .map(({ venueId, requestId, externalId, name, shown, own, reasons, ...rest }) => {
      const warnings = warningsFor(meant, { ...rest, name }, reasons.includes('address') ? there - 1 : 0)
      // Known by two ids of one system, they are two.
      const other = Boolean(meant.rmsVenueId) && externalId !== null && externalId !== meant.rmsVenueId
      const likely = isLikely({ reasons, warnings }, meant, { ...rest, name }) && !other
      const candidate = { mozrestId: venueId, requestId, venueName: name, venueAddress: shown, reasons, warnings, likely }
      // Found by its name alone, a channel reads its own words.
      const known = own || !foreign || reasons.length > 1 ? candidate : { ...candidate, venueName: meant.name, venueAddress: '' }
      return { own, candidate: known }
    })
    .filter(({ own, candidate }) => own || candidate.likely || !foreign)
    .map(({ candidate }) => candidate)
    .toSorted((a, b) => Number(b.likely) - Number(a.likely) || b.reasons.length - a.reasons.length)
    .slice(0, most)
}

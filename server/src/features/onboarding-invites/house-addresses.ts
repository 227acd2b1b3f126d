import { abilityOf, type Holder, isAgent } from '@tablewire/contracts/identity/access'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { OnboardingRecord } from '#src/features/onboarding/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { InviteRecord } from './invite-rows.ts'

/** An address that a house itself has here; of one that nobody signs in with the language is not known. */
type HouseAddress = { email: string; lang: Lang | null }
type Person = Holder & { email: string; lang: Lang }

/** More than that nobody writes to. */
const mostPeople = 100
/** What a confirmation changes, he could change himself. */
const looksAfter = (person: Person): boolean => {
  const ability = abilityOf(person)
  return !isAgent(person.roles) && ability.can('update', 'onboarding') && ability.can('update', 'venues')
}

/** Where answers of its guests go, then its people who may set it up; those of this house alone before those of the whole company. */
export const houseAddresses = async (ctx: Ctx, venueId: string): Promise<HouseAddress[]> => {
  const { rows: venues } = await sql<{ email: string | null }>`
    select v.email_reply_to as email from venues v where v.id = ${venueId} and v.archived_at is null`.execute(ctx.db)
  const { rows: people } = await sql<Person>`
    select u.email, u.lang, u.roles, u.permissions, u.company_id, u.all_venues
    from venues v join users u on u.company_id = v.company_id
      and (u.all_venues or exists (select from user_venues uv where uv.user_id = u.id and uv.venue_id = v.id))
    where v.id = ${venueId} and v.archived_at is null and u.disabled_at is null and (u.invited_at is null or u.joined_at is not null)
    order by u.all_venues, u.created_at, u.id limit ${mostPeople}`.execute(ctx.db)
  return [
    ...venues.flatMap(({ email }) => (email === null ? [] : [{ email, lang: null }])),
    ...people.filter(looksAfter).map(({ email, lang }) => ({ email, lang })),
  ]
}

const isSame = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

type Place = Pick<OnboardingRecord, 'venueId' | 'contactEmail' | 'contactLanguage'>
export type Reached = HouseAddress & Pick<InviteRecord, 'houseVenueId'>
/** Where a restaurant is asked: one that is here at an address of its own, whatever a partner names; any other one where it was said. */
export const reachOf = async (
  ctx: Ctx,
  { venueId, contactEmail, contactLanguage }: Place,
  asked?: string,
): Promise<Reached | undefined> => {
  const named = asked ?? contactEmail
  if (venueId === null) return named === null ? undefined : { email: named, lang: contactLanguage, houseVenueId: null }
  const own = await houseAddresses(ctx, venueId)
  const meant = own.find(({ email }) => named !== null && isSame(email, named)) ?? (asked === undefined ? own[0] : undefined)
  return meant && { email: meant.email, lang: meant.lang ?? contactLanguage, houseVenueId: venueId }
}

/** Of link `i`, request `r` and its venue `v`: it is still about the house that was asked. One that came here later is the house that was meant. */
export const sameHouse: RawBuilder<SqlBool> = sql<SqlBool>`(i.house_venue_id is not distinct from r.venue_id
  or i.house_venue_id is null and v.created_at > i.created_at)`

/** Whether who answered that link may change a house and let people in: it came by the house's own address, or nobody was there to be asked. */
export const speaksFor = async (
  ctx: Ctx,
  { houseVenueId, createdAt }: Pick<InviteRecord, 'houseVenueId' | 'createdAt'>,
  venueId: string,
): Promise<boolean> => {
  if (houseVenueId !== null) return houseVenueId === venueId
  const { rows } = await sql<{ later: boolean }>`
    select created_at > ${createdAt}::timestamptz as later from venues where id = ${venueId}`.execute(ctx.db)
  return rows[0]?.later === true && (await houseAddresses(ctx, venueId)).length === 0
}

/** The others of the house, who did not get the link. */
export const othersOf = async (ctx: Ctx, { email }: Pick<InviteRecord, 'email'>, venueId: string): Promise<HouseAddress[]> =>
  (await houseAddresses(ctx, venueId)).filter((one) => !isSame(one.email, email))

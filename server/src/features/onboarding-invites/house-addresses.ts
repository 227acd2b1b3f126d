import { abilityOf, agentRoles, type Holder, isAgent, type Role } from '@tablewire/contracts/identity/access'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { OnboardingRecord } from '#src/features/onboarding/api.ts'
import { mayLetIn } from '#src/features/users/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { InviteRecord } from './invite-rows.ts'

/** An address that a house itself has here; of one that nobody signs in with the language is not known. */
type HouseAddress = { email: string; lang: Lang | null; /** Who reads there may give others access to the house. */ letsIn: boolean }
type Person = Holder & { email: string; lang: Lang }
type Reply = {
  email: string
  /** Nobody of the house or of the platform: then it proves nothing. */ byPartner: boolean
  byPlatform: boolean
}

/** More than that nobody writes to. */
const mostPeople = 100
const bots: readonly Role[] = ['ROLE_COMPANY_BOT', 'ROLE_SDK_BOT']
/** What a confirmation changes, he could change himself. */
const looksAfter = (person: Person): boolean => {
  const ability = abilityOf(person)
  return ability.can('update', 'onboarding') && ability.can('update', 'venues')
}

/** Those of this house alone before those of the whole company; programs and people of partners are none. */
const peopleOf = async (ctx: Ctx, venueId: string): Promise<Person[]> => {
  const { rows } = await sql<Person>`
    select u.email, u.lang, u.roles, u.permissions, u.company_id, u.all_venues
    from venues v join users u on u.company_id = v.company_id
      and (u.all_venues or exists (select from user_venues uv where uv.user_id = u.id and uv.venue_id = v.id))
    where v.id = ${venueId} and v.archived_at is null and u.disabled_at is null and (u.invited_at is null or u.joined_at is not null)
    order by u.all_venues, u.created_at, u.id limit ${mostPeople}`.execute(ctx.db)
  return rows.filter(({ roles }) => !isAgent(roles) && !roles.some((role) => bots.includes(role)))
}

/** Where answers of its guests go, and who said so: a reservation system may set it as well. */
const replyOf = async (ctx: Ctx, venueId: string): Promise<Reply | undefined> => {
  const { rows } = await sql<Reply>`
    select v.email_reply_to as email, coalesce(e.actor_kind <> 'user' or u.roles && ${[...agentRoles]}::text[], false) as by_partner,
      coalesce(e.actor_kind = 'user' and u.id is not null and u.company_id is null, false) as by_platform
    from venues v left join lateral (
      select actor_kind, actor_id from audit_entries
      where subject_id = v.id::text and subject = 'venue' and after ->> 'emailReplyTo' = v.email_reply_to order by at desc, id desc limit 1) e on true
      left join users u on u.id::text = e.actor_id
    where v.id = ${venueId} and v.archived_at is null and v.email_reply_to is not null`.execute(ctx.db)
  return rows[0]
}

/** Its people who may set it up, who could let others in first; then the address for answers of its guests, if no partner set that. */
export const houseAddresses = async (ctx: Ctx, venueId: string): Promise<HouseAddress[]> => {
  const [people, reply] = [await peopleOf(ctx, venueId), await replyOf(ctx, venueId)]
  const able = people.filter(looksAfter).map((person) => ({ ...person, letsIn: mayLetIn(person) }))
  const ordered = able.toSorted(
    (one, other) => Number(one.allVenues) - Number(other.allVenues) || Number(other.letsIn) - Number(one.letsIn),
  )
  return [
    ...ordered.map(({ email, lang, letsIn }) => ({ email, lang, letsIn })),
    // Whoever sets that address might read it: it lets nobody in where there are people who could.
    ...(reply && !reply.byPartner ? [{ email: reply.email, lang: null, letsIn: reply.byPlatform && people.length === 0 }] : []),
  ]
}

const isSame = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

type Place = Pick<OnboardingRecord, 'venueId' | 'contactEmail' | 'contactLanguage'>
export type Reached = Pick<HouseAddress, 'email' | 'lang'> & Pick<InviteRecord, 'houseVenueId'>
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

/** A link to a house's own address counts as long as it is one: who has left it, or may not set it up any more, speaks for it no longer. */
export const stillSpeaks = async (ctx: Ctx, { email, houseVenueId }: Pick<InviteRecord, 'email' | 'houseVenueId'>): Promise<boolean> =>
  houseVenueId === null || (await houseAddresses(ctx, houseVenueId)).some((own) => isSame(own.email, email))

type Word = { /** Corrects name, address and hours. */ corrects: boolean; letsIn: boolean }
/** How far the word of who answers that link goes: it came by the house's own address, or by the one its system named when nobody was there. */
export const wordOf = async (
  ctx: Ctx,
  { requestId, email, houseVenueId, createdAt }: Pick<InviteRecord, 'requestId' | 'email' | 'houseVenueId' | 'createdAt'>,
  venueId: string,
): Promise<Word> => {
  if (houseVenueId !== null) {
    const own = houseVenueId === venueId ? await houseAddresses(ctx, venueId) : []
    return { corrects: houseVenueId === venueId, letsIn: own.some((one) => isSame(one.email, email) && one.letsIn) }
  }
  // Of a house that comes later its own system knew whom to ask; a channel that named somebody did not bring it here.
  const { rows } = await sql<{ later: boolean }>`
    select v.created_at > ${createdAt}::timestamptz and r.requester = 'rms' and v.system_id = r.system_id as later
    from venues v, onboarding_requests r where v.id = ${venueId} and r.id = ${requestId}`.execute(ctx.db)
  const nobody = rows[0]?.later === true && (await peopleOf(ctx, venueId)).length === 0 && (await replyOf(ctx, venueId)) === undefined
  return { corrects: nobody, letsIn: nobody }
}

/** The others of the house, who did not get the link. */
export const othersOf = async (ctx: Ctx, { email }: Pick<InviteRecord, 'email'>, venueId: string): Promise<HouseAddress[]> =>
  (await houseAddresses(ctx, venueId)).filter((one) => !isSame(one.email, email))

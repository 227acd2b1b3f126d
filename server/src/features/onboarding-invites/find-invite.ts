import type { Brand } from '@tablewire/contracts/identity/brands'
import type { Lang } from '@tablewire/contracts/kit/wire'
import type { OnboardingStatus, Requester } from '@tablewire/contracts/onboarding/onboarding.rules'
import { sql } from 'kysely'
import { brandOfHost, brandOfVenue } from '#src/features/brands/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { secretHash } from '#src/platform/id.ts'
import { sameHouse, stillSpeaks, wordOf } from './house-addresses.ts'
import type {} from './invite-rows.ts'
import { looksLikeToken } from './invite-token.ts'
import type { OpenPeriod } from './week-hours.ts'

type Row = {
  id: string
  requestId: string
  email: string
  houseVenueId: string | null
  createdAt: string
  /** It is still about the house that was asked. */
  same: boolean
  lang: Lang
  expiresAt: string
  replacedAt: string | null
  answer: 'confirmed' | 'declined' | null
  answeredAt: string | null
  answeredBy: string | null
  /** Who opened it from the portal. */
  userName: string | null
  status: OnboardingStatus
  requestedAt: string
  requester: Requester
  systemName: string
  channelName: string
  venueId: string | null
  venueName: string
  notes: string
  address: string
  postalCode: string
  city: string
  timeZone: string
  hours: OpenPeriod[]
}
/** What a link is about, and why it may not be answered any more. */
export type InviteState = 'open' | 'used' | 'replaced' | 'expired' | 'closed'
export type FoundInvite = Row & {
  state: InviteState
  /** Whom the answer names gets access, and waits for nobody. */ letsIn: boolean
  requesterName: string
  brand: Brand
}

const stateOf = async (ctx: Ctx, row: Row): Promise<InviteState> => {
  const { answer, replacedAt, status, same, expiresAt } = row
  if (answer !== null) return 'used'
  // The newer link went to another house.
  if (!same) return 'closed'
  if (replacedAt !== null) return 'replaced'
  if (status !== 'restaurant_activation') return 'closed'
  if (Date.parse(expiresAt) <= ctx.clock().epochMilliseconds) return 'expired'
  return (await stillSpeaks(ctx, row)) ? 'open' : 'closed'
}

/** Undefined for a link that we never sent, whatever is wrong with it. Changes nothing. */
export const findInvite = async (ctx: Ctx, token: string, { locked = false } = {}): Promise<FoundInvite | undefined> => {
  if (!looksLikeToken(token)) return undefined
  const hash = secretHash(token)
  // Alone and first, the request before the link as everywhere: read in one statement with the lock, who waited would see both as they were before.
  if (locked) {
    await sql`select from onboarding_requests r where r.id = (select i.request_id from onboarding_invites i where i.token_hash = ${hash})
      for update of r`.execute(ctx.db)
    await sql`select from onboarding_invites where token_hash = ${hash} for update`.execute(ctx.db)
  }
  const { rows } = await sql<Row>`
    select i.id, i.request_id, i.email, i.house_venue_id, i.created_at, ${sameHouse} as same, i.lang, i.expires_at, i.replaced_at, i.answer, i.answered_at, i.answered_by, u.first_name || ' ' || u.last_name as user_name, r.status, r.requested_at, r.requester,
      s.name as system_name, c.name as channel_name, r.venue_id, case when ${sameHouse} then coalesce(v.name, r.venue_name) else r.venue_name end as venue_name, r.notes,
      coalesce(v.address, r.venue_address) as address, coalesce(v.postal_code, '') as postal_code, coalesce(v.city, '') as city,
      coalesce(v.time_zone, 'UTC') as time_zone, coalesce(b.rules -> 'openingHours', '[]') as hours
    from onboarding_invites i join onboarding_requests r on r.id = i.request_id join systems s on s.id = r.system_id
      join channels c on c.id = r.channel_id left join venues v on v.id = r.venue_id left join books b on b.venue_id = v.id
      left join users u on u.id = i.user_id
    where i.token_hash = ${hash}`.execute(ctx.db)
  const [row] = rows
  if (!row) return undefined
  return {
    ...row,
    letsIn: row.venueId === null || (await wordOf(ctx, row, row.venueId)).letsIn,
    state: await stateOf(ctx, row),
    requesterName: row.requester === 'rms' ? row.systemName : row.channelName,
    brand: await (row.venueId && row.same ? brandOfVenue(ctx, row.venueId) : brandOfHost(ctx.db, ctx.origin.host)),
  }
}

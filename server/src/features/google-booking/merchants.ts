import { emptyRwgConfig, type RwgConfig } from '@tablewire/contracts/rms/system-fields'
import { sql } from 'kysely'
import { localOf } from '#src/features/availability/api.ts'
import { areaOfGoogle } from '#src/features/channel-api/api.ts'
import type { CallingAccount } from '#src/features/google-accounts/api.ts'
import { mergeTargets, venuesWithBooks, type VenueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { hubId } from '#src/platform/id.ts'
import { BadArgument } from './failure.ts'

/** One service for each merchant, the same name everywhere, as Google recommends for restaurants. */
export const serviceId = 'reservation'
/** What Google shows where nothing else was agreed, and the most it can. */
const partyUsual = 10
const partyMost = 20

/** A venue as Google knows it. `venue` is undefined while it may not be booked there. */
export type Merchant = {
  id: string
  venue: VenueWithBook | undefined
  maxDays: number | null
  maxParty: number
  rwg: Pick<RwgConfig, 'minAdvanceBooking' | 'minAdvanceOnlineCanceling' | 'amendType'>
}
type Row = { maxDays: number | null; maxParty: number | null; served: boolean; config: Partial<RwgConfig> | null }

/** Of several accounts that a venue could belong to, its system's own comes first, then its brand's, then the installation's. */
const read = async (ctx: Ctx, account: CallingAccount, id: string): Promise<Row | undefined> => {
  const { rows } = await sql<Row>`
    select v.rwg_max_days as max_days, v.max_party_size as max_party, s.rwg_config as config,
      s.id is null or s.type = 'built_in' or (s.rwg_enabled and coalesce(s.rwg_config ->> 'integrationType', 'booking_server') = 'booking_server') as served
    from channel_venues cv join venues v on v.id = cv.venue_id join companies c on c.id = v.company_id left join systems s on s.id = v.system_id
    where cv.channel_id = ${account.channel.id} and v.id = ${id} and (
      select a.id from google_accounts a
      where a.environment = ${account.environment} and a.active
        and (a.system_id = v.system_id or a.brand_id = c.brand_id or (a.system_id is null and a.brand_id is null))
      order by a.system_id is null, a.brand_id is null limit 1) = ${account.id}`.execute(ctx.db)
  return rows[0]
}

/** The venue of this id, or the one it was merged into; what is not on this account is a bad argument. */
export const merchantOf = async (ctx: Ctx, account: CallingAccount, merchantId: string | undefined): Promise<Merchant> => {
  if (merchantId === undefined || !hubId.test(merchantId)) throw new BadArgument('unknown merchant_id')
  const own = await read(ctx, account, merchantId)
  const kept = own ? undefined : (await mergeTargets(ctx, [merchantId])).get(merchantId)
  const id = kept ?? merchantId
  const row = own ?? (kept === undefined ? undefined : await read(ctx, account, kept))
  if (!row) throw new BadArgument('unknown merchant_id')
  const [venue] = row.served ? await venuesWithBooks(ctx, [id]) : []
  const rwg = { ...emptyRwgConfig, ...row.config }
  const maxParty = Math.min(partyMost, row.maxParty ?? rwg.rwgPartySize ?? partyUsual)
  return { id, venue: venue?.active ? venue : undefined, maxDays: row.maxDays, maxParty, rwg }
}

/** Google's own bounds for a venue, beside those of its book: how far ahead, how large, how long before. */
export const isWithinLimits = (ctx: Ctx, merchant: Merchant, { startMs, partySize }: { startMs: number; partySize: number }): boolean => {
  const { maxDays, maxParty, rwg, venue } = merchant
  if (!venue || partySize > maxParty) return false
  const nowMs = ctx.clock().epochMilliseconds
  if (startMs - nowMs < (rwg.minAdvanceBooking ?? 0) * 3_600_000 || startMs <= nowMs) return false
  if (maxDays === null) return true
  const days = Date.parse(localOf(startMs, venue.timeZone).date) - Date.parse(localOf(nowMs, venue.timeZone).date)
  return days <= maxDays * 86_400_000
}

/** The area a slot means: the seating section it names, else the one that the venue keeps for Google; undefined = not to be booked so. */
export const areaFor = (
  ctx: Ctx,
  { venue, account, roomId }: { venue: VenueWithBook; account: CallingAccount; roomId: string | undefined },
) => {
  if (!roomId) {
    const area = areaOfGoogle(ctx, venue)
    return area === null && venue.book.bookableAreas ? undefined : area
  }
  if (!account.capabilities.includes('seatingSections')) return undefined
  return venue.book.areas.find(({ id, online }) => id === roomId && online)?.id
}

import { emptyRwgConfig, type RwgConfig } from '@tablewire/contracts/rms/system-fields'
import type { LinkState } from '@tablewire/contracts/channels/channels.rules'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { localOf } from '#src/features/availability/api.ts'
import { areaOfGoogle } from '#src/features/channel-api/api.ts'
import type { CallingAccount } from '#src/features/google-accounts/api.ts'
import { mergeTargets, venuesWithBooks, type VenueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { hubId } from '#src/platform/id.ts'

/** One service for each merchant, the same name everywhere, as Google recommends for restaurants. */
export const serviceId = 'reservation'
/** What Google shows where nothing else was agreed, and the most it can. */
const partyUsual = 10
const partyMost = 20

/** A venue as Google knows it, or is to know it. */
export type Merchant = {
  id: string
  state: LinkState
  /** While it may be booked there. */
  venue: VenueWithBook | undefined
  /** Also before it is live, and while it is not; undefined where its own system has no part in Google. */
  house: VenueWithBook | undefined
  maxDays: number | null
  maxParty: number
  /** Guests may join tonight's waitlist from Google. */
  waits: boolean
  rwg: Pick<RwgConfig, 'minAdvanceBooking' | 'minAdvanceOnlineCanceling' | 'amendType' | 'confirmationMode'>
}
type Row = {
  id: string
  state: LinkState
  /** No other account has taken it over. */
  mine: boolean
  maxDays: number | null
  maxParty: number | null
  served: boolean
  waits: boolean
  config: Partial<RwgConfig> | null
}
type Which = { ids: readonly string[]; lost?: boolean } | { after: string | null; limit: number }

/**
 * Of several accounts that a venue `v` of a company `c` could belong to, its system's own comes first, then its brand's, then the installation's. One
 * whose channel has no link to it does not take it from another.
 */
export const belongsTo = ({ id, environment }: Pick<CallingAccount, 'id' | 'environment'>): RawBuilder<SqlBool> => sql<SqlBool>`(
      select a.id from google_accounts a
      where a.environment = ${environment} and a.active
        and (a.system_id = v.system_id or a.brand_id = c.brand_id or (a.system_id is null and a.brand_id is null))
        and exists (select from channel_venues l where l.channel_id = a.channel_id and l.venue_id = v.id)
      order by a.system_id is null, a.brand_id is null limit 1) = ${id}`

const read = async (ctx: Ctx, account: CallingAccount, which: Which): Promise<Row[]> => {
  const wanted = 'ids' in which ? sql`v.id = any(${[...which.ids]}::uuid[])` : which.after === null ? sql`true` : sql`v.id > ${which.after}`
  const { rows } = await sql<Row>`
    select v.id, cv.state, ${belongsTo(account)} as mine, v.rwg_max_days as max_days, v.max_party_size as max_party, s.rwg_config as config,
      s.id is null or s.type = 'built_in' or (s.rwg_enabled and coalesce(s.rwg_config ->> 'integrationType', 'booking_server') = 'booking_server') as served,
      ${account.capabilities.includes('waitlist')} and exists (select from waitlist_settings w where w.venue_id = v.id and w.open) as waits
    from channel_venues cv join venues v on v.id = cv.venue_id join companies c on c.id = v.company_id left join systems s on s.id = v.system_id
    where cv.channel_id = ${account.channel.id} and ${wanted} and ${'lost' in which ? sql`true` : belongsTo(account)}
    order by v.id ${'limit' in which ? sql`limit ${which.limit}` : sql``}`.execute(ctx.db)
  return rows
}

const withVenues = async (ctx: Ctx, rows: readonly Row[]): Promise<Merchant[]> => {
  const served = rows.filter(({ served: is }) => is).map(({ id }) => id)
  // The account's own links say which: those that are not live as well.
  const seeing: Ctx = { ...ctx, scope: { kind: 'all' } }
  const houses = new Map((served.length ? await venuesWithBooks(seeing, served) : []).map((house) => [house.id, house]))
  return rows.map(({ id, state, mine, maxDays, maxParty, waits, config }) => {
    const rwg = { ...emptyRwgConfig, ...config }
    const house = houses.get(id)
    const most = Math.min(partyMost, maxParty ?? rwg.rwgPartySize ?? partyUsual)
    return { id, state, house, venue: mine && state === 'live' && house?.active ? house : undefined, maxDays, maxParty: most, waits, rwg }
  })
}

/**
 * The venue of this id, or the one it was merged into; undefined when the account's channel has no link to it. One that another account has taken over is
 * not on sale here: Google may still know it from the last feed.
 */
export const merchantOf = async (ctx: Ctx, account: CallingAccount, merchantId: string | undefined): Promise<Merchant | undefined> => {
  if (merchantId === undefined || !hubId.test(merchantId)) return undefined
  const own = await read(ctx, account, { ids: [merchantId], lost: true })
  // A merged venue's link stays, as a record: whatever is on sale was not merged.
  const kept = own[0]?.state === 'live' ? undefined : (await mergeTargets(ctx, [merchantId])).get(merchantId.toLowerCase())
  return (await withVenues(ctx, kept === undefined ? own : await read(ctx, account, { ids: [kept], lost: true })))[0]
}

/** Those of these ids that are on this account, in whatever state. */
export const merchantsNamed = async (ctx: Ctx, account: CallingAccount, ids: readonly string[]): Promise<Merchant[]> =>
  withVenues(ctx, await read(ctx, account, { ids }))

/** All that stand on this account in whatever state, by id, a page at a time. */
export const merchantsOf = async (ctx: Ctx, account: CallingAccount, page: { after: string | null; limit: number }): Promise<Merchant[]> =>
  withVenues(ctx, await read(ctx, account, page))

/** Google's own bounds for a venue, beside those of its book: how far ahead, how large, how long before. */
export const isWithinLimits = (ctx: Ctx, merchant: Merchant, { startMs, partySize }: { startMs: number; partySize: number }): boolean => {
  const { maxDays, maxParty, rwg, venue } = merchant
  if (!venue || partySize > maxParty) return false
  const nowMs = ctx.clock().epochMilliseconds
  if (startMs - nowMs < (rwg.minAdvanceBooking ?? 0) * 3_600_000 || startMs <= nowMs) return false
  // What lies beyond the venue's own book needs no look into it: a night's start counts to the day before.
  const most = Math.min(maxDays ?? Infinity, venue.book.horizonDays + 1)
  const days = Date.parse(localOf(startMs, venue.timeZone).date) - Date.parse(localOf(nowMs, venue.timeZone).date)
  return days <= most * 86_400_000
}

type Where = { venue: VenueWithBook; account: CallingAccount; roomId: string | undefined }
/** The area a slot means: the seating section it names, else the one that the venue keeps for Google; undefined = not to be booked so. */
export const areaFor = (ctx: Ctx, { venue, account, roomId }: Where): string | null | undefined => {
  if (!roomId) {
    const area = areaOfGoogle(ctx, venue)
    return area === null && venue.book.bookableAreas ? undefined : area
  }
  if (!account.capabilities.includes('seatingSections')) return undefined
  return venue.book.areas.find(({ id, online }) => id === roomId && online)?.id
}

/** Whether Google may book it as it asks: a slot that the venue confirms by hand only where it is known as such. */
export const asynchronous = (account: CallingAccount): boolean => account.capabilities.includes('asynchronousBookings')

/** Background work on an account, as its channel: it sees what is live there, and is bound by the channel's terms. */
export const asAccount = (ctx: Ctx, account: CallingAccount): Ctx => ({
  ...ctx,
  actor: { kind: 'channel', ...account.channel },
  scope: { kind: 'channel', channelId: account.channel.id },
  lang: 'en',
})

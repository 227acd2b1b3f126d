import type { GoogleLaunch, GoogleMerchant, GoogleMissing } from '@tablewire/contracts/google/google-launch'
import type { LinkState } from '@tablewire/contracts/channels/channels.rules'
import { sql } from 'kysely'
import type { CallingAccount } from '#src/features/google-accounts/api.ts'
import { type Merchant, merchantRecords, merchantsNamed, type MerchantTold } from '#src/features/google-merchants/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

type Row = Omit<GoogleMerchant, 'missing'> & { archived: boolean }

const rowsOf = async (ctx: Ctx, account: CallingAccount, ids: readonly string[]): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select v.id as venue_id, v.name, v.city, v.archived_at is not null as archived, cv.state, coalesce(s.match, 'unasked') as match, s.place_name,
      s.has_inventory as has_times, s.asked_at, m.sent_at as known_since, m.leaving_since, l.at as last_lookup_at,
      (select g.created_at from google_bookings g where g.account_id = ${account.id} and g.venue_id = v.id order by g.created_at desc limit 1) as last_booking_at
    from venues v join channel_venues cv on cv.venue_id = v.id and cv.channel_id = ${account.channel.id}
      left join google_lookups l on l.account_id = ${account.id} and l.venue_id = v.id
      left join google_merchants m on m.account_id = ${account.id} and m.venue_id = v.id
      left join google_merchant_states s on s.account_id = ${account.id} and s.venue_id = v.id
    where v.id = any(${[...ids]}::uuid[]) order by lower(v.name), v.id`.execute(ctx.db)
  return rows
}

/** Since when Google takes no changes of an account, and what it says; null while it does. */
export const stoppedOf = (accountId: string) => sql<GoogleLaunch['stopped']>`(
  select jsonb_build_object('since', to_char(u.error_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'error', u.error)
  from google_update_states u where u.account_id = ${accountId} and u.error is not null and u.error_since is not null)`

/** What was asked before Google read the feed, or before it looked or booked there, is no news any more. */
const isOlder = ({ askedAt, lastLookupAt, lastBookingAt }: Row): boolean =>
  askedAt !== null && [lastLookupAt, lastBookingAt].some((at) => at !== null && Date.parse(at) > Date.parse(askedAt))

type Known = { row: Row; merchant: Merchant | undefined; told: MerchantTold | undefined }
const missingOf = ({ row, merchant, told }: Known): GoogleMissing[] => {
  const house = merchant?.house
  const holds: [GoogleMissing, boolean][] = [
    ['archived', row.archived],
    ['inactive', house !== undefined && !house.active],
    ['system', house === undefined],
    ['name', told?.gaps.includes('name') ?? false],
    ['address', told?.gaps.includes('address') ?? false],
    ['city', told?.gaps.includes('city') ?? false],
    ['state', row.state !== ('live' satisfies LinkState)],
    ['not_fed', row.knownSince === null],
    ['unknown', row.match === 'unknown'],
    ['unmatched', row.match === 'unmatched'],
    ['no_times', row.match === 'matched' && row.hasTimes === false && !isOlder(row)],
  ]
  return holds.filter(([, here]) => here).map(([missing]) => missing)
}

/** How these venues of an account stand at Google, by name; who is not on this account is not answered. */
export const standingsOf = async (ctx: Ctx, account: CallingAccount, ids: readonly string[]): Promise<GoogleMerchant[]> => {
  if (!ids.length) return []
  const [rows, merchants, records] = await Promise.all([
    rowsOf(ctx, account, ids),
    merchantsNamed(ctx, account, ids),
    merchantRecords(ctx, account, ids),
  ])
  const [byId, told] = [new Map(merchants.map((one) => [one.id, one])), new Map(records.map((one) => [one.id, one]))]
  return rows.flatMap((row) => {
    const merchant = byId.get(row.venueId)
    if (!merchant) return []
    const { archived: _, ...view } = row
    return [{ ...view, missing: missingOf({ row, merchant, told: told.get(row.venueId) }) }]
  })
}

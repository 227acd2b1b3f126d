import type { CallingAccount } from '#src/features/google-accounts/api.ts'
import { isRemote } from '#src/features/rms-client/api.ts'
import { isDoorOpen, isFull, quotesAt, settingsOf, tonightAt } from '#src/features/waitlist/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { type Merchant, serviceId } from '#src/features/google-merchants/api.ts'
import { BadArgument, GoogleError } from './failure.ts'
import { requireMerchant } from './merchants.ts'
import type { EstimatesRequest } from './messages.ts'
import type { WaitCause, WaitEstimate, WaitStatus } from './wait-messages.ts'

/** More sizes of parties no page of Google's asks about. */
const sizesMost = 50

export const requireWaitlist = ({ capabilities }: CallingAccount): void => {
  if (!capabilities.includes('waitlist')) throw new GoogleError(501, 'the waitlist is not agreed for this account')
}
export const requireService = (named: string | undefined): void => {
  if (named !== serviceId) throw new BadArgument('unknown service_id')
}
export const requireSize = (size: number | undefined): number => {
  if (size === undefined || size < 1 || size > 1000) throw new BadArgument('party_size is missing or impossible')
  return size
}

/** The house whose list takes parties from Google now, or why it does not. A system of the venue's own counts its tables, and nobody is seated in turn. */
export const listOf = async (ctx: Ctx, { venue }: Merchant): Promise<{ house: VenueWithBook } | { cause: WaitCause }> => {
  if (!venue || (await isRemote(ctx, venue)) || !(await settingsOf(ctx, venue.id)).open) return { cause: 'WAITLIST_CLOSED' }
  if (!isDoorOpen(ctx, venue)) return { cause: 'MERCHANT_CLOSED' }
  if (await isFull(ctx, venue.id, tonightAt(ctx, venue.timeZone))) return { cause: 'WAITLIST_FULL' }
  return { house: venue }
}

/** The largest party that a house seats from its list. */
export const sizeMostOf = ({ maxParty }: Merchant, { book }: VenueWithBook): number => Math.min(maxParty, book.party.max)

type Quote = ReturnType<Awaited<ReturnType<typeof quotesAt>>>
/** In Google's words; undefined where nobody of that size is seated within hours. */
export const estimateOf = (ctx: Ctx, partySize: number, quote: Quote): WaitEstimate | undefined => {
  const { minutes, least, most, ahead } = quote
  if (minutes === null) return undefined
  const nowSec = Math.floor(ctx.clock().epochMilliseconds / 1000)
  return {
    party_size: partySize,
    wait_length: {
      parties_ahead_count: ahead,
      estimated_seat_time_range: {
        start_seconds: String(nowSec + (least ?? minutes) * 60),
        end_seconds: String(nowSec + (most ?? minutes) * 60),
      },
    },
    waitlist_confirmation_mode: 'WAITLIST_CONFIRMATION_MODE_SYNCHRONOUS',
  }
}

/** BatchGetWaitEstimates: how long each party would wait at the door now; a size that is not seated is left out, and of a closed list nothing is said. */
export const batchGetWaitEstimates = async (
  ctx: Ctx,
  account: CallingAccount,
  { merchant_id: merchantId, service_id: service, party_size: asked = [] }: EstimatesRequest,
): Promise<{ waitlist_status: WaitStatus; wait_estimate?: WaitEstimate[] }> => {
  requireWaitlist(account)
  requireService(service)
  const sizes = [...new Set(asked)].map(requireSize)
  if (!sizes.length) throw new BadArgument('party_size is missing')
  if (sizes.length > sizesMost) throw new BadArgument(`no more than ${sizesMost} sizes at once`)
  const merchant = await requireMerchant(ctx, account, merchantId)
  const list = await listOf(ctx, merchant)
  if ('cause' in list) return { waitlist_status: 'CLOSED_OTHER' }
  const { house } = list
  const quoteOf = await quotesAt(ctx, { venue: house, areaId: null })
  const seated = sizes.filter((size) => size >= house.book.party.min && size <= sizeMostOf(merchant, house))
  const estimates = seated.flatMap((size) => estimateOf(ctx, size, quoteOf(size)) ?? [])
  const nowSec = String(Math.floor(ctx.clock().epochMilliseconds / 1000))
  const waits = ({ wait_length: { parties_ahead_count: ahead, estimated_seat_time_range: range } }: WaitEstimate): boolean =>
    ahead > 0 || range.end_seconds !== nowSec
  if (estimates.length && !estimates.some(waits)) return { waitlist_status: 'CLOSED_NO_WAIT' }
  return { waitlist_status: 'OPEN', ...(estimates.length ? { wait_estimate: estimates } : {}) }
}

import { checkMany, type PlacementRequest } from '#src/features/availability/api.ts'
import { instantOf } from '#src/features/channel-api/api.ts'
import { recordAnswer, recordSearch } from '#src/features/channels/api.ts'
import type { CallingAccount } from '#src/features/google-accounts/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { lookingFrom } from '#src/platform/memory/looking-from.ts'
import { noteLookup } from './count-calls.ts'
import { BadArgument } from './failure.ts'
import { areaFor, asynchronous, isWithinLimits, type Merchant } from '#src/features/google-merchants/api.ts'
import { requireMerchant } from './merchants.ts'
import type { ConfirmationMode, LookupRequest, Slot } from './messages.ts'
import { type Asked, askedOf } from './slots.ts'

/**
 * Google names no greatest number, and what one of its pages can show is answered: ninety days with a start every quarter of an hour, in several rooms.
 * More is no page of Google's.
 */
const slotsMost = 10_000
/** So many at once: between two pieces everybody else has his turn. */
const pieceSlots = 250
/** Google gives up after 1.5 seconds and believes its last feed: before that the answer is no, with time left for a machine that is busy. */
const patienceMs = 1000

type Asking = { asked: Asked; mode: ConfirmationMode | undefined }

/** Whether Google may book it as it asks: a slot that the venue confirms by hand only where it is known as such. */
export const isOfferedAs = (account: CallingAccount, type: 'book' | 'request', mode: ConfirmationMode | undefined): boolean =>
  type === 'book' || (asynchronous(account) && mode === 'CONFIRMATION_MODE_ASYNCHRONOUS')

/** Near starts together, as they are read together; answered in the order asked. */
const checkInPieces = async (ctx: Ctx, open: readonly PlacementRequest[]) => {
  if (open.length <= pieceSlots) return checkMany(ctx, open)
  const order = open.map((_, index) => index).toSorted((a, b) => (open[a]!.startsAt < open[b]!.startsAt ? -1 : 1))
  const results: Awaited<ReturnType<typeof checkMany>> = []
  for (let from = 0; from < order.length; from += pieceSlots) {
    const piece = order.slice(from, from + pieceSlots)
    const checked = await checkMany(
      ctx,
      piece.map((index) => open[index]!),
    )
    for (const [nth, index] of piece.entries()) results[index] = checked[nth]!
  }
  return results
}

/** A slot is its length as well: the same start for longer or shorter is none of ours. */
const isStay = ({ startMs, durationSec }: Asked, endMs: number): boolean =>
  durationSec === undefined || endMs - startMs === durationSec * 1000

/** Whether each slot could be booked at this moment; a system that does not answer in time has none. */
export const areAvailable = async (
  ctx: Ctx,
  { account, merchant, asking }: { account: CallingAccount; merchant: Merchant; asking: readonly Asking[] },
): Promise<boolean[]> => {
  const { venue } = merchant
  if (!venue) return asking.map(() => false)
  const wanted = asking.map(({ asked }): PlacementRequest | undefined => {
    const areaId = areaFor(ctx, { venue, account, roomId: asked.roomId })
    if (areaId === undefined || !isWithinLimits(ctx, merchant, asked)) return undefined
    return { venue, startsAt: instantOf(asked.startSec), partySize: asked.partySize, areaId, asker: 'channel', override: false }
  })
  const open = wanted.filter((one) => one !== undefined)
  if (!open.length) return asking.map(() => false)
  const checked = venue.remote
    ? await Promise.race([checkMany(ctx, open).catch(() => null), ctx.ports.timers.sleep(patienceMs).then(() => null)])
    : await checkInPieces(await lookingFrom(ctx), open)
  if (!checked) return asking.map(() => false)
  const results = checked.values()
  return wanted.map((one, index) => {
    if (!one) return false
    const result = results.next().value!
    const { asked, mode } = asking[index]!
    return result.open && !result.needsCard && isStay(asked, result.endMs) && isOfferedAs(account, result.type, mode)
  })
}

/** BatchAvailabilityLookup: of each slot asked exactly one answer, in the order asked, with the slot as it was sent. */
export const batchLookup = async (ctx: Ctx, account: CallingAccount, request: LookupRequest) => {
  const slots = request.slot_time ?? []
  if (!slots.length) throw new BadArgument('slot_time is missing')
  if (slots.length > slotsMost) throw new BadArgument(`no more than ${slotsMost} slots at once`)
  const asking = slots.map((slot) => ({ asked: askedOf(slot, slot.resource_ids), mode: slot.confirmation_mode }))
  const merchant = await requireMerchant(ctx, account, request.merchant_id)
  recordSearch(ctx, merchant.id)
  noteLookup(ctx, account.id, merchant.id)
  const available = await areAvailable(ctx, { account, merchant, asking })
  if (merchant.venue) recordAnswer(ctx, merchant.id, available.includes(true))
  return { slot_time_availability: slots.map((slot, index) => ({ slot_time: slot, available: available[index]! })) }
}

/** CheckAvailability, of the days before the batch: whether one slot is left, not how many. */
export const checkAvailability = async (ctx: Ctx, account: CallingAccount, { slot }: { slot?: Slot }) => {
  if (!slot) throw new BadArgument('slot is missing')
  const asked = askedOf(slot, slot.resources)
  const merchant = await requireMerchant(ctx, account, slot.merchant_id)
  recordSearch(ctx, merchant.id)
  noteLookup(ctx, account.id, merchant.id)
  const [available] = await areAvailable(ctx, { account, merchant, asking: [{ asked, mode: slot.confirmation_mode }] })
  if (merchant.venue) recordAnswer(ctx, merchant.id, available === true)
  return { slot, count_available: available ? 1 : 0 }
}

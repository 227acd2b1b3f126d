import type { GoogleFeedKind } from '@tablewire/contracts/google/google-feeds'
import { addDays, daysBetween, shiftsOn } from '#src/features/availability/api.ts'
import type { CallingAccount } from '#src/features/google-accounts/api.ts'
import { asAccount, datesOf, roomsCount, type Merchant } from '#src/features/google-merchants/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { type Told, toldMerchants } from './told-merchants.ts'

/** Records of one file: a tenth of what Google takes, as they pack, so that a file that is lost on the way is soon sent again. */
export const recordsPerFile = 2_500_000
/** What Google recommends at most. */
const filesMost = 20
const sampleDays = 7

/** How many records a venue is about to have, by a week of its book: close enough to make files even. */
const weightOf = (ctx: Ctx, account: CallingAccount, merchant: Merchant): number => {
  const dates = datesOf(ctx, merchant)
  if (!dates || !merchant.venue) return 0
  const { book, timeZone } = merchant.venue
  let starts = 0
  for (let day = 0; day < sampleDays; day++)
    for (const shift of shiftsOn(book, addDays(dates.from, day), timeZone)) starts += shift.starts.length
  const parties = Math.min(merchant.maxParty, book.party.max) * roomsCount(ctx, { account, merchant })
  return Math.ceil((starts / sampleDays) * daysBetween(dates.from, dates.to) * parties)
}

const weightIn = (ctx: Ctx, account: CallingAccount, { kind, told }: { kind: GoogleFeedKind; told: Told }): number =>
  kind === 'availability' ? (told.merchant ? weightOf(ctx, account, told.merchant) : 0) : 1

/** The last venue of each file but the last one: venues are told of by id, each in one file. */
export const planShards = async (
  ctx: Ctx,
  { account, kind, perFile = recordsPerFile }: { account: CallingAccount; kind: GoogleFeedKind; perFile?: number | undefined },
): Promise<string[]> => {
  const weights: { id: string; weight: number }[] = []
  for await (const { told } of toldMerchants(ctx, account)) {
    await ctx.ports.jobs.backpressure()
    for (const one of told) weights.push({ id: one.venueId, weight: weightIn(asAccount(ctx, account), account, { kind, told: one }) })
  }
  const total = weights.reduce((sum, { weight }) => sum + weight, 0)
  const files = Math.min(filesMost, Math.max(1, Math.ceil(total / perFile)))
  const ends: string[] = []
  let sum = 0
  for (const { id, weight } of weights) {
    sum += weight
    if (ends.length < files - 1 && sum >= (total / files) * (ends.length + 1)) ends.push(id)
  }
  return ends
}

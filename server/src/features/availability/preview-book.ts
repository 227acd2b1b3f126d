import type { DayAvailability } from '@tablewire/contracts/booking/availability'
import type { bookDrafts } from '@tablewire/contracts/estate/book-drafts'
import type { Received } from '@tablewire/contracts/kit/endpoint'
import { channelOf } from '#src/features/channels/api.ts'
import { requireConsistent, venueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { daysOf } from './api.ts'

type Input = Received<typeof bookDrafts.preview>

/** One day as a book that is not saved would offer it, against the reservations there are; for one channel also by what binds that channel. */
export const previewBook = async (ctx: Ctx, { params, body }: Input): Promise<DayAvailability> => {
  const { book, date, partySize, areaId = null, as } = body
  const venue = await venueWithBook(ctx, params.id)
  requireConsistent(book, [venue.book.specialDays], venue.book.dayLimits)
  const channelId = as === 'channel' ? (body.channelId ?? undefined) : undefined
  if (channelId !== undefined) await channelOf(ctx, channelId)
  const ask = { venue: { ...venue, book }, from: date, to: date, partySize, areaId, asker: as, explain: true }
  const [day] = await daysOf(ctx, { ...ask, ...(channelId ? { channelId } : {}) })
  return day!
}

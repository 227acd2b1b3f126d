import type { DayAvailability, Slot, Verdict } from '@tablewire/contracts/availability'
import type { bookDrafts } from '@tablewire/contracts/book-drafts'
import type { Received } from '@tablewire/contracts/endpoint'
import { linkStateOf } from '#src/features/channels/api.ts'
import { requireConsistent, venueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { daysOf } from './api.ts'

type Input = Received<typeof bookDrafts.preview>

const notLinked: Verdict = { rule: 'channel_paused', setting: 'venue/channels', limit: null, used: null, opens: { by: 'setting' } }
/** In the order of the rules, only a venue that is not active comes before a channel that does not sell. */
const withNotLinked = (verdicts: readonly Verdict[] = []): Verdict[] => [
  ...verdicts.filter(({ rule }) => rule === 'venue_inactive'),
  notLinked,
  ...verdicts.filter(({ rule }) => rule !== 'venue_inactive'),
]
const closed = (slot: Slot): Slot => ({ ...slot, open: false, closedBy: withNotLinked(slot.closedBy) })

/** One day as a book that is not saved would offer it, against the reservations there are. */
export const previewBook = async (ctx: Ctx, { params, body }: Input): Promise<DayAvailability> => {
  const { book, date, partySize, areaId = null, as, channelId = null } = body
  const venue = await venueWithBook(ctx, params.id)
  requireConsistent(book)
  const [day] = await daysOf(ctx, { venue: { ...venue, book }, from: date, to: date, partySize, areaId, asker: as, explain: true })
  if (as !== 'channel' || channelId === null) return day!
  if ((await linkStateOf(ctx, { channelId, venueId: venue.id })) === 'live') return day!
  return { ...day!, slots: day!.slots.map(closed), ...(day!.slots.length ? {} : { closedBy: withNotLinked(day!.closedBy) }) }
}

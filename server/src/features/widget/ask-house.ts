import { newId } from '#src/platform/id.ts'
import { addDays } from '#src/features/availability/api.ts'
import { sellableVenue, unixOf } from '#src/features/channel-api/api.ts'
import { isRemote } from '#src/features/rms-client/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import type { Asked } from './asked-page.ts'
import { localAt } from './in-words.ts'
import { askableOf, days } from './open-days.ts'
import { signHeld } from './signed-token.ts'
import type { Wanted } from './take-hold.ts'

/** So long the form of a request is good for; how many may wait, the database counts. */
const formForMs = 2 * 3_600_000

/** The largest party that may ask: more than the whole house seats nobody has to weigh. Null = nobody asks here. */
export const largestAsk = async ({ ctx }: Pick<Asked, 'ctx'>, venue: VenueWithBook): Promise<number | null> => {
  // The venue's own system takes what it takes.
  if (await isRemote(ctx, venue)) return null
  const house = venue.book.areas.filter(({ online }) => online).reduce((sum, { capacity }) => sum + capacity, 0)
  return house > venue.book.party.max ? house : null
}

/** Whether that start may be asked for; then what the browser hands back with who asks. Nothing is held. */
export const signAsk = async (asked: Asked, wanted: Wanted): Promise<string | undefined> => {
  const { ctx, house } = asked
  const venue = await sellableVenue(ctx, house.id)
  const most = await largestAsk(asked, venue)
  if (most === null || wanted.party <= venue.book.party.max || wanted.party > most) return undefined
  const date = localAt(wanted.at * 1000, house.timeZone).slice(0, 10)
  // Of the evening before, where it starts after midnight.
  const around = await days(asked, { venue, partySize: wanted.party, areaId: wanted.area }, [addDays(date, -1), date])
  if (!around.flatMap(askableOf).some(({ startsAt }) => unixOf(startsAt) === wanted.at)) return undefined
  const made = ctx.clock().epochMilliseconds
  return signHeld(ctx, { hold: newId(), venue: house.id, channel: house.channelId, ...wanted, asks: true, made, until: made + formForMs })
}

import { newId } from '#src/platform/id.ts'
import { sql } from 'kysely'
import { addDays } from '#src/features/availability/api.ts'
import { sellableVenue, unixOf } from '#src/features/channel-api/api.ts'
import { isRemote } from '#src/features/rms-client/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import type { Asked } from './asked-page.ts'
import { localAt } from './in-words.ts'
import { askableOf, days } from './open-days.ts'
import { type Held, signHeld } from './signed-token.ts'
import type { Wanted } from './take-hold.ts'

/** So many requests of large parties wait for an answer on one day; more of them would close the day for everybody. */
const openOnDay = 3
/** And so long its form is good for. */
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

/** Why this guest has to wait before he asks: for the answer to what he asked, or because the house has enough to answer on that day. */
export const askedEnough = async (
  { ctx, house }: Asked,
  { at, email }: { at: Held['at']; email: string },
): Promise<'askMine' | 'askMany' | undefined> => {
  const { rows } = await sql<{ mine: number; day: number }>`
    select count(*) filter (where lower(r.guest_email) = ${email.toLowerCase()})::int as mine,
      count(*) filter (where abs(extract(epoch from r.starts_at) - ${at}) < 43200)::int as day
    from reservations r
    where r.venue_id = ${house.id} and r.starts_at >= ${ctx.clock().toString()}::timestamptz and r.status = 'pending_confirmation' and r.override
      and r.source = 'widget'`.execute(ctx.db)
  const { mine, day } = rows[0]!
  return mine > 0 ? 'askMine' : day >= openOnDay ? 'askMany' : undefined
}

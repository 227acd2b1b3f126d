import type { Area } from '@tablewire/contracts/estate/book'
import { addDays, localOf, type Spots, spotsOf } from '#src/features/availability/api.ts'
import type { CallingAccount } from '#src/features/google-accounts/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { areaFor, asynchronous, isWithinLimits, type Merchant } from './merchants.ts'

/** What Google is told of one start for one party, whether by a feed or by an update. */
export type GoogleSlot = {
  startSec: number
  durationSec: number
  partySize: number
  /** The seating section; undefined = the dining room, wherever that is. */
  room: { id: string; name: string; description: string } | undefined
  spotsOpen: number
  spotsTotal: number
  mode: 'CONFIRMATION_MODE_SYNCHRONOUS' | 'CONFIRMATION_MODE_ASYNCHRONOUS'
  /** Where the house takes no more bookings for it some time before it starts. */
  lastBookableSec: number | undefined
}

/** How far ahead is told where the venue says nothing; Google wants at least thirty days. */
const daysUsual = 60
/** A system that does not answer in the night is told of as it stood at most so long before: lookups ask it anew. */
const keptMs = 24 * 3_600_000

/** The dates that are told of: from yesterday, whose evening may still run, as far as the venue's setting and its book allow. */
export const datesOf = (ctx: Ctx, { venue, maxDays }: Merchant): { from: string; to: string } | undefined => {
  if (!venue) return undefined
  const today = localOf(ctx.clock().epochMilliseconds, venue.timeZone).date
  return { from: addDays(today, -1), to: addDays(today, Math.min(maxDays ?? daysUsual, venue.book.horizonDays)) }
}

/** Sections beside the dining room: those that guests can choose and that are not where Google books anyway. */
const roomsOf = (account: CallingAccount, { venue }: Merchant, dining: string | null | undefined): Area[] => {
  if (!venue || !account.capabilities.includes('seatingSections')) return []
  const online = venue.book.areas.filter((area) => area.online)
  const general = dining ?? online.find(({ byDefault }) => byDefault)?.id
  return online.filter(({ id }) => dining === undefined || id !== general)
}

const slotOf = (
  { startMs, endMs, partySize, open, total, type, lastBookableMs }: Spots,
  room: Area | undefined,
  manual: boolean,
): GoogleSlot => ({
  startSec: startMs / 1000,
  durationSec: Math.round((endMs - startMs) / 1000),
  partySize,
  room: room && { id: room.id, name: room.name, description: room.description },
  spotsOpen: open,
  spotsTotal: total,
  mode: type === 'request' || manual ? 'CONFIRMATION_MODE_ASYNCHRONOUS' : 'CONFIRMATION_MODE_SYNCHRONOUS',
  lastBookableSec: lastBookableMs === null ? undefined : Math.floor(lastBookableMs / 1000),
})

type Whose = { account: CallingAccount; merchant: Merchant }
/** The dining room where Google books when it names none (null = anywhere; undefined = there is none such), and the sections beside it. */
const areasOf = (ctx: Ctx, { account, merchant }: Whose): { dining: string | null | undefined; rooms: Area[] } => {
  if (!merchant.venue) return { dining: undefined, rooms: [] }
  const dining = areaFor(ctx, { venue: merchant.venue, account, roomId: undefined })
  return { dining, rooms: roomsOf(account, merchant, dining) }
}
/** For how many of them each start is told. */
export const roomsCount = (ctx: Ctx, whose: Whose): number => {
  const { dining, rooms } = areasOf(ctx, whose)
  return rooms.length + (dining === undefined ? 0 : 1)
}

type Ask = Whose & { from: string; to: string }

/** The starts of these local dates with their spots for every party Google offers, a piece at a time; nothing while the venue is not on sale. */
export async function* slotsOf(ctx: Ctx, { account, merchant, from, to }: Ask): AsyncGenerator<GoogleSlot[]> {
  const { venue, rwg, maxParty } = merchant
  if (!venue) return
  const { dining, rooms: sections } = areasOf(ctx, { account, merchant })
  const rooms = new Map(sections.map((area) => [area.id, area]))
  const areaIds = [...(dining === undefined ? [] : [dining]), ...rooms.keys()]
  const asked = { venue, channelId: account.channel.id, from, to, areaIds, keptMs }
  const partyMost = Math.min(maxParty, venue.book.party.max)
  const manual = asynchronous(account) && rwg.confirmationMode === 'manual'
  for await (const piece of spotsOf(ctx, { ...asked, partyMost }))
    yield piece
      .filter(
        ({ type, startMs, partySize }) =>
          (type === 'book' || asynchronous(account)) && isWithinLimits(ctx, merchant, { startMs, partySize }),
      )
      .map((spots) => slotOf(spots, spots.areaId === null ? undefined : rooms.get(spots.areaId), manual))
}

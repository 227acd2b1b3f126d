import type { VenueWithBook } from '#src/features/venues/api.ts'
import { instantMs } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Asker, Question } from './evaluate.ts'
import { localOf } from './local-time.ts'

export type Ask = { venue: VenueWithBook; partySize: number; areaId: string | null; asker: Asker; until?: string | undefined }
export type DaysAsk = Ask & {
  from: string
  to: string
  /** The channel whose terms count, where another caller asks for it. */
  channelId?: string
  explain: boolean
  /** A reservation that gives up its own place. */
  ignore?: string
  /** How old an answer of the venue's own system may be that counts while it gives none. */
  keptMs?: number
}

export const questionOf = (ctx: Ctx, ask: Ask, { occupancy, terms }: Pick<Question, 'occupancy' | 'terms'>): Question => ({
  book: ask.venue.book,
  active: ask.venue.active,
  asker: ask.asker,
  companyNotice:
    ask.venue.minAdvanceBooking === null ? undefined : { companyId: ask.venue.companyId, seconds: ask.venue.minAdvanceBooking },
  terms,
  partySize: ask.partySize,
  areaId: ask.areaId,
  nowMs: ctx.clock().epochMilliseconds,
  today: localOf(ctx.clock().epochMilliseconds, ask.venue.timeZone).date,
  occupancy,
  ...(ask.until === undefined ? {} : { untilMs: instantMs(ask.until) }),
})

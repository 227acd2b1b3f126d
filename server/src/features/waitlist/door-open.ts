import { closureAt, isOpen, localOf, shiftsOn } from '#src/features/availability/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { tonightAt } from './quote-party.ts'

/** Whether parties are seated at this moment: the house is open, a shift runs that still seats, and nothing is closed. */
export const isDoorOpen = (ctx: Ctx, { book, timeZone }: VenueWithBook): boolean => {
  const nowMs = ctx.clock().epochMilliseconds
  const { date, minutes } = localOf(nowMs, timeZone)
  if (!isOpen(book, date, minutes) || closureAt(book, { date, minutes, areaId: null })) return false
  return shiftsOn(book, tonightAt(ctx, timeZone), timeZone).some(
    ({ starts }) => starts.length > 0 && starts[0]!.ms <= nowMs && nowMs < starts.at(-1)!.untilMs,
  )
}

import { addDays, localOf } from '#src/features/availability/api.ts'
import type { GoogleSlot } from '#src/features/google-merchants/api.ts'

/** Local dates, both included, and everything that is to be told of them. */
export type Window = { from: string; to: string; slots: GoogleSlot[] }
type Span = { from: string; to: string; timeZone: string }

/** A call of about three megabytes: two years of a large restaurant are hundreds of thousands of slots, which no memory should hold at once. */
const mostSlots = 10_000

/**
 * The span in windows that follow one another without a gap, each with not many more slots than a call should have; a day is never divided. Pieces
 * come in the order of their service days, so that what lies before the first date of a piece is whole. What is outside the span is left out.
 */
export async function* windowsOf(pieces: AsyncIterable<readonly GoogleSlot[]>, { from, to, timeZone }: Span): AsyncGenerator<Window> {
  const days = new Map<string, GoogleSlot[]>()
  let begins = from
  /** As many of the days before `end` as make a window; undefined = not enough yet. */
  const cut = (end: string): Window | undefined => {
    const slots: GoogleSlot[] = []
    for (const date of [...days.keys()].toSorted()) {
      if (date >= end) return undefined
      slots.push(...days.get(date)!)
      if (slots.length < mostSlots) continue
      const window = { from: begins, to: date, slots }
      for (const done of days.keys()) if (done <= date) days.delete(done)
      begins = addDays(date, 1)
      return window
    }
    return undefined
  }
  for await (const piece of pieces) {
    let earliest = ''
    for (const slot of piece) {
      const { date } = localOf(slot.startSec * 1000, timeZone)
      if (!earliest || date < earliest) earliest = date
      if (date < from || date > to) continue
      const day = days.get(date)
      if (day) day.push(slot)
      else days.set(date, [slot])
    }
    for (let window = cut(earliest); window; window = cut(earliest)) yield window
  }
  for (let window = cut('9999'); window; window = cut('9999')) yield window
  const rest = [...days.keys()].toSorted().flatMap((date) => days.get(date)!)
  if (begins <= to) yield { from: begins, to, slots: rest }
}

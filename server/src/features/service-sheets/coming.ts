import { Temporal } from 'temporal-polyfill'

/** The offset from UTC of a moment in an hour that the venue's clock shows twice; null = its time alone says when. */
export const offsetWhereTwice = (instant: string, timeZone: string): string | null => {
  const there = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone)
  const shown = there.toPlainDateTime()
  const [first, second] = (['earlier', 'later'] as const).map((which) => shown.toZonedDateTime(timeZone, { disambiguation: which }))
  return first!.offset === second!.offset ? null : there.offset
}

const quarterMs = 900_000

type Moment = { startsAt: string; startsLocal: string; offset: string | null }
/** The quarter of an hour in which somebody comes. */
export const quarterOf = (instant: string, timeZone: string): Moment => {
  const startsAt = Temporal.Instant.fromEpochMilliseconds(
    Math.floor(Temporal.Instant.from(instant).epochMilliseconds / quarterMs) * quarterMs,
  )
  const local = startsAt.toZonedDateTimeISO(timeZone).toPlainDateTime().toString({ smallestUnit: 'minute' })
  return { startsAt: startsAt.toString(), startsLocal: local, offset: offsetWhereTwice(startsAt.toString(), timeZone) }
}

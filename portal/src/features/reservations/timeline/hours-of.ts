import { wallClock } from '#src/kit/zone-clock.ts'
import { quarterMs, quartersOf, type Stay } from './model.ts'

type Hour = { readonly at: number; readonly words: string }

/** Full hours of the venue's clock, also where its zone is not a whole hour away and on the night it is changed. */
export const hoursOf = (span: Stay, zone: string): Hour[] =>
  Array.from({ length: quartersOf(span) }, (_, at) => ({
    at,
    words: wallClock(zone, span.from + at * quarterMs).slice(11),
  })).filter(({ words }) => words.endsWith(':00'))

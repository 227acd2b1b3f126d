import { type Ask, daysOf, type Span } from '#src/features/analytics-questions/api.ts'
import { daysBetween } from '#src/features/availability/api.ts'
import { type Demanded, keptOutcomes, type Totals } from './measure.ts'
import type { Counted } from './totals.ts'

type Side = 0 | 1

const spanOf = ({ span, compared }: Ask, side: Side): Span => (side === 0 ? span : (compared ?? span))
const keptCovers = (totals: Totals): number => keptOutcomes.reduce((sum, outcome) => sum + (totals.get(outcome)?.covers ?? 0), 0)

/** Venues of which it is known what they offered on every day of the period: whose book is kept here. */
export const knownVenues = (ask: Ask, { offered }: Counted, side: Side): string[] => {
  const span = spanOf(ask, side)
  const all = daysBetween(span.from, span.to) + 1
  return (offered ?? []).flatMap(([p, venueId, , , days]) => (p === side && venueId !== null && days === all ? [venueId] : []))
}

const awayOf = ({ away, awaySince }: Counted, side: Side, { from, to }: Span): number | null => {
  if (!away || from < awaySince) return null
  return away.reduce((sum, [p, day, covers]) => (p === side && day >= from && day <= to ? sum + covers : sum), 0)
}

/** What was offered and sold, and who was turned away, in one of the two periods. */
export const demandOf = (ask: Ask, counted: Counted, side: Side): Demanded => {
  const known = new Set(knownVenues(ask, counted, side))
  const away = awayOf(counted, side, spanOf(ask, side))
  if (known.size === 0) return { sold: null, away }
  const offered = counted.offered!.reduce((sum, [p, id, , covers]) => (p === side && id !== null && known.has(id) ? sum + covers : sum), 0)
  const covers = [...known].reduce((sum, id) => sum + keptCovers(counted.venues.get(id)?.[side] ?? new Map()), 0)
  return { sold: { covers, offered }, away }
}

/** The same step by step; what was sold only where it is known of all venues, as days are not told apart by venue. */
export const demandByDay = (ask: Ask, counted: Counted): ((span: Span, totals: Totals) => Demanded) => {
  const all = counted.offered !== null && knownVenues(ask, counted, 0).length === ask.venues.length
  const byDay = new Map((counted.offered ?? []).flatMap(([p, , day, covers]) => (p === 0 && day !== null ? [[day, covers] as const] : [])))
  return (span, totals) => {
    const offered = daysOf(span).reduce((sum, day) => sum + (byDay.get(day) ?? 0), 0)
    return { sold: all ? { covers: keptCovers(totals), offered } : null, away: awayOf(counted, 0, span) }
  }
}

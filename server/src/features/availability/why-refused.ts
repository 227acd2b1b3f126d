import type { DayAvailability, RuleName, Verdict } from '@tablewire/contracts/booking/availability'
import { nearestStart } from '@tablewire/contracts/booking/nearest-start.rules'
import { venueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { rootDbOf } from '#src/platform/db/connect.ts'
import type { WhyRefused } from '#src/platform/traces/traces.ts'
import { candidateAt } from './candidate.ts'
import { daysOf } from './days-of.ts'
import { evaluate } from './evaluate.ts'
import { questionOf } from './question-of.ts'

/** So far from the moment asked for a start still answers the question. */
const aroundMs = 2 * 3_600_000

const whyOf = (date: string, { rule, limit, used }: Verdict, startsAt: string | null): WhyRefused => ({ date, rule, limit, used, startsAt })

type Refused = { venueId: string; atMs: number; partySize: number; areaId: string | null }

/**
 * RE5: the rule that bound a search that found nothing, by the book as it stands now: of the closed start nearest to the moment that was asked for, of that moment itself
 * where nothing starts around it, or of the whole day. Undefined: by now there is a place.
 */
export const whyRefused = async (caller: Ctx, { venueId, atMs, partySize, areaId }: Refused): Promise<WhyRefused | undefined> => {
  // The answer has gone, and its transaction with it.
  const ctx = { ...caller, db: rootDbOf(caller.db), kept: undefined }
  const venue = await venueWithBook(ctx, venueId)
  const ask = { venue, partySize, areaId, asker: 'channel' as const }
  const candidate = candidateAt(venue, atMs)
  const { date } = candidate
  const [day] = await daysOf(ctx, { ...ask, from: date, to: date, explain: true })
  if (!day!.slots.length) return day!.closedBy?.[0] && whyOf(date, day!.closedBy[0], null)
  const start = nearestStart(day!.slots, atMs, aroundMs)
  if (start) return start.closedBy?.[0] && whyOf(date, start.closedBy[0], start.startsAt)
  // Its own system knows no reason but that.
  if (day!.told) return { date, rule: 'system_closed', limit: null, used: null, startsAt: null }
  const [own] = evaluate(questionOf(ctx, ask, { occupancy: [], terms: undefined }), candidate).verdicts
  return own && whyOf(date, own, null)
}

const late: ReadonlySet<RuleName> = new Set(['past', 'notice', 'cut_off'])

/** The same of a day without a moment, from its explained answer: the rule that closes most of its starts, those that are not just too late before others. */
export const whyDayRefused = ({ date, slots, closedBy }: DayAvailability): WhyRefused | undefined => {
  if (!slots.length) return closedBy?.[0] && whyOf(date, closedBy[0], null)
  const firsts = slots.flatMap((slot) => (slot.closedBy?.[0] ? [{ first: slot.closedBy[0], slot }] : []))
  const inTime = firsts.filter(({ first }) => !late.has(first.rule))
  const groups = [...Map.groupBy(inTime.length ? inTime : firsts, ({ first }) => first.rule).values()]
  const [most] = groups.toSorted((a, b) => b.length - a.length)
  return most?.[0] && whyOf(date, most[0].first, most[0].slot.startsAt)
}

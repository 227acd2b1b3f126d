import type { RemoteSlot } from '@tablewire/connectors/kit/connector'
import type { DayAvailability, RuleName, Slot } from '@tablewire/contracts/booking/availability'
import { type CachedDay, keptDays, offeredView, remoteDays } from '#src/features/rms-client/api.ts'
import { instantMs, instantText } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { channelCovers } from './channel-covers.ts'
import { type Candidate, evaluateAtSystem, type Question, stayEndMs } from './evaluate.ts'
import { addDays, localOf, localDateTime } from './local-time.ts'
import { type Ask, type DaysAsk, questionOf } from './question-of.ts'
import { shiftsOn } from './service-day.ts'

/** `needsCard`: the system takes it with a guest's card only. */
export type StartCheck = { open: true; type: 'book' | 'request'; endMs: number; needsCard?: boolean } | { open: false; rule: RuleName }

/** A start of the system on the date it counts it to, which may be the evening before. */
const candidateOn = (date: string, ms: number, zone: string): Candidate => {
  const local = localOf(ms, zone)
  const minutes = local.minutes + (local.date > date ? 1440 : 0)
  return { date: local.date < date ? local.date : date, minutes, ms, shiftDay: undefined, interval: undefined }
}

type AnsweredDay = { ask: DaysAsk; question: Question; day: CachedDay }

const slotView = ({ ask, question, day }: AnsweredDay, reported: RemoteSlot | undefined, ms: number): Slot => {
  const candidate = candidateOn(day.date, ms, ask.venue.timeZone)
  const spotsOpen = day.known ? (reported?.spotsOpen ?? 0) : null
  const verdicts = evaluateAtSystem(question, candidate, { systemId: ask.venue.systemId!, spotsOpen })
  const endMs = day.durationSeconds === null ? stayEndMs(question, candidate) : ms + day.durationSeconds * 1000
  const inArea = ask.areaId !== null && spotsOpen !== null ? [{ areaId: ask.areaId, coversLeft: spotsOpen }] : []
  return {
    startsAt: instantText(ms),
    endsAt: instantText(endMs),
    startsLocal: localDateTime(candidate.date, candidate.minutes),
    shiftId: null,
    open: verdicts.length === 0,
    // Whether the venue confirms by itself is reported by its system with the booking.
    type: 'book',
    coversLeft: spotsOpen ?? 0,
    areas: inArea,
    ...(reported && (reported.requiresCard || reported.deposit !== null) ? { payment: { card: true, amount: reported.deposit ?? 0 } } : {}),
    ...(ask.explain ? { closedBy: verdicts } : {}),
  }
}

/** The starts the system offers; with `explain` also those of the venue's own book that it does not. */
const slotsOf = (seen: AnsweredDay, taken: Set<number>): Slot[] => {
  const { ask, day } = seen
  const reported = new Map(day.slots.map((slot) => [instantMs(slot.startsAt), slot]))
  const ours = ask.explain ? shiftsOn(ask.venue.book, day.date, ask.venue.timeZone).flatMap(({ starts }) => starts.map(({ ms }) => ms)) : []
  return [...new Set([...reported.keys(), ...ours])]
    .filter((ms) => !taken.has(ms))
    .toSorted((a, b) => a - b)
    .map((ms) => {
      taken.add(ms)
      return slotView(seen, reported.get(ms), ms)
    })
}

/** HU4: the days of a venue whose own system owns the tables, with the hub's limits on top. */
export const systemDays = async (ctx: Ctx, ask: DaysAsk): Promise<DayAvailability[]> => {
  const { venue, from, to, partySize } = ask
  const bound =
    ask.asker === 'channel' ? await channelCovers(ctx, [{ venueId: venue.id, from, to }], { channelId: ask.channelId }) : undefined
  const days = ask.keptMs === undefined ? (await remoteDays(ctx, ask)).days : await keptDays(ctx, ask, ask.keptMs)
  const question = questionOf(ctx, ask, { occupancy: [], terms: bound?.get(venue.id) })
  // Some systems report a start after midnight on both of its dates.
  const taken = new Set<number>()
  return days.map((day) => {
    const slots = slotsOf({ ask, question, day }, taken)
    const none = { by: 'cancellation', covers: partySize } as const
    const silent = { by: 'setting' } as const
    const closedBy = day.known
      ? { rule: 'system_closed' as const, setting: null, limit: null, used: null, opens: none }
      : { rule: 'system_silent' as const, setting: `systems/${venue.systemId}`, limit: null, used: null, opens: silent }
    return {
      venueId: venue.id,
      date: day.date,
      timezone: venue.timeZone,
      partySize,
      bookVersion: venue.book.version,
      slots,
      ...(day.offers ? { offered: offeredView(day.offers, ctx.lang) } : {}),
      told: { known: day.known, stale: day.stale, at: day.knownAt },
      ...(ask.explain && !slots.length ? { closedBy: [closedBy] } : {}),
    }
  })
}

type StartQuery = Ask & { startsAt: string }

/** Many exact starts; those of one venue, party and area share a call. */
export const checkAtSystems = async (ctx: Ctx, wanted: readonly StartQuery[]): Promise<StartCheck[]> => {
  const groups = Map.groupBy(wanted, ({ venue, partySize, areaId }) => `${venue.id} ${partySize} ${areaId}`)
  const checked = new Map<StartQuery, StartCheck>()
  await Promise.all(
    [...groups.values()].map(async (group) => {
      const dates = group.map(({ venue, startsAt }) => localOf(instantMs(startsAt), venue.timeZone).date).toSorted()
      // The small hours may count to the evening before.
      const spans = spansAround(dates)
      const days = (await Promise.all(spans.map((span) => systemDays(ctx, { ...group[0]!, ...span, explain: true })))).flat()
      const slots = new Map(days.flatMap((day) => day.slots.map((slot) => [instantMs(slot.startsAt), slot] as const)))
      const silent = days.some(({ told }) => told?.known === false)
      for (const one of group) checked.set(one, checkedOf(slots.get(instantMs(one.startsAt)), silent))
    }),
  )
  return wanted.map((one) => checked.get(one)!)
}

const checkedOf = (slot: Slot | undefined, silent: boolean): StartCheck => {
  if (slot?.open) return { open: true, type: slot.type, endMs: instantMs(slot.endsAt), ...(slot.payment?.card ? { needsCard: true } : {}) }
  return { open: false, rule: slot?.closedBy?.[0]?.rule ?? (silent ? 'system_silent' : 'system_closed') }
}

/** Each date with the one before it; dates far from one another are asked about apart. */
const spansAround = (dates: readonly string[]): { from: string; to: string }[] => {
  const spans: { from: string; to: string }[] = []
  for (const date of dates) {
    const from = addDays(date, -1)
    const last = spans.at(-1)
    if (last && from <= last.to) last.to = date
    else spans.push({ from, to: date })
  }
  return spans
}

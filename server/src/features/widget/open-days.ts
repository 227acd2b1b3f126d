import type { DayAvailability, RuleName, Slot } from '@tablewire/contracts/booking/availability'
import type { TimeGroup } from '@tablewire/widget/page-state'
import { addDays, daysOf, mayAsk } from '#src/features/availability/api.ts'
import { unixOf } from '#src/features/channel-api/api.ts'
import { sessionOf } from '#src/features/reservations/api.ts'
import { isRemote } from '#src/features/rms-client/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import { lookingFrom } from '#src/platform/memory/looking-from.ts'
import { fill } from '#src/platform/phrases.ts'
import type { Asked } from './asked-page.ts'
import { moneyWords, momentWords, timeWords } from './in-words.ts'
import { widgetPhrases } from './widget-phrases.ts'

/** How far the next day with a free table is looked for, in weeks of two at a time; a venue's own system is asked once. */
const spanDays = 14
const spansMost = 4

export type Span = { venue: VenueWithBook; partySize: number; areaId: string | null }
export const days = ({ ctx }: Pick<Asked, 'ctx'>, span: Span, [from, to]: readonly [string, string]): Promise<DayAvailability[]> =>
  lookingFrom(ctx).then((looking) => daysOf(looking, { ...span, from, to, asker: 'channel', explain: true }))
export const openOf = ({ slots }: DayAvailability): Slot[] => slots.filter((slot) => slot.open)
/** Starts for which a party too large to be booked may ask the house. */
export const askableOf = ({ slots }: DayAvailability): Slot[] =>
  slots.filter(({ open, closedBy }) => !open && mayAsk(closedBy ?? [])).map((slot) => ({ ...slot, type: 'request' as const }))

/** The first day from `from` on that has a free table. */
export const nextOpenDay = async (
  asked: Asked,
  span: Span,
  { from, last }: { from: string; last: string },
): Promise<string | undefined> => {
  const spans = (await isRemote(asked.ctx, span.venue)) ? 1 : spansMost
  for (let at = from, count = 0; at <= last && count < spans; at = addDays(at, spanDays), count++) {
    const end = addDays(at, spanDays - 1)
    const found = (await days(asked, span, [at, end < last ? end : last])).find((day) => openOf(day).length > 0)
    if (found) return found.date
  }
  return undefined
}

type Why = 'whyFull' | 'whySilent' | 'whySoon' | 'whyLarge' | 'whySmall' | 'whyFar' | 'whyClosed'
const reasons: Partial<Record<RuleName, Why>> = {
  pacing_covers: 'whyFull',
  pacing_parties: 'whyFull',
  pressure_release: 'whyFull',
  channel_covers: 'whyFull',
  area_capacity: 'whyFull',
  tables: 'whyFull',
  system_closed: 'whyFull',
  system_silent: 'whySilent',
  past: 'whySoon',
  notice: 'whySoon',
  cut_off: 'whySoon',
  party_max: 'whyLarge',
  party_min: 'whySmall',
  horizon: 'whyFar',
}
export const whyOfRule = (rule: string): Why => reasons[rule as RuleName] ?? 'whyClosed'

/** What a guest would rather hear first: what is nearest to a table. */
const order: readonly Why[] = ['whyLarge', 'whySmall', 'whyFull', 'whySilent', 'whySoon', 'whyFar', 'whyClosed']

export const whyOf = ({ slots, closedBy, told }: DayAvailability): Why => {
  if (told && !told.known) return 'whySilent'
  const verdicts = [...(closedBy ?? []), ...slots.flatMap((slot) => slot.closedBy?.slice(0, 1) ?? [])]
  const found = new Set(verdicts.map(({ rule }) => reasons[rule] ?? 'whyClosed'))
  return order.find((why) => found.has(why)) ?? 'whyClosed'
}

/** What stands beside a start: what has to be paid for it, or that the house answers first. */
const noteOf = ({ lang, locale, house }: Asked, { payment, type }: Slot): string | null => {
  const words = widgetPhrases[lang]
  if (payment?.card && payment.amount > 0)
    return fill(words.withDeposit, { amount: moneyWords(payment.amount, house.pays.currency, locale) })
  if (payment?.card) return words.withCard
  return type === 'request' ? words.onRequest : null
}

export const groupsOf = (asked: Asked, open: readonly Slot[]): TimeGroup[] => {
  const { lang, locale } = asked
  const words = widgetPhrases[lang]
  const groups = new Map<string, TimeGroup['times'][number][]>()
  for (const slot of open) {
    const session = sessionOf(slot.startsLocal)
    const title = session === 'all_day' ? words.dinner : words[session]
    const note = noteOf(asked, slot)
    const name = [momentWords(slot.startsLocal, locale), note].filter(Boolean).join(', ')
    const time = { at: String(unixOf(slot.startsAt)), label: timeWords(slot.startsLocal, locale), name, note }
    groups.set(title, [...(groups.get(title) ?? []), time])
  }
  return Array.from(groups, ([title, times]) => ({ title, times }))
}

export const areasOf = ({ book }: VenueWithBook) => book.areas.filter(({ online }) => online)

import type { DayAvailability, RuleName, Slot } from '@tablewire/contracts/booking/availability'
import type { Link, TimeGroup } from '@tablewire/widget/page-state'
import { addDays, daysOf } from '#src/features/availability/api.ts'
import { unixOf } from '#src/features/channel-api/api.ts'
import { sessionOf } from '#src/features/reservations/api.ts'
import { isRemote } from '#src/features/rms-client/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import { type Asked, inLang, linkTo } from './asked-page.ts'
import { dayWords, momentWords, timeWords } from './in-words.ts'
import { widgetPhrases } from './widget-phrases.ts'

/** How far the next day with a free table is looked for, in weeks of two at a time; a venue's own system is asked once. */
const spanDays = 14
const spansMost = 4
/** So many days before are looked at as well. */
const daysBefore = 3

export type Span = { venue: VenueWithBook; partySize: number; areaId: string | null }
export const days = ({ ctx }: Asked, span: Span, [from, to]: readonly [string, string]): Promise<DayAvailability[]> =>
  daysOf(ctx, { ...span, from, to, asker: 'channel', explain: true })
export const openOf = ({ slots }: DayAvailability): Slot[] => slots.filter((slot) => slot.open)

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
  system_closed: 'whyFull',
  system_silent: 'whySilent',
  past: 'whySoon',
  notice: 'whySoon',
  cut_off: 'whySoon',
  party_max: 'whyLarge',
  party_min: 'whySmall',
  horizon: 'whyFar',
}
/** What a guest would rather hear first: what is nearest to a table. */
const order: readonly Why[] = ['whyLarge', 'whySmall', 'whyFull', 'whySilent', 'whySoon', 'whyFar', 'whyClosed']

export const whyOf = ({ slots, closedBy, told }: DayAvailability): Why => {
  if (told && !told.known) return 'whySilent'
  const verdicts = [...(closedBy ?? []), ...slots.flatMap((slot) => slot.closedBy?.slice(0, 1) ?? [])]
  const found = new Set(verdicts.map(({ rule }) => reasons[rule] ?? 'whyClosed'))
  return order.find((why) => found.has(why)) ?? 'whyClosed'
}

export const groupsOf = ({ lang, locale }: Asked, open: readonly Slot[]): TimeGroup[] => {
  const words = widgetPhrases[lang]
  const groups = new Map<string, TimeGroup['times'][number][]>()
  for (const slot of open) {
    const session = sessionOf(slot.startsLocal)
    const title = session === 'all_day' ? words.dinner : words[session]
    const note = slot.payment?.card ? words.withCard : slot.type === 'request' ? words.onRequest : null
    const name = [momentWords(slot.startsLocal, locale), note].filter(Boolean).join(', ')
    const time = { at: String(unixOf(slot.startsAt)), label: timeWords(slot.startsLocal, locale), name, note }
    groups.set(title, [...(groups.get(title) ?? []), time])
  }
  return Array.from(groups, ([title, times]) => ({ title, times }))
}

type Shown = { span: Span; today: string; last: string }
export const insteadOf = async (asked: Asked, { span, today, last }: Shown, date: string): Promise<Link[]> => {
  const { lang, locale } = asked
  const { venue, areaId } = span
  const link = (more: Record<string, string>): string => linkTo(asked, '', { party: String(span.partySize), ...more })
  const earliest = addDays(date, -daysBefore)
  const [next, before, elsewhere] = await Promise.all([
    nextOpenDay(asked, span, { from: addDays(date, 1), last }),
    date > today ? days(asked, span, [earliest > today ? earliest : today, addDays(date, -1)]) : [],
    areaId === null
      ? []
      : Promise.all(
          areasOf(venue)
            .filter(({ id }) => id !== areaId)
            .map((area) => days(asked, { ...span, areaId: area.id }, [date, date]).then(([day]) => ({ area, day }))),
        ),
  ])
  const earlier = before.findLast((day) => openOf(day).length > 0)
  const area = { area: areaId ?? '' }
  return [
    ...elsewhere
      .filter(({ day }) => day && openOf(day).length > 0)
      .map(({ area: one }) => ({ href: link({ date, area: one.id }), label: inLang(one.names, lang) || one.name })),
    ...(earlier ? [{ href: link({ date: earlier.date, ...area }), label: dayWords(earlier.date, locale) }] : []),
    ...(next === undefined ? [] : [{ href: link({ date: next, ...area }), label: dayWords(next, locale) }]),
  ]
}

export const areasOf = ({ book }: VenueWithBook) => book.areas.filter(({ online }) => online)

import type { DayAvailability } from '@tablewire/contracts/booking/availability'
import type { Choice, Link, Proof, TimesStep } from '@tablewire/widget/page-state'
import { Temporal } from 'temporal-polyfill'
import { addDays, whyDayRefused } from '#src/features/availability/api.ts'
import { sellableVenue, unixOf } from '#src/features/channel-api/api.ts'
import { recordAnswer, recordSearch } from '#src/features/channels/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import { isRobot } from '#src/platform/http/is-robot.ts'
import { fill } from '#src/platform/phrases.ts'
import type { TraceCount } from '#src/platform/traces/traces.ts'
import { type Asked, inLang, linkTo } from './asked-page.ts'
import { dayWords, guestsWords } from './in-words.ts'
import { monthPage, readMonth } from './month-page.ts'
import { insteadOf, sistersOf, splitOf } from './alternatives.ts'
import { largestAsk } from './ask-house.ts'
import { areasOf, askableOf, days, groupsOf, nextOpenDay, openOf, type Span, whyOf } from './open-days.ts'
import { waitLink } from './wait-page.ts'
import { widgetPhrases } from './widget-phrases.ts'

export type Question = {
  party: string
  date: string | undefined
  month: string | undefined
  area: string
  held: string | null
  notice: string | null
  proof: Proof | null
}

/** Of a list that is longer nobody chooses; larger parties are one choice. */
const sizesMost = 60
const isoDate = /^\d{4}-\d\d-\d\d$/

/** The venue's day, which ends when its evening does. */
const nightHours = 4
const todayAt = ({ ctx }: Asked, { timeZone }: VenueWithBook): string =>
  ctx.clock().toZonedDateTimeISO(timeZone).subtract({ hours: nightHours }).toPlainDate().toString()

const realDate = (text: string | undefined): string | undefined => {
  if (!text || !isoDate.test(text)) return undefined
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString()
  } catch {
    return undefined
  }
}

/** No place for them that day, though it is neither a robot that looked nor a browser that fetches what nobody asked for. */
const refusedOf = ({ ctx }: Asked, { day, span, date }: Pick<Found, 'day' | 'span' | 'date'>): Pick<TraceCount, 'turnedAway'> => {
  if (!day || openOf(day).length > 0 || isRobot(ctx.origin.agent) || ctx.origin.ahead) return {}
  const [first] = day.slots
  const noon = Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: span.venue.timeZone, plainTime: '12:00' })
  const why = whyDayRefused(day)
  return {
    turnedAway: {
      date: first ? unixOf(first.startsAt) : Math.floor(noon.epochMilliseconds / 1000),
      partySize: span.partySize,
      areaId: span.areaId,
      anyTime: true,
      // A closed day turns nobody away.
      beside: !first,
      who: `${ctx.origin.address} ${ctx.origin.agent ?? ''}`,
      ...(why ? { why } : {}),
    },
  }
}

const tell = (asked: Asked, found: Pick<Found, 'day' | 'span' | 'date'>): void => {
  const { ctx, house } = asked
  recordAnswer(ctx, house.id, found.day !== undefined && openOf(found.day).length > 0)
  ctx.ports.traces.count({
    from: 'channel',
    to: 'hub',
    operation: 'availability',
    channelId: house.channelId,
    venueId: house.id,
    outcome: 'ok',
    startedAt: ctx.clock().toString(),
    durationMs: 0,
    ...refusedOf(asked, found),
  })
}

/** Sizes to choose from: those that are booked, and those that ask. */
const partiesOf = ({ lang }: Asked, { book: { party } }: VenueWithBook, ask: number | null) => {
  const most = Math.min(Math.max(party.max, ask ?? 0), party.min + sizesMost)
  const sizes = Array.from({ length: most - party.min + 1 }, (_, index) => party.min + index)
  const more = { value: String(most + 1), label: fill(widgetPhrases[lang].more, { count: most + 1 }) }
  return { most, choices: [...sizes.map((size) => ({ value: String(size), label: guestsWords(size, lang) })), more] }
}
/** Two come most often. */
const usualParty = 2
const partyOf = (text: string, { book: { party } }: VenueWithBook, most: number): number => {
  const size = /^\d{1,5}$/.test(text) ? Number(text) : Math.max(party.min, Math.min(usualParty, party.max))
  return Math.max(1, Math.min(size, most + 1))
}

const foundWords = ({ lang }: Asked, count: number): string => {
  const { found, foundOne, foundNone } = widgetPhrases[lang]
  return count === 0 ? foundNone : count === 1 ? foundOne : fill(found, { count })
}

const areaChoices = ({ lang }: Asked, venue: VenueWithBook): Choice[] => {
  const areas = areasOf(venue).map((area) => ({ value: area.id, label: inLang(area.names, lang) || area.name }))
  if (areas.length < 2) return []
  return venue.book.bookableAreas ? areas : [{ value: '', label: widgetPhrases[lang].anyArea }, ...areas]
}
const areaOf = (text: string, venue: VenueWithBook): string | null => {
  const areas = areasOf(venue)
  const usual = venue.book.bookableAreas ? (areas[0]?.id ?? null) : null
  return areas.find(({ id }) => id === text)?.id ?? usual
}

type Found = {
  span: Span
  today: string
  last: string
  date: string
  day: DayAvailability | undefined
  /** The largest party that may ask. */ ask: number | null
}
/** Which day it is: the one asked for, else the first one with a free table. */
const find = async (asked: Asked, wanted: Question, venue: VenueWithBook): Promise<Found> => {
  const ask = await largestAsk(asked, venue)
  const span = { venue, partySize: partyOf(wanted.party, venue, partiesOf(asked, venue, ask).most), areaId: areaOf(wanted.area, venue) }
  const today = todayAt(asked, venue)
  const last = addDays(today, venue.book.horizonDays)
  const named = realDate(wanted.date)
  const kept = named !== undefined && named < today ? today : named
  // Who can only ask is shown the day that smaller parties would find.
  const usual = { ...span, partySize: Math.min(span.partySize, venue.book.party.max) }
  const date = kept ?? (await nextOpenDay(asked, usual, { from: today, last })) ?? today
  // Nothing is asked about a day beyond all that can be booked.
  const [day] = date > addDays(last, 1) ? [] : await days(asked, span, [date, date])
  tell(asked, { span, date, day })
  return { span, today, last, date, day, ask }
}

/** Starts that are not booked but asked for; none where the party is not too large, or too large for the whole house. */
const askedFor = ({ span, day, ask }: Found): ReturnType<typeof askableOf> =>
  day && ask !== null && span.partySize <= ask && openOf(day).length === 0 ? askableOf(day) : []

const noneOf = async (asked: Asked, found: Found): Promise<TimesStep['none']> => {
  const { span, day, date } = found
  const words = widgetPhrases[asked.lang]
  const why = day ? whyOf(day) : 'whyFar'
  if (why !== 'whyLarge' && why !== 'whySmall')
    return { why: words[why], instead: await insteadOf(asked, found, date), wait: await waitLink(asked, { ...span, date }, day) }
  const large = why === 'whyLarge' ? inLang(span.venue.book.texts?.largeParty, asked.lang) : ''
  const usual = askedFor(found).length ? words.whyAsk : words[why]
  const [split, sisters] = await Promise.all([splitOf(asked, span, date), sistersOf(asked, span.partySize, date)])
  return { why: large || usual, instead: [...split, ...sisters], wait: null }
}

/** What a guest chooses beside the time, where the venue's own system offers it. */
const offeredOn = (day: DayAvailability | undefined): Pick<TimesStep, 'durations' | 'kinds'> => ({
  durations: (day?.offered?.durations ?? []).map(({ value, label }) => ({ value: String(value), label })),
  kinds: (day?.offered?.bookingTypes ?? []).map(({ id, name }) => ({ value: id, label: name })),
})

/** Party, day and times, on one screen. */
export const searchTimes = async (asked: Asked, wanted: Question): Promise<TimesStep> => {
  const { ctx, house, locale } = asked
  const venue = await sellableVenue(ctx, house.id)
  recordSearch(ctx, house.id)
  const found = await find(asked, wanted, venue)
  const { span, today, last, date, day } = found
  const party = String(span.partySize)
  const area = span.areaId ?? ''
  const linkOf = (query: Record<string, string>): string =>
    linkTo(asked, '', { party, ...(area ? { area } : {}), ...(wanted.held ? { held: wanted.held } : {}), ...query })
  const dayLink = (to: string): Link => ({ href: linkOf({ date: to }), label: dayWords(to, locale) })
  const month = readMonth(wanted.month)
  const { openMonth, closeMonth } = widgetPhrases[asked.lang]
  const open = day ? openOf(day) : []
  const asking = askedFor(found)
  return {
    kind: 'times',
    party,
    parties: partiesOf(asked, venue, found.ask).choices,
    date,
    dateLabel: dayWords(date, locale),
    firstDate: today,
    lastDate: last,
    areas: areaChoices(asked, venue),
    area,
    ...offeredOn(day),
    before: date > today ? dayLink(addDays(date, -1)) : null,
    after: date < last ? dayLink(addDays(date, 1)) : null,
    calendar: month ? { href: linkOf({ date }), label: closeMonth } : { href: linkOf({ date, month: date.slice(0, 7) }), label: openMonth },
    month: month ? await monthPage(asked, { span, today, last, date, month, linkOf }) : null,
    groups: groupsOf(asked, asking.length ? asking : open),
    found: asking.length ? widgetPhrases[asked.lang].askFound : foundWords(asked, open.length),
    none: open.length ? null : await noneOf(asked, found),
    notice: wanted.notice,
    proof: wanted.proof,
    held: wanted.held,
  }
}

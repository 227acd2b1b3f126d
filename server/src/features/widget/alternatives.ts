import type { DayAvailability } from '@tablewire/contracts/booking/availability'
import type { Link } from '@tablewire/widget/page-state'
import { sql } from 'kysely'
import { addDays } from '#src/features/availability/api.ts'
import { sellableVenue } from '#src/features/channel-api/api.ts'
import { sellsByWidget } from '#src/features/channels/api.ts'
import { isRemote } from '#src/features/rms-client/api.ts'
import { fill } from '#src/platform/phrases.ts'
import { type Asked, inLang, linkTo } from './asked-page.ts'
import { findHouse } from './find-house.ts'
import { dayWords } from './in-words.ts'
import { areasOf, days, nextOpenDay, openOf, type Span } from './open-days.ts'
import { widgetPhrases } from './widget-phrases.ts'

/** So many days before are looked at as well. */
const daysBefore = 3
/** So many houses nearby are asked, and so many named. */
const sistersAsked = 4
const sistersNamed = 3
/** A quarter of a degree: half an hour's way or so. */
const nearDegrees = 0.25
/** A party is halved from this size on. */
const splitFrom = 4

const hasPlace = (day: DayAvailability | undefined): boolean => day !== undefined && openOf(day).length > 0

type Shown = { span: Span; today: string; last: string }

/** Two tables of half the party, where the house has places for both at one start. */
export const splitOf = async (asked: Asked, { venue, partySize, areaId }: Span, date: string): Promise<Link[]> => {
  const { min, max } = venue.book.party
  const half = Math.ceil(partySize / 2)
  if (partySize < splitFrom || half < min || half > max) return []
  const [day] = await days(asked, { venue, partySize: half, areaId }, [date, date])
  if (!day?.slots.some(({ open, coversLeft }) => open && (coversLeft ?? Infinity) >= partySize)) return []
  const label = fill(widgetPhrases[asked.lang].split, { count: half })
  return [{ href: linkTo(asked, '', { party: String(half), date, ...(areaId ? { area: areaId } : {}) }), label }]
}

type Sister = { id: string; name: string; city: string | null }

/** Houses of the same group or company that sell by such a page and are not too far to go to instead, the nearest first. */
const sistersNear = async ({ ctx, house }: Asked): Promise<Sister[]> => {
  const { rows } = await sql<Sister>`
    select s.id, coalesce(s.display_name, s.name) as name, s.city
    from venues v join venues s on s.company_id = v.company_id and s.id <> v.id,
      lateral (select power(s.latitude - v.latitude, 2) + power((s.longitude - v.longitude) * cos(radians(v.latitude)), 2) as degrees) far
    where v.id = ${house.id} and s.active and s.archived_at is null and not s.test and ${sellsByWidget('s')}
      and coalesce(far.degrees <= ${nearDegrees ** 2}, s.country_code = v.country_code and lower(s.city) = lower(v.city))
    order by coalesce(s.group_id = v.group_id, false) desc, far.degrees nulls last, lower(s.name), s.id
    limit ${sistersAsked}`.execute(ctx.db)
  return rows
}

/** Places for the same party on the same day in houses nearby; a house whose own system would have to be asked is left out. */
export const sistersOf = async (asked: Asked, partySize: number, date: string): Promise<Link[]> => {
  const { ctx, lang, carried } = asked
  const others = carried.filter(([name]) => name !== 'channel')
  const found = await Promise.all(
    (await sistersNear(asked)).map(async ({ id, name, city }) => {
      const there = await findHouse(ctx, { id, channel: undefined, lang })
      if (!there) return []
      const venue = await sellableVenue(there.ctx, id)
      if (await isRemote(there.ctx, venue)) return []
      const areaId = venue.book.bookableAreas ? (areasOf(venue)[0]?.id ?? null) : null
      const [day] = await days(there, { venue, partySize, areaId }, [date, date])
      const label = [name, city].filter(Boolean).join(', ')
      return hasPlace(day)
        ? [{ href: linkTo({ base: `/book/${id}`, carried: others }, '', { party: String(partySize), date }), label }]
        : []
    }),
  )
  return found.flat().slice(0, sistersNamed)
}

/** The nearest thing that works: another area, smaller tables, a day before or after, a house nearby. */
export const insteadOf = async (asked: Asked, { span, today, last }: Shown, date: string): Promise<Link[]> => {
  const { lang, locale } = asked
  const { venue, areaId } = span
  const link = (more: Record<string, string>): string => linkTo(asked, '', { party: String(span.partySize), ...more })
  const earliest = addDays(date, -daysBefore)
  const [split, sisters, next, before, elsewhere] = await Promise.all([
    splitOf(asked, span, date),
    sistersOf(asked, span.partySize, date),
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
  const earlier = before.findLast(hasPlace)
  const area = { area: areaId ?? '' }
  return [
    ...elsewhere
      .filter(({ day }) => hasPlace(day))
      .map(({ area: one }) => ({ href: link({ date, area: one.id }), label: inLang(one.names, lang) || one.name })),
    ...split,
    ...(earlier ? [{ href: link({ date: earlier.date, ...area }), label: dayWords(earlier.date, locale) }] : []),
    ...(next === undefined ? [] : [{ href: link({ date: next, ...area }), label: dayWords(next, locale) }]),
    ...sisters,
  ]
}

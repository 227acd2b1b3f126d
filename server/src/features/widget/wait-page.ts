import type { DayAvailability, RuleName, Slot } from '@tablewire/contracts/booking/availability'
import type { Choice, Link, WaitStep } from '@tablewire/widget/page-state'
import { sellableVenue } from '#src/features/channel-api/api.ts'
import { isRemote } from '#src/features/rms-client/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import { settingsOf } from '#src/features/waitlist/api.ts'
import { fill } from '#src/platform/phrases.ts'
import { type Asked, inLang, linkTo } from './asked-page.ts'
import { dayWords, guestsWords, timeWords } from './in-words.ts'
import { areasOf, days } from './open-days.ts'
import type { Values } from './read-details.ts'
import { signWaits, type Waits } from './signed-token.ts'
import { widgetPhrases } from './widget-phrases.ts'

const isoDate = /^\d{4}-\d\d-\d\d$/

/** What a cancellation changes; for all else there is nothing to wait for. */
const full: ReadonlySet<RuleName> = new Set([
  'pacing_covers',
  'pacing_parties',
  'pressure_release',
  'channel_covers',
  'area_capacity',
  'tables',
])
/** Starts of a day that are taken, and could become free. */
export const takenOf = ({ slots }: DayAvailability): Slot[] =>
  slots.filter(({ open, closedBy = [] }) => !open && closedBy.length > 0 && closedBy.every(({ rule }) => full.has(rule)))

type Place = { venue: VenueWithBook; partySize: number; areaId: string | null; date: string }
/** Where guests may wait for a day of that venue, the way there. */
export const waitLink = async (
  asked: Asked,
  { venue, partySize, areaId, date }: Place,
  day: DayAvailability | undefined,
): Promise<Link | null> => {
  if (!day || takenOf(day).length === 0 || (await isRemote(asked.ctx, venue))) return null
  const { open } = await settingsOf(asked.ctx, venue.id)
  const query = { party: String(partySize), date, ...(areaId ? { area: areaId } : {}) }
  return open ? { href: linkTo(asked, '/wait', query), label: widgetPhrases[asked.lang].waitLink } : null
}

/** The day and party of an address, if anybody may wait for them. */
export const waitsIn = async (asked: Asked, query: Readonly<Record<string, string>>): Promise<Waits | undefined> => {
  const venue = await sellableVenue(asked.ctx, asked.house.id)
  const party = /^\d{1,4}$/.test(query['party'] ?? '') ? Number(query['party']) : 0
  const date = query['date'] ?? ''
  const area = venue.book.areas.find(({ id, online }) => online && id === query['area'])?.id ?? null
  const { min, max } = venue.book.party
  if (!isoDate.test(date) || party < min || party > max || (await takenTimes(asked, { date, party, area })).length === 0) return undefined
  const { id, channelId } = asked.house
  return { venue: id, channel: channelId, date, party, area, made: asked.ctx.clock().epochMilliseconds }
}

/** Starts of the day that are taken, by the venue's clock: `2026-11-27T18:00`; none where nobody may wait for it. */
export const takenTimes = async (asked: Asked, { date, party, area }: Pick<Waits, 'date' | 'party' | 'area'>): Promise<string[]> => {
  const venue = await sellableVenue(asked.ctx, asked.house.id)
  const areaId = area ?? (venue.book.bookableAreas ? (venue.book.areas.find(({ online }) => online)?.id ?? null) : null)
  const [day] = await days(asked, { venue, partySize: party, areaId }, [date, date]).catch(() => [])
  return day && (await waitLink(asked, { venue, partySize: party, areaId, date }, day))
    ? takenOf(day).map(({ startsLocal }) => startsLocal)
    : []
}

/** Where there are several areas that are booked by guests: each, and that it does not matter. */
const areaChoices = ({ lang }: Asked, venue: VenueWithBook): Choice[] => {
  const areas = areasOf(venue).map((area) => ({ value: area.id, label: inLang(area.names, lang) || area.name }))
  return areas.length < 2 ? [] : [{ value: '', label: widgetPhrases[lang].anyArea }, ...areas]
}
/** The area that a form wishes for; one that is none does not matter, and a form without the question leaves it as it was. */
export const wishedArea = (venue: VenueWithBook, typed: string | undefined, usual: string | null): string | null =>
  typed === undefined ? usual : (areasOf(venue).find(({ id }) => id === typed)?.id ?? null)

/** The times that suit, as they were chosen before, else from the first to the last. */
const spanOf = async (asked: Asked, { waits, form = {} }: Filled): Promise<Pick<WaitStep, 'from' | 'until'>> => {
  const { waitFrom, waitUntil } = widgetPhrases[asked.lang]
  const times = waits.joined ? [] : await takenTimes(asked, waits)
  const choices = times.map((local) => ({ value: local.slice(11), label: timeWords(local, asked.locale) }))
  const chosen = (name: 'from' | 'until', usual: string | undefined): string =>
    choices.find(({ value }) => value === form[name])?.value ?? usual ?? ''
  return {
    from: { label: waitFrom, choices, chosen: chosen('from', choices[0]?.value) },
    until: { label: waitUntil, choices, chosen: chosen('until', choices.at(-1)?.value) },
  }
}

type Filled = { waits: Waits; form?: Readonly<Record<string, string>>; values?: Values; errors?: Values; notice?: string }
/** Who waits and for which times, with what was typed before; or that he is on the list. */
export const waitPage = async (asked: Asked, { waits, form = {}, values = {}, errors = {}, notice }: Filled): Promise<WaitStep> => {
  const { ctx, lang, locale, house } = asked
  const words = widgetPhrases[lang]
  const [venue, { offerMinutes }] = await Promise.all([sellableVenue(ctx, house.id), settingsOf(ctx, house.id)])
  const areas = areaChoices(asked, venue)
  // While it can be chosen it stands there, and not twice.
  const area = !waits.joined && areas.length ? undefined : venue.book.areas.find(({ id }) => id === waits.area)
  const where = { party: String(waits.party), date: waits.date, ...(waits.area ? { area: waits.area } : {}) }
  return {
    kind: 'wait',
    token: signWaits(ctx, waits),
    summary: [dayWords(waits.date, locale), guestsWords(waits.party, lang), area && (inLang(area.names, lang) || area.name)]
      .filter(Boolean)
      .join(' · '),
    text: waits.joined ? words.waitDoneText : fill(words.waitText, { minutes: offerMinutes }),
    ...(await spanOf(asked, { waits, form })),
    area: areas.length ? { label: words.waitArea, choices: areas, chosen: wishedArea(venue, form['area'], waits.area) ?? '' } : null,
    values,
    errors,
    notice: notice ?? null,
    send: words.waitSend,
    back: { href: linkTo(asked, '', where), label: words.otherTime },
    joined: waits.joined ?? false,
  }
}

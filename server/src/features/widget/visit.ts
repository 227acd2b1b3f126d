import type { HousesStep, Link, PageState, Step } from '@tablewire/widget/page-state'
import type { Brand } from '@tablewire/contracts/identity/brands'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { brandOfHost, brandOfHostLastKnown, brandOfVenue } from '#src/features/brands/api.ts'
import { type BookedAt, type BookingPlace, followBookingLink, hostsOf } from '#src/features/venue-pages/api.ts'
import { LRUCache } from 'lru-cache'
import type { Ctx } from '#src/platform/ctx.ts'
import { whereMoved } from '#src/platform/db/where-moved.ts'
import { againPhrases } from '#src/platform/http/again-phrases.ts'
import type { Sent } from '#src/platform/http/send-again.ts'
import { hubId } from '#src/platform/id.ts'
import { fill } from '#src/platform/phrases.ts'
import { Problem } from '#src/platform/problem.ts'
import { type Asked, carriedOf, languagesOf, linkTo, pageOf, wordsOf } from './asked-page.ts'
import { findHouse } from './find-house.ts'
import { ancestorsOf, hostOf } from './framing.ts'
import { localeOf } from './in-words.ts'
import { type Page, pageHtml } from './page-frame.ts'
import { widgetPhrases } from './widget-phrases.ts'

/** One request to a booking page, as it came. */
export type Visit = {
  base: Ctx
  id: string
  host: string
  lang: Lang
  accepted: string | undefined
  /** As a page, not as the data of a step. */ opened: boolean
  query: Readonly<Record<string, string>>
  form: Readonly<Record<string, string>>
  /** As the form came, to be sent once more. */ sent: Sent | undefined
}
export type PageAnswer = { status: number; state: PageState; page: Page }
export type Answer = PageAnswer | { to: string; seeOther: boolean }

/** The venue that is asked for, with the channel that sells it here; undefined where another page has to answer. */
export const openHouse = async (visit: Visit): Promise<Asked | undefined> => {
  const { base, id, lang, query, form } = visit
  const channel = form['channel'] ?? query['channel']
  if (!hubId.test(id) || (channel !== undefined && !hubId.test(channel))) return undefined
  const found = await findHouse(base, { id: id.toLowerCase(), channel: channel?.toLowerCase(), lang })
  if (!found) return undefined
  // Another language is asked for by a form, with all that was typed.
  const carried = carriedOf({ ...query, ...form, ...(form['to'] === lang ? { lang } : {}) })
  const host = hostOf({ carried, house: found.house })
  const named = carried.find(([name]) => name === 'host')?.[1]
  if (named !== undefined && host === undefined)
    base.log.info(
      { host: named.slice(0, 100), channel: found.house.channelId, venue: found.house.id },
      'a booking page on a site that is not named',
    )
  const asked = {
    ...found,
    brand: await brandOfVenue(base, found.house.id),
    lang,
    locale: localeOf(lang, visit.accepted),
    base: `/book/${found.house.id}`,
    carried: carried.filter(([name]) => name !== 'host' || host !== undefined),
  }
  shownLast.set(askedAs(visit), { house: asked.house, brand: asked.brand })
  return asked
}

/** Venues whose pages this process has shown, about a kilobyte each: what is said of them while the database is away. */
const shownLast = new LRUCache<string, Pick<Asked, 'house' | 'brand'>>({ max: 2000 })
const askedAs = ({ id, query, form }: Visit): string => `${id.toLowerCase()} ${(form['channel'] ?? query['channel'] ?? '').toLowerCase()}`
const shownBefore = (visit: Visit): Asked | undefined => {
  const { base, lang, query, form } = visit
  const known = shownLast.get(askedAs(visit))
  const carried = carriedOf({ ...query, ...form }).filter(([name]) => name !== 'host')
  return known && { ...known, ctx: base, lang, locale: localeOf(lang, visit.accepted), base: `/book/${known.house.id}`, carried }
}

type Shown = {
  status?: number
  title: string
  step: Step
  /** Below the venue's address, and what its query says. */ path: string
  query?: Readonly<Record<string, string>>
}
export const answerPage = async (asked: Asked, { status = 200, title, step, path, query = {} }: Shown): Promise<PageAnswer> => {
  const state = pageOf(asked, { title, step, here: (lang) => linkTo(asked, path, { ...query, lang }) })
  const { brand, house, carried } = asked
  const theme = carried.find(([name]) => name === 'theme')?.[1]
  return { status, state, page: await pageHtml({ state, brand, colour: house.colour, theme }, { ancestors: ancestorsOf(house.hosts) }) }
}

const longestDay = 40
/** What is asked of the page of several venues goes on to the one that is chosen. */
const askedHere = /^(party|date|area|loader)$/
const askedIn = ({ query }: Visit): Record<string, string> =>
  Object.fromEntries(Object.entries(query).filter(([name, value]) => askedHere.test(name) && value !== '' && value.length <= longestDay))
const goingOn = (visit: Visit, more: Readonly<Record<string, string>> = {}): (readonly [string, string])[] => {
  // First of all what matters most: of the rest some may be too many.
  return [...carriedOf({ ...more, ...visit.query, ...more }), ...Object.entries(askedIn(visit))]
}

type Plain = {
  brand: Brand
  status: number
  title: string
  step: Step
  /** Of this very page, for its other languages. */ languages?: PageState['languages']
  /** Origins on whose pages it may stand; none = any. */ hosts?: readonly string[]
}
/** A page that belongs to no venue, to several to choose from, or to one that takes no bookings. */
const plainPage = async (visit: Visit, { brand, status, title, step, languages = [], hosts }: Plain): Promise<PageAnswer> => {
  const { lang, query } = visit
  const carried = goingOn(visit)
  // Nothing is told to a page around this one that nobody answers for.
  const host = hosts && hostOf({ carried, house: { hosts } })
  const state: PageState = {
    base: `/book/${encodeURIComponent(visit.id)}`,
    carried: carried.filter(([name]) => name !== 'host' || host !== undefined),
    lang,
    languages,
    title,
    house: null,
    all: null,
    words: wordsOf(lang),
    step,
  }
  return {
    status,
    state,
    page: await pageHtml({ state, brand, colour: null, theme: query['theme'] }, { ancestors: ancestorsOf(hosts ?? []) }),
  }
}

const system = ({ base }: Visit): Ctx => ({ ...base, actor: { kind: 'system', id: null, name: 'widget' }, scope: { kind: 'all' } })

/** What stands under the id of an address that is no venue of ours: a company's, group's, brand's or channel's houses. */
export const severalHouses = async (visit: Visit): Promise<BookedAt | undefined> => {
  const { id, query, lang } = visit
  const channel = query['channel']
  if (!hubId.test(id) || (channel !== undefined && !hubId.test(channel))) return undefined
  const found = await followBookingLink(system(visit), { id: id.toLowerCase(), channel: channel?.toLowerCase() ?? null }, query)
  // What a channel is called is said among those who run it.
  return found?.kind === 'channel' ? { ...found, name: widgetPhrases[lang].chooseText } : found
}

/** Where guests book at a venue that has no page of ours, or at which of a company's, group's, brand's or channel's. */
export const elsewhere = async (visit: Visit): Promise<Answer> => {
  const found = await severalHouses(visit)
  if (found) return leadOn(visit, found)
  const moved = await movedAnswer(visit)
  if (moved) return moved
  const { nowhereTitle, nowhereText } = widgetPhrases[visit.lang]
  const brand = await brandOfHost(visit.base.db, visit.host)
  return plainPage(visit, { brand, status: 404, title: nowhereTitle, step: { kind: 'stop', text: nowhereText, again: null } })
}

/**
 * Of a venue that has moved to another installation: who opens a page is led there; a page that goes on without being loaded anew is told, and so is a form,
 * which its page's policy lets go nowhere else. What is held for him went along. Undefined = it has not moved.
 */
export const movedAnswer = async (visit: Visit, { sent = false } = {}): Promise<Answer | undefined> => {
  const moved = hubId.test(visit.id) ? await whereMoved(visit.base.db, [visit.id]) : undefined
  if (!moved) return undefined
  if (!moved.arrived) throw new Problem('venue.moving')
  const words = widgetPhrases[visit.lang]
  const held = visit.form['held'] ?? visit.query['held']
  const there = { base: `${moved.url}/book/${visit.id.toLowerCase()}`, carried: goingOn(visit, { lang: visit.lang }) }
  const href = held ? linkTo(there, '/details', { held }) : linkTo(there, '')
  if (visit.opened && !sent) return { to: href, seeOther: false }
  const brand = await brandOfHost(visit.base.db, visit.host)
  const step: Step = { kind: 'stop', text: words.movedText, again: { href, label: words.again } }
  return plainPage(visit, { brand, status: 421, title: words.movedTitle, step })
}

/** So many are shown at once: the page stays small, and nobody reads on for longer. */
const housesMost = 50
const longestTyped = 80

/** What a guest looks for among many houses. */
const typedIn = (query: Readonly<Record<string, string>>): string => (query['q'] ?? '').trim().slice(0, longestTyped)

/** As people type it: without accents, in small letters. */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

type Offered = { found: BookedAt; typed: string; hrefOf: (place: BookingPlace) => string }
/** Where a guest chooses among several houses; every word that he types stands in the name or in the city. */
const housesStep = ({ lang }: { lang: Lang }, { found: { places, kind }, typed, hrefOf }: Offered): HousesStep => {
  const words = widgetPhrases[lang]
  const asked = plain(typed).split(/\s+/)
  const labelled = places.map((place) => ({ place, label: [place.name, place.city].filter(Boolean).join(', ') }))
  const many = places.length > housesMost
  const fitting = many ? labelled.filter(({ label }) => asked.every((word) => plain(label).includes(word))) : labelled
  const shown = fitting.slice(0, housesMost)
  return {
    kind: 'houses',
    // A channel's title asks it already.
    text: kind === 'channel' ? '' : words.chooseText,
    find: many ? { label: words.findHouse, send: words.findSend, typed } : null,
    found: many ? fill(shown.length ? words.housesShown : words.housesNone, { shown: shown.length, total: fitting.length }) : '',
    houses: shown.map(({ place, label }) => ({ label, href: hrefOf(place), away: !place.own })),
  }
}

const leadOn = async (visit: Visit, found: BookedAt): Promise<Answer> => {
  const { query, host, base } = visit
  const { places, kind, name } = found
  const id = visit.id.toLowerCase()
  const several = places.length > 1
  const more = { ...(several ? { all: id } : {}), ...(kind === 'channel' ? { channel: id } : {}) }
  const carried = goingOn(visit, more)
  const hrefOf = ({ own, venueId, url }: BookingPlace): string => (own ? linkTo({ base: `/book/${venueId}`, carried }, '') : url)
  const [first] = places
  // Not for good: where guests book changes, the button does not. Within a frame a site of somebody else's may not be shown.
  if (!several && (first!.own || query['frame'] === undefined)) return { to: hrefOf(first!), seeOther: false }
  const typed = typedIn(query)
  const here = { base: `/book/${id}`, carried: goingOn(visit) }
  return plainPage(visit, {
    // In the look of one of them only where it is that of all.
    brand:
      new Set(places.map(({ brandId }) => brandId)).size > 1 ? await brandOfHost(base.db, host) : await brandOfVenue(base, first!.venueId),
    status: 200,
    title: name,
    step: housesStep(visit, { found, typed, hrefOf }),
    languages: languagesOf(visit.lang, (lang) => linkTo(here, '', { lang, ...(typed ? { q: typed } : {}) })),
    hosts: hostsOf(places),
  })
}

/** Why a guest cannot go on, in his words; where the venue is known, with its name, its telephone number and a way back. */
export const stopPage = async (visit: Visit, problem: Problem): Promise<PageAnswer> => {
  const { lang } = visit
  const words = widgetPhrases[lang]
  // Without its database this server knows venues that it has shown.
  const asked = problem.status === 503 ? shownBefore(visit) : await openHouse(visit).catch(() => undefined)
  if (problem.status === 503 && visit.sent && visit.opened) return sendAgain(visit, { sent: visit.sent, asked })
  const again: Link | null = asked?.house.open ? { href: linkTo(asked, '', askedIn(visit)), label: words.again } : null
  const said = saidOf(problem, asked?.house.name, lang)
  const step: Step = { kind: 'stop', text: said.text, again }
  if (asked) return answerPage(asked, { status: problem.status, title: said.title, step, path: '' })
  const brand = await brandOfHostLastKnown(visit.base.db, visit.host)
  return plainPage(visit, { brand, status: problem.status, title: said.title, step: { kind: 'stop', text: said.text, again: null } })
}

/** What a form of a page without script sent while the database was away: nothing of it is typed anew. */
const sendAgain = async (visit: Visit, { sent, asked }: { sent: Sent; asked: Asked | undefined }): Promise<PageAnswer> => {
  const { title, text, send } = againPhrases[visit.lang]
  const step: Step = { kind: 'stop', text, again: null, sent: { ...sent, label: send } }
  if (asked) return answerPage(asked, { status: 503, title, step, path: '' })
  const brand = await brandOfHostLastKnown(visit.base.db, visit.host)
  return plainPage(visit, { brand, status: 503, title, step })
}

/** An address that leads nowhere, or is not asked in that way. */
export const lostPage = async (visit: Visit, status: 404 | 405): Promise<PageAnswer> => {
  const shown = await stopPage(visit, new Problem(visit.id === '' ? 'venue.not_found' : 'route.unknown'))
  return { ...shown, status }
}

const saidOf = ({ code, status }: Problem, venue: string | undefined, lang: Lang): { title: string; text: string } => {
  const words = widgetPhrases[lang]
  if (code === 'channel.not_linked' && venue !== undefined) return { title: words.closedTitle, text: fill(words.closedText, { venue }) }
  if (code === 'reservation.final') return { title: words.standsTitle, text: words.standsText }
  if (code === 'venue.not_found') return { title: words.nowhereTitle, text: words.nowhereText }
  if (code === 'rate.limited') return { title: words.failedTitle, text: words.tooMany }
  if (status < 500) return { title: words.goneTitle, text: words.goneText }
  return { title: words.failedTitle, text: words.failedText }
}

import type { Link, PageState, Step } from '@tablewire/widget/page-state'
import type { Brand } from '@tablewire/contracts/identity/brands'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { brandOfHost, brandOfVenue } from '#src/features/brands/api.ts'
import { followBookingLink } from '#src/features/venue-pages/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { hubId } from '#src/platform/id.ts'
import { fill } from '#src/platform/phrases.ts'
import { Problem } from '#src/platform/problem.ts'
import { type Asked, carriedOf, linkTo, pageOf, wordsOf } from './asked-page.ts'
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
    base.log.info({ host: named, channel: found.house.channelId, venue: found.house.id }, 'a booking page on a site that is not named')
  return {
    ...found,
    brand: await brandOfVenue(base, found.house.id),
    lang,
    locale: localeOf(lang, visit.accepted),
    base: `/book/${found.house.id}`,
    carried: carried.filter(([name]) => name !== 'host' || host !== undefined),
  }
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

/** A page that belongs to no venue, or to one that takes no bookings. */
const plainPage = async (
  visit: Visit,
  { brand, status, title, step }: { brand: Brand; status: number; title: string; step: Step },
): Promise<PageAnswer> => {
  const { lang, query } = visit
  const state: PageState = {
    base: `/book/${encodeURIComponent(visit.id)}`,
    carried: carriedOf(query).filter(([name]) => name !== 'host'),
    lang,
    languages: [],
    title,
    house: null,
    words: wordsOf(lang),
    step,
  }
  return { status, state, page: await pageHtml({ state, brand, colour: null, theme: query['theme'] }, { ancestors: ancestorsOf([]) }) }
}

const system = ({ base }: Visit): Ctx => ({ ...base, actor: { kind: 'system', id: null, name: 'widget' }, scope: { kind: 'all' } })

/** Where guests book at a venue that has no page of ours, or at which of a company's, group's or brand's. */
export const elsewhere = async (visit: Visit): Promise<Answer> => {
  const { id, lang, query, host, base } = visit
  const words = widgetPhrases[lang]
  const found =
    hubId.test(id) && query['channel'] === undefined ? await followBookingLink(system(visit), id.toLowerCase(), query) : undefined
  const [only, ...others] = found?.places ?? []
  // Not for good: where guests book changes, the button does not.
  if (only && !others.length)
    return { to: only.own ? linkTo({ base: `/book/${only.venueId}`, carried: carriedOf(query) }, '') : only.url, seeOther: false }
  const brand = await brandOfHost(base.db, host)
  if (!found)
    return plainPage(visit, { brand, status: 404, title: words.nowhereTitle, step: { kind: 'stop', text: words.nowhereText, again: null } })
  const houses = found.places.map(({ venueId, name, city, url, own }) => ({
    label: [name, city].filter(Boolean).join(', '),
    href: own ? linkTo({ base: `/book/${venueId}`, carried: carriedOf(query) }, '') : url,
    away: !own,
  }))
  return plainPage(visit, { brand, status: 200, title: found.name, step: { kind: 'houses', text: words.chooseText, houses } })
}

/** Why a guest cannot go on, in his words; where the venue is known, with its name, its telephone number and a way back. */
export const stopPage = async (visit: Visit, problem: Problem): Promise<PageAnswer> => {
  const { lang } = visit
  const words = widgetPhrases[lang]
  const asked = await openHouse(visit).catch(() => undefined)
  const again: Link | null = asked?.house.open ? { href: linkTo(asked, ''), label: words.again } : null
  const said = saidOf(problem, asked?.house.name, lang)
  const step: Step = { kind: 'stop', text: said.text, again }
  if (asked) return answerPage(asked, { status: problem.status, title: said.title, step, path: '' })
  const brand = await brandOfHost(visit.base.db, visit.host)
  return plainPage(visit, { brand, status: problem.status, title: said.title, step: { kind: 'stop', text: said.text, again: null } })
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

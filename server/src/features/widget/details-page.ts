import type { DetailsStep } from '@tablewire/widget/page-state'
import { sellableVenue } from '#src/features/channel-api/api.ts'
import { bookingMessageOf } from '#src/features/channels/api.ts'
import { fill } from '#src/platform/phrases.ts'
import { type Asked, inLang, linkTo } from './asked-page.ts'
import { guestsWords, localAt, momentWords, timeWords } from './in-words.ts'
import { occasionChoices, optInWords, type Values } from './read-details.ts'
import { timesOn } from './open-days.ts'
import { type Held, signHeld } from './signed-token.ts'
import { widgetPhrases } from './widget-phrases.ts'

/** So many other starts of the day are offered where one is gone. */
const othersMost = 12

/** What is booked, in one line. */
export const summaryOf = (
  { lang, locale, house }: Pick<Asked, 'lang' | 'locale' | 'house'>,
  { ms, party, area }: { ms: number; party: number; area: string | null },
): string => [momentWords(localAt(ms, house.timeZone), locale), guestsWords(party, lang), area].filter(Boolean).join(' · ')

const policiesOf = async ({ ctx, house, lang }: Asked, texts: Parameters<typeof inLang>[0][]): Promise<DetailsStep['policies']> => {
  const words = widgetPhrases[lang]
  const [cancellation, policies] = texts
  return [
    { title: words.confirmation, text: (await bookingMessageOf(ctx, house.id)) ?? '' },
    { title: words.cancellation, text: inLang(cancellation, lang) },
    { title: words.policies, text: inLang(policies, lang) },
    { title: words.payment, text: inLang(house.paymentPolicy, lang) },
  ].filter(({ text }) => text !== '')
}

type Filled = {
  held: Held
  values?: Values
  errors?: Values
  notice?: string
  /** The place is gone: others of that day instead. */ gone?: boolean
}
/** Who comes: with the place that is held, and with what was typed before. */
export const detailsPage = async (asked: Asked, { held, values = {}, errors = {}, notice, gone = false }: Filled): Promise<DetailsStep> => {
  const { ctx, house, lang, locale } = asked
  const words = widgetPhrases[lang]
  const venue = await sellableVenue(ctx, house.id)
  const area = venue.book.areas.find(({ id }) => id === held.area)
  const nowMs = ctx.clock().epochMilliseconds
  const token = signHeld(ctx, held)
  const date = localAt(held.at * 1000, house.timeZone).slice(0, 10)
  const others = gone ? await timesOn(asked, { party: held.party, date, areaId: held.area }) : []
  const heldForMs = Math.max(0, held.until - nowMs)
  return {
    kind: 'details',
    held: token,
    summary: summaryOf(asked, { ms: held.at * 1000, party: held.party, area: area ? inLang(area.names, lang) || area.name : null }),
    heldUntil: heldForMs > 0 ? fill(words.held, { time: timeWords(localAt(held.until, house.timeZone), locale) }) : words.heldOver,
    heldForMs,
    values,
    errors,
    occasions: occasionChoices(asked),
    policies: await policiesOf(asked, [venue.book.texts?.cancellation, venue.book.texts?.policies]),
    optIn: optInWords(asked),
    send: words.book,
    notice: notice ?? null,
    others: others.slice(0, othersMost),
    back: linkTo(asked, '', { party: String(held.party), date, ...(held.area ? { area: held.area } : {}), held: token }),
  }
}

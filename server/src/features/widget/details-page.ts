import type { Slot } from '@tablewire/contracts/booking/availability'
import type { DetailsStep, Proof } from '@tablewire/widget/page-state'
import { addDays } from '#src/features/availability/api.ts'
import { instantOf, sellableVenue, unixOf } from '#src/features/channel-api/api.ts'
import { bookingMessageOf } from '#src/features/channels/api.ts'
import { cancelableUntil } from '#src/features/reservations/api.ts'
import { isRemote } from '#src/features/rms-client/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import { fill } from '#src/platform/phrases.ts'
import { type Asked, inLang, linkTo } from './asked-page.ts'
import { guestsWords, localAt, moneyWords, momentWords, timeWords } from './in-words.ts'
import { occasionChoices, optInWords, type Values } from './read-details.ts'
import { askableOf, days, groupsOf, openOf } from './open-days.ts'
import { type Held, signHeld } from './signed-token.ts'
import { widgetPhrases } from './widget-phrases.ts'

/** So many other starts of the day are offered where one is gone. */
const othersMost = 12

/** What is booked, in one line. */
export const summaryOf = (
  { lang, locale, house }: Pick<Asked, 'lang' | 'locale' | 'house'>,
  { ms, party, area }: { ms: number; party: number; area: string | null },
): string => [momentWords(localAt(ms, house.timeZone), locale), guestsWords(party, lang), area].filter(Boolean).join(' · ')

/** Until when he may cancel by himself, said before he books. A request binds nobody. */
const cutOffOf = ({ ctx, house, lang, locale }: Asked, venue: VenueWithBook, { at, asks }: Held): string => {
  const words = widgetPhrases[lang]
  if (asks) return ''
  const until = cancelableUntil(venue, { startsAt: instantOf(at) }).epochMilliseconds
  if (until <= ctx.clock().epochMilliseconds) return words.cancelOver
  return fill(words.cancelUntil, { until: momentWords(localAt(until, house.timeZone), locale) })
}

/** What is to be paid or secured before it is booked, and how much: of this start, else that the house may ask for it. The built-in book asks for nothing. */
const paysOf = async (
  asked: Asked,
  venue: VenueWithBook,
  { slot, asks }: { slot: Slot | undefined; asks: boolean },
): Promise<string | null> => {
  const { ctx, house, lang, locale } = asked
  const words = widgetPhrases[lang]
  const { asks: asRule, noShowFee, currency } = house.pays
  const money = (amount: number): string => moneyWords(amount, currency, locale)
  if (asks || !(await isRemote(ctx, venue))) return null
  if (!slot?.payment?.card) return asRule ? words.payMaybe : null
  if (slot.payment.amount > 0) return fill(words.payDeposit, { amount: money(slot.payment.amount) })
  const fee =
    noShowFee && (noShowFee.type === 'per_person' ? fill(words.perPerson, { amount: money(noShowFee.amount) }) : money(noShowFee.amount))
  return [words.payCard, fee && fill(words.payFee, { amount: fee })].filter(Boolean).join(' ')
}

const policiesOf = async (asked: Asked, venue: VenueWithBook, held: Held): Promise<DetailsStep['policies']> => {
  const { ctx, house, lang } = asked
  const words = widgetPhrases[lang]
  const { cancellation, policies } = venue.book.texts ?? {}
  return [
    { title: words.confirmation, text: (await bookingMessageOf(ctx, house.id)) ?? '' },
    { title: words.cancellation, text: [cutOffOf(asked, venue, held), inLang(cancellation, lang)].filter(Boolean).join('\n') },
    { title: words.policies, text: inLang(policies, lang) },
    { title: words.payment, text: inLang(house.paymentPolicy, lang) },
  ].filter(({ text }) => text !== '')
}

/** What is known of the held start now: its day, whether the house confirms by hand, and where it is gone what else there is. */
const startOf = async (asked: Asked, venue: VenueWithBook, { held, gone }: { held: Held; gone: boolean }) => {
  const date = localAt(held.at * 1000, asked.house.timeZone).slice(0, 10)
  // Of the evening before, where it starts after midnight.
  const around = await days(asked, { venue, partySize: held.party, areaId: held.area }, [addDays(date, -1), date])
  const isIt = ({ startsAt }: { startsAt: string }): boolean => unixOf(startsAt) === held.at
  const day = around.find(({ slots }) => slots.some(isIt)) ?? around.at(-1)
  const others = gone && day ? groupsOf(asked, held.asks ? askableOf(day) : openOf(day)).flatMap(({ times }) => times) : []
  const slot = day?.slots.find(isIt)
  return { date, slot, onRequest: held.asks === true || slot?.type === 'request', others }
}

/** How long the place is kept yet: none where it was given back before its time, as in another tab the guest took one more than he may hold. A system of the venue's own keeps its holds by itself. */
const leftMs = async ({ ctx, house }: Asked, { hold, asks, until }: Held): Promise<number> => {
  const ms = Math.max(0, until - ctx.clock().epochMilliseconds)
  if (asks || ms === 0) return ms
  const row = await ctx.db
    .selectFrom('reservations')
    .select('status')
    .where('venueId', '=', house.id)
    .where('id', '=', hold)
    .executeTakeFirst()
  return row?.status === 'expired' ? 0 : ms
}

type Filled = {
  held: Held
  values?: Values
  errors?: Values
  notice?: string
  proof?: Proof
  /** The place is gone: others of that day instead. */ gone?: boolean
}
/** Who comes: with the place that is held, and with what was typed before. */
export const detailsPage = async (
  asked: Asked,
  { held, values = {}, errors = {}, notice, proof, gone = false }: Filled,
): Promise<DetailsStep> => {
  const { ctx, house, lang, locale } = asked
  const words = widgetPhrases[lang]
  const venue = await sellableVenue(ctx, house.id)
  const area = venue.book.areas.find(({ id }) => id === held.area)
  const token = signHeld(ctx, held)
  const { date, slot, onRequest, others } = await startOf(asked, venue, { held, gone })
  const heldForMs = await leftMs(asked, held)
  return {
    kind: 'details',
    held: token,
    summary: summaryOf(asked, { ms: held.at * 1000, party: held.party, area: area ? inLang(area.names, lang) || area.name : null }),
    heldUntil: heldForMs > 0 ? fill(words.held, { time: timeWords(localAt(held.until, house.timeZone), locale) }) : words.heldOver,
    heldForMs,
    asks: held.asks ? words.askNote : null,
    pays: await paysOf(asked, venue, { slot, asks: held.asks === true }),
    values,
    errors,
    occasions: occasionChoices(asked),
    policies: await policiesOf(asked, venue, held),
    optIn: optInWords(asked),
    send: onRequest ? words.request : slot?.payment?.card ? words.bookAndPay : words.book,
    notice: notice ?? null,
    proof: proof ?? null,
    others: others.slice(0, othersMost),
    back: linkTo(asked, '', { party: String(held.party), date, ...(held.area ? { area: held.area } : {}), held: token }),
  }
}

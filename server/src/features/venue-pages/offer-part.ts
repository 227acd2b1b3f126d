import type { Lang } from '@tablewire/contracts/kit/wire'
import type { ListingProfile } from '@tablewire/contracts/listing/profile'
import { escapeHtml } from '#src/platform/html.ts'
import { termPhrases } from './term-phrases.ts'

export const cuisinesText = ({ cuisines }: Pick<ListingProfile, 'cuisines'>, lang: Lang): string =>
  cuisines.map((one) => termPhrases[lang].cuisine[one]).join(', ')

/** What a guest finds there, in words; what is not there, or was not said, is left out. */
export const offerPart = ({ attributes, payments, parking, dress }: ListingProfile, lang: Lang): string => {
  const { offer, attribute, payment, parking: places, dress: clothes } = termPhrases[lang]
  const colon = lang === 'fr' ? '\u00a0: ' : ': '
  const named = (name: string, words: readonly string[]): string[] => (words.length ? [`${name}${colon}${words.join(', ')}`] : [])
  const lines = [
    ...attributes.filter(({ has }) => has).map((one) => attribute[one.attribute]),
    ...named(
      offer.payments,
      payments.map((one) => payment[one]),
    ),
    ...named(
      offer.parking,
      parking.map((one) => places[one]),
    ),
    ...named(offer.dress, dress ? [clothes[dress]] : []),
  ]
  if (lines.length === 0) return ''
  return `<section><h2>${offer.title}</h2><ul class="offer">${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul></section>`
}

/** What files call the stars in words, as Google's own do. */
const inWords = ['one', 'two', 'three', 'four', 'five']
const usualScale = 5
const largestScale = 100

export type ReadRating = { rating: number; scale: number } | { rating: null; scale: null }

const numberIn = (text: string): number => Number(text.replace(',', '.'))

/** `4`, `4,5`, `4/5`, `8 of 10`, `80 %`, `★★★★☆`, `FOUR`; nothing is no rating, and undefined is something that is none. */
export const readRating = (text: string, scaleText: string): ReadRating | undefined => {
  const word = text.trim().toLowerCase()
  if (word === '') return { rating: null, scale: null }
  const stars = /^[★⭐]{1,5}[☆✩]*$/u.test(word) ? [...word.matchAll(/[★⭐]/gu)].length : inWords.indexOf(word) + 1
  if (stars > 0) return { rating: stars, scale: usualScale }
  const [, number, of, percent] =
    /^(\d{1,3}(?:[.,]\d{1,2})?)\s*(?:(?:\/|of|von|sur|de|van)\s*(\d{1,3})|(%))?\s*(?:stars?|sterne?|étoiles?|estrellas?|sterren)?$/.exec(
      word,
    ) ?? []
  if (number === undefined) return undefined
  const given = percent ? largestScale : numberIn(of ?? (scaleText.trim() === '' ? String(usualScale) : scaleText.trim()))
  const rating = numberIn(number)
  return given >= 1 && given <= largestScale && rating <= given ? { rating, scale: given } : undefined
}

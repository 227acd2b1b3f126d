import { containing } from '#src/platform/db/containing.ts'
import { fold } from './likeness.ts'

/** One way to read what was typed: a stretch of the index, and which words the guest's name has to have beside the one found there. */
export type Reading = { begins: string; beside: readonly string[] }
export type Typed = {
  readings: readonly Reading[]
  /** How all of it stands in what a guest is searched by, each at any place in a word; undefined = too short for that. */
  anywhere: readonly string[] | undefined
  /** How each word stands there as a whole one: who has it so comes first. */
  whole: readonly string[]
}

/** From so many letters on a word is looked for in the middle of others as well: what is shorter stands in too many. */
const middleFrom = 4
/** Fewer digits say nothing of a number. */
const digitsFrom = 3

/** As +44 (0)20 is dialled within the country alone. */
const withoutTrunk = (q: string): string => q.replace(/(\+[\d\s]*)\(0\)/, '$1')
const isDigits = (word: string): boolean => /^\+?\d[\d.+-]*$/.test(word)
/** As `guest_words_of` of migration 0318 cuts names. */
const nameWords = (word: string): string[] => word.split(/[-._+]+/).filter(Boolean)

/** Digits are one number however they are set apart; fewer than a number has are a word like another. */
const cut = (q: string): { words: string[]; number: string | undefined } => {
  const all = fold(withoutTrunk(q)).split(' ').filter(Boolean)
  const number = all.filter(isDigits).join('').replace(/\D/g, '')
  return number.length < digitsFrom ? { words: all, number: undefined } : { words: all.filter((word) => !isDigits(word)), number }
}

/** By its beginning, with the country or without it, and by its end. */
const readNumber = (number: string, beside: string[]): Reading[] => {
  const beginning = number.replace(/^0+/, '')
  const end = `~${Array.from(number).toReversed().join('')}`
  return [...(beginning ? [beginning] : []), end].map((begins) => ({ begins, beside }))
}

/** The longest word is looked up: it is hardly ever the most usual one. */
const readName = (words: readonly string[]): Reading[] => {
  const [begins, ...beside] = words.toSorted((a, b) => b.length - a.length)
  return begins === undefined ? [] : [{ begins, beside }]
}

const readWords = (words: readonly string[]): Reading[] => {
  const [only = ''] = words
  const address = words.length === 1 && /[@._+-]/.test(only) ? [{ begins: only, beside: [] }] : []
  const named = words.some((word) => word.includes('@')) ? [] : readName(words.flatMap(nameWords))
  return [...address, ...named]
}

/** One letter says nothing, unless it is a whole name. */
const saysNothing = (words: readonly string[]): boolean => /^(?!\p{Script=Han})[\p{L}\p{N}]?$/u.test(words.flatMap(nameWords).join(''))

/** What is typed as people write it, accents and capitals aside: beginnings of words of a name in any order, with them a number by either end, or the beginning of an address of mail. */
export const readTyped = (q: string): Typed | undefined => {
  const { words, number } = cut(q)
  if (number === undefined ? saysNothing(words) || words.every(isDigits) : false) return undefined
  const parts = [...words, (number ?? '').replace(/^0+/, '')].filter(Boolean)
  return {
    readings: number === undefined ? readWords(words) : readNumber(number, words.flatMap(nameWords)),
    anywhere: parts.some((word) => word.length >= middleFrom)
      ? parts.map((word) => (word.length < middleFrom ? containing(` ${word}`) : containing(word)))
      : undefined,
    whole: words.map((word) => containing(` ${word} `)),
  }
}

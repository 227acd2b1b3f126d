import type { Lang } from '@tablewire/contracts/kit/wire'
import type { ModelFacts } from './model-facts.ts'
import { spellsNumber } from './number-words.ts'

/** Why a model's text is not shown. */
export type Refusal = 'empty' | 'long' | 'link' | 'money' | 'numbers' | 'words' | 'percent'
type Checked = { text: string } | { refused: Refusal }

const shortest = 40
const longest = 1800

/** Markup is none of the page's: tags go, their words stay. */
const plain = (said: string): string =>
  said
    .replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<!--[\s\S]*?-->|<\/?[a-z][^>]*>/gi, ' ')
    .replace(/^\s*(?:#{1,6}|[-*>])\s+/gm, '')
    .replace(/\*\*|__|`/g, '')
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, ' ')
    .replace(/ +/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim()

const amounts = /\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+(?!\d)|\d+(?:[.,]\d+)?/g
const ofHundred = /(\d+(?:[.,]\d+)?)[\s\u00a0\u202f]*(?:%|per ?cent|prozent|pour cent|por ciento|procent)/gi

const bare = (amount: string): string => (/^\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+$/.test(amount) ? amount.replace(/\D/g, '') : amount)

/** Of how complete the listing is, and of nothing else. */
const ofListing = /compl[eè]t|vollständig|volledig/iu
const ofOthers =
  /guest|book|cover|table|diner|revenue|gäst|gast|buch|tisch|umsatz|client|convive|réserv|table|couvert|cliente|comensal|reserv|mesa|boek|tafel|omzet/iu
/** A page's address without its scheme. */
const address = /(?<![\p{L}\d])[\p{L}\d-]+\.\p{L}{2,}(?!\p{L})/u

/** What every number in a text may be: one that the model was told, in a name or as a figure. */
const told = (facts: ModelFacts): ReadonlySet<string> => new Set(JSON.stringify(facts).match(/\d+/g))

/** Plain text whose every number is ours; else why not. */
export const checkText = (said: string, facts: ModelFacts, lang: Lang): Checked => {
  const text = plain(said)
  const allowed = told(facts)
  if (text.length < shortest) return { refused: 'empty' }
  if (text.length > longest) return { refused: 'long' }
  if (/[\p{Sc}]|\b(euros?|dollars?|pounds?|eur|usd|gbp|chf)\b/iu.test(text)) return { refused: 'money' }
  // A name may hold what nothing else may.
  const nameless = [
    facts.restaurant,
    facts.city ?? '',
    ...facts.bookableThrough,
    ...facts.channelsNotConnected.map(({ channel }) => channel),
  ]
    .filter(Boolean)
    .reduce((rest, name) => rest.replaceAll(name, ' '), text)
  if (/https?:|www\.|\S@\S/i.test(text) || address.test(nameless)) return { refused: 'link' }
  // Digits of other scripts, fractions, Roman numerals; numbers with a letter for a factor.
  if (/[^\P{N}0-9]/u.test(text) || (text.match(amounts) ?? []).some((amount) => !allowed.has(bare(amount)))) return { refused: 'numbers' }
  if (/\d\p{L}|\d\s*[×x]/iu.test(nameless)) return { refused: 'numbers' }
  // Of "72 pour cent" the word counts nothing by itself.
  if (spellsNumber(nameless.replace(ofHundred, ' % '), lang)) return { refused: 'words' }
  const score = String(facts.publicListing?.percentComplete)
  const honest = nameless
    .split(/(?<=[.!?])\s|\n/)
    .every((sentence) =>
      [...sentence.matchAll(ofHundred)].every(([, share]) => share === score && ofListing.test(sentence) && !ofOthers.test(sentence)),
    )
  return honest ? { text } : { refused: 'percent' }
}

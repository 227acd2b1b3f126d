import type { ModelFacts } from './model-facts.ts'

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

/** Number words of the five languages: a number that is spelled out is not looked up, so none may be. Without "one", which is an article. */
const spelled =
  /(?<!\p{L})(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|dozens?|doubles?|doubled|twice|triples?|half|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|\p{L}+zehn|\p{L}+zig|dreißig|\p{L}*hundert\p{L}*|\p{L}*tausend\p{L}*|millionen?|dutzend|doppelt\p{L}*|verdoppel\p{L}*|hälfte|deux|trois|quatre|cinq|sept|huit|neuf|dix|onze|douze|quinze|vingt|trente|quarante|cinquante|soixante|cent|cents|mille|douzaines?|double\p{L}*|moitié|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|veinte|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|cien|ciento|cientos|mil|miles|millón|millones|docenas?|doble|duplic\p{L}*|mitad|twee|drie|vijf|zes|zeven|negen|tien|twaalf|\p{L}+tien|\p{L}*tig|honderd\p{L}*|duizend\p{L}*|miljoen|dozijn\p{L}*|dubbel\p{L}*|verdubbel\p{L}*|helft)(?!\p{L})/iu
const amounts = /\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+(?!\d)|\d+(?:[.,]\d+)?/g
const ofHundred = /(\d+(?:[.,]\d+)?)[\s\u00a0\u202f]*(?:%|per ?cent|prozent|pour cent|por ciento|procent)/gi

const bare = (amount: string): string => (/^\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+$/.test(amount) ? amount.replace(/\D/g, '') : amount)

/** What every number in a text may be: one that the model was told, in a name or as a figure. */
const told = (facts: ModelFacts): ReadonlySet<string> => new Set(JSON.stringify(facts).match(/\d+/g))

/** Plain text whose every number is ours; else why not. */
export const checkText = (said: string, facts: ModelFacts): Checked => {
  const text = plain(said)
  const allowed = told(facts)
  if (text.length < shortest) return { refused: 'empty' }
  if (text.length > longest) return { refused: 'long' }
  if (/https?:|www\.|\S@\S/i.test(text)) return { refused: 'link' }
  if (/[\p{Sc}]|\b(euros?|dollars?|pounds?|eur|usd|gbp|chf)\b/iu.test(text)) return { refused: 'money' }
  // Digits of other scripts, fractions, Roman numerals.
  if (/[^\P{N}0-9]/u.test(text) || (text.match(amounts) ?? []).some((amount) => !allowed.has(bare(amount)))) return { refused: 'numbers' }
  // A name may hold one.
  const nameless = [
    facts.restaurant,
    facts.city ?? '',
    ...facts.bookableThrough,
    ...facts.channelsNotConnected.map(({ channel }) => channel),
  ]
    .filter(Boolean)
    .reduce((rest, name) => rest.replaceAll(name, ' '), text)
  if (spelled.test(nameless)) return { refused: 'words' }
  const score = String(facts.publicListing?.percentComplete)
  return [...text.matchAll(ofHundred)].every(([, share]) => share === score) ? { text } : { refused: 'percent' }
}

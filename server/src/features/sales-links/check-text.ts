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

/**
 * Number words of the five languages with what is made of them: a number that is spelled out is not looked up, so none may be. Without "one", which is an
 * article, and "first". Better a text refused for a word that means something else than a number that is nobody's.
 */
const words: readonly string[] = [
  // Alone or in a compound, in any of them.
  String.raw`\p{L}*(?:hundred|thousand|million|billion|trillion|hundert|tausend|milliarde|honderd|duizend|miljoen|miljard)\p{L}*`,
  // English
  'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[a-z]+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|dozens?|scores of',
  '(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[a-z]+ty|many|several|multi)-?fold|tens|twice|thrice|half|halv[a-z]+',
  '(?:doubl|tripl|trebl|quadrupl|quintupl|sextupl|decupl)[a-z]*|thirds?|quarters?|(?:four|fif|six|seven|eigh|nin|ten|twelf|[a-z]+tie|[a-z]+teen)ths?',
  // German
  String.raw`zwei(?!fel)\p{L}*|drei\p{L}*|dritt(?:el|eln|els)|vier\p{L}*|fünf\p{L}*|sechs\p{L}*|sieben\p{L}*|siebzig\p{L}*|acht(?:el|mal|fach\p{L}*|zehn|zig)?`,
  String.raw`neun\p{L}*|zehn\p{L}*|elf(?:mal|fach\p{L}*)?|zwölf\p{L}*|zwanzig\p{L}*|\p{L}+zehn(?:mal|fach\p{L}*)?|\p{L}+[zß]ig(?:mal|fach\p{L}*|stel)`,
  String.raw`dutzend\p{L}*|doppel\p{L}*|verdoppel\p{L}*|ver(?:drei|vier|fünf|zehn|x)fach\p{L}*|hälfte\p{L}*|halb(?:e|er|es|en|em|iert|ieren)?`,
  String.raw`zwanzig|dreißig|vierzig|fünfzig|sechzig|achtzig|neunzig`,
  // French
  'deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingts?|trente|quarante|cinquante|soixante|cents?|mille',
  String.raw`(?:diz|douz|quinz|vingt|trent|quarant|cinquant|soixant|cent)aines?|milliers?|moitié|demie?s?|tiers|quarts?`,
  String.raw`(?:doubl|tripl|quadrupl|quintupl|décupl|centupl)\p{L}*`,
  // Spanish
  'dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|veinte|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa',
  String.raw`dieci\p{L}+|veinti\p{L}+|cien|\p{L}*cient[oa]s?|\p{L}*mil|miles|mill[oó]n(?:es)?|bill[oó]n(?:es)?|(?:dec|doc|veint|centen)enas?|centenas?|centenar(?:es)?|millar(?:es)?`,
  String.raw`mitad|tercios?|cuartos?|dobles?|(?:duplic|triplic|cuadruplic|quintuplic|multiplic)\p{L}*|(?:tripl|cuádrupl|quíntupl|décupl)\p{L}*`,
  // Dutch
  String.raw`twee\p{L}*|drie\p{L}*|vier(?:de|maal|voud\p{L}*|tal\p{L}*)?|vijf\p{L}*|zes\p{L}*|zeven\p{L}*|acht(?:maal|tien|voud\p{L}*|tal\p{L}*)|negen\p{L}*|tien\p{L}*|twaalf\p{L}*|\p{L}+tien`,
  String.raw`(?:twin|der|veer|vijf|zes|zeven|tach|negen)tig\p{L}*|dozijn\p{L}*|dubbel\p{L}*|verdubbel\p{L}*|ver(?:drie|vier|vijf|tien)voudig\p{L}*|helft|halve|derdes?|kwart(?:en)?`,
]
const spelled = new RegExp(String.raw`(?<!\p{L})(?:${words.join('|')})(?!\p{L})`, 'iu')
const amounts = /\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+(?!\d)|\d+(?:[.,]\d+)?/g
const ofHundred = /(\d+(?:[.,]\d+)?)[\s\u00a0\u202f]*(?:%|per ?cent|prozent|pour cent|por ciento|procent)/gi

const bare = (amount: string): string => (/^\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+$/.test(amount) ? amount.replace(/\D/g, '') : amount)

/** Of how complete the listing is, and of nothing else. */
const ofListing = /complet|vollständig|volledig/iu
const ofOthers =
  /guest|book|cover|table|diner|revenue|gäst|gast|buch|tisch|umsatz|client|convive|réserv|table|couvert|cliente|comensal|reserv|mesa|boek|tafel|omzet/iu
/** A page's address without its scheme. */
const address = /(?<![\p{L}\d])[\p{L}\d-]+\.\p{L}{2,}(?!\p{L})/u

/** What every number in a text may be: one that the model was told, in a name or as a figure. */
const told = (facts: ModelFacts): ReadonlySet<string> => new Set(JSON.stringify(facts).match(/\d+/g))

/** Plain text whose every number is ours; else why not. */
export const checkText = (said: string, facts: ModelFacts): Checked => {
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
  if (spelled.test(nameless)) return { refused: 'words' }
  const score = String(facts.publicListing?.percentComplete)
  const honest = nameless
    .split(/(?<=[.!?])\s|\n/)
    .every((sentence) =>
      [...sentence.matchAll(ofHundred)].every(([, share]) => share === score && ofListing.test(sentence) && !ofOthers.test(sentence)),
    )
  return honest ? { text } : { refused: 'percent' }
}

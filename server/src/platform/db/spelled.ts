/** Letters by what is typed for them where a keyboard lacks them, or nobody minds. */
const variants: Readonly<Record<string, string>> = {
  a: 'aàáâãäåāăą',
  c: 'cçćč',
  d: 'dđď',
  e: 'eèéêëēėęě',
  g: 'gğ',
  h: 'hħ',
  i: 'iìíîïīįı',
  l: 'lł',
  n: 'nñńň',
  o: 'oòóôõöøō',
  r: 'rř',
  s: 'sśšşș',
  t: 'tťţț',
  u: 'uùúûüūůű',
  y: 'yýÿ',
  z: 'zźżž',
}
/** Two letters that are one in another spelling, as Müller is Mueller. */
const pairs: Readonly<Record<string, string>> = { ae: 'äæ', oe: 'öøœ', ue: 'ü', ss: 'ß' }
const keyOf = (table: Readonly<Record<string, string>>, letter: string): string | undefined =>
  Object.keys(table).find((key) => table[key]!.includes(letter))
const plain = (letter: string): string => keyOf(variants, letter) ?? letter
const oneOf = (base: string): string => {
  const letters = variants[base]
  return letters === undefined ? base.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') : `[${letters}]`
}

/**
 * The regular expression of PostgreSQL for lower-case text that contains a word however its accents are typed: García and garcia, Müller, Muller and
 * Mueller. An index of trigrams reads it as quickly as the word itself.
 */
export const spelled = (word: string): string => {
  const letters = word.normalize('NFC').toLowerCase().split('')
  let text = ''
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters[at]!
    const two = letter + (letters[at + 1] ?? '')
    const whole = keyOf(pairs, letter)
    if (pairs[two] !== undefined) {
      text += `(${oneOf(two[0]!)}${oneOf(two[1]!)}|[${pairs[two]}])`
      at += 1
    } else text += whole === undefined ? oneOf(plain(letter)) : `(${oneOf(plain(letter))}|${whole})`
  }
  return text
}

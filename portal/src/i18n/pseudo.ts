/** Letters that look like the ones they stand for and are not: what still reads plainly on a screen was never translated. */
const plain = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const strange = 'ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž'
const swap = new Map(Array.from(plain, (letter, index) => [letter, Array.from(strange)[index]!]))

/** `Save {name}` becomes `[Šåṽé {name} one]`: accented, 40 % longer as German is, between brackets that show where it is cut off. */
export const pseudo = (phrase: string): string => {
  const parts = phrase.split(/(\{\w+\})/)
  const accented = parts.map((part) => (part.startsWith('{') ? part : Array.from(part, (sign) => swap.get(sign) ?? sign).join('')))
  const letters = parts.filter((part) => !part.startsWith('{')).join('').length
  const filler = '~'.repeat(Math.ceil(letters * 0.4))
  // Words of a usual length, as one word without an end would break lines that no language breaks.
  const longer = filler.replaceAll(/~{1,8}/g, ' $&').trimEnd()
  return `[${accented.join('')}${longer}]`
}

export const pseudoBook = (book: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(book).map(([key, phrase]) => [key, pseudo(phrase)]))

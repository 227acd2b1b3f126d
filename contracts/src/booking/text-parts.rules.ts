/** GSM 03.38: what one place of a text message holds. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Of the extension table: each takes two places. */
const extended = new Set('\f^{}\\[~]|€')

export type TextParts = {
  /** `gsm`: seven bits a character; `ucs2`: sixteen, as soon as one is outside of the table. */
  coding: 'gsm' | 'ucs2'
  /** Places that the text takes. */
  places: number
  parts: number
  /** Places free in the last part. */
  left: number
  /** The characters that make it `ucs2`, each once. */
  outside: readonly string[]
}

/** Places of one part: alone, and as one of several, which say in a header (UDH, six bytes) how they are joined. */
const room = { gsm: { alone: 160, joined: 153 }, ucs2: { alone: 70, joined: 67 } } as const

/** A character of two places stands in one part or the next, never in both. */
const split = (sizes: readonly number[], joined: number): { parts: number; used: number } => {
  let parts = 1
  let used = 0
  for (const size of sizes) {
    if (used + size > joined) {
      parts += 1
      used = 0
    }
    used += size
  }
  return { parts, used }
}

/** How a text message is counted by those who carry it. */
export const textParts = (text: string): TextParts => {
  const letters = Array.from(text)
  const outside = [...new Set(letters.filter((letter) => !basic.has(letter) && !extended.has(letter)))]
  const coding = outside.length ? 'ucs2' : 'gsm'
  // In UCS-2 an emoji is two: a pair of surrogates.
  const sizes = letters.map((letter) => (coding === 'ucs2' ? letter.length : extended.has(letter) ? 2 : 1))
  const places = sizes.reduce((sum, size) => sum + size, 0)
  const { alone, joined } = room[coding]
  if (places <= alone) return { coding, places, parts: 1, left: alone - places, outside }
  const { parts, used } = split(sizes, joined)
  return { coding, places, parts, left: joined - used, outside }
}

const plain: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '‚': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '\u00a0': ' ',
  '\u202f': ' ',
  '\t': ' ',
}
/** Marks that say the same in one place each, for those that would make the whole message three times as long. */
export const plainMarks = (text: string): string => Array.from(text, (letter) => plain[letter] ?? letter).join('')

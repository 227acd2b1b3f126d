import { type Encoding, encodings } from '@tablewire/contracts/import/import.rules'
import { detectAll } from 'jschardet'

/** `sure` = it cannot well be another one. */
export type Guess = { encoding: Encoding; sure: boolean }

/** Names of the detector that the Encoding Standard calls otherwise, or reads as one that holds more. */
const standard: Readonly<Record<string, Encoding>> = {
  ascii: 'utf-8',
  'utf-8-sig': 'utf-8',
  'utf-16': 'utf-16le',
  'utf-16-le': 'utf-16le',
  'utf-16-be': 'utf-16be',
  'iso-8859-1': 'windows-1252',
  'iso8859-15': 'iso-8859-15',
  macroman: 'macintosh',
  maccyrillic: 'x-mac-cyrillic',
  'iso-8859-8': 'windows-1255',
  'iso-8859-9': 'windows-1254',
  'iso-8859-11': 'windows-874',
  'tis-620': 'windows-874',
  cp874: 'windows-874',
  cp932: 'shift_jis',
  cp949: 'euc-kr',
  'euc-jis-2004': 'euc-jp',
  gb2312: 'gb18030',
  gbk: 'gb18030',
  'big5-hkscs': 'big5',
  'iso8859-13': 'iso-8859-13',
}
const named = (name: string | null): Encoding | undefined => {
  const lower = name?.toLowerCase() ?? ''
  return standard[lower] ?? encodings.find((one) => one === lower)
}

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    // Streaming: the sample may end in the middle of a character.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

const markOf = (bytes: Uint8Array): Encoding | undefined => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : undefined
}

/** Letters of two bytes each leave every second one empty where a table is mostly digits, signs and plain letters. */
const wideOf = (bytes: Uint8Array): Encoding | undefined => {
  const zeros = [0, 0]
  const length = Math.min(bytes.length, 4096)
  for (let at = 0; at < length; at++) if (bytes[at] === 0) zeros[at % 2]!++
  const [even, odd] = zeros as [number, number]
  if (odd * 8 > length && even * 8 < odd) return 'utf-16le'
  return even * 8 > length && odd * 8 < even ? 'utf-16be' : undefined
}

const escape = 0x1b
const newline = 0x0a
const isPlain = (byte: number): boolean => byte < 0x80 && byte !== escape

/** The lines that hold more than plain letters: only they tell anything. */
export const tellingLines = (bytes: Uint8Array): Uint8Array => {
  const lines: Uint8Array[] = []
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(newline, from)
    const line = bytes.subarray(from, end < 0 ? bytes.length : end + 1)
    if (!line.every(isPlain)) lines.push(line)
    from += line.length
  }
  return Buffer.concat(lines)
}

/** Another one counts as well when it is nearly as likely and reads something else. */
const nearly = 0.9
const enough = 16_384
/** Fewer letters than these could be those of many languages. */
const fewLetters = 20

/** Of the letters beyond the plain ones; no text of another language has so many of these when its bytes are read as Japanese. */
const kanaShare = 0.3
/** Names in katakana repeat a few letters in a way that the detector takes for Cyrillic. */
const japaneseOf = (telling: Uint8Array): Encoding | undefined =>
  (['shift_jis', 'euc-jp'] as const).find((encoding) => {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(telling, { stream: true })
      const letters = text.match(/[^\p{ASCII}]/gu)?.length ?? 0
      return letters > 0 && (text.match(/[\u3041-\u30ff]/gu)?.length ?? 0) >= letters * kanaShare
    } catch {
      return false
    }
  })

/** How a text is written: by its mark, else UTF-8 where it is valid, else by what its letters are most like. */
export const guessEncoding = (bytes: Uint8Array): Guess => {
  const sure = markOf(bytes) ?? wideOf(bytes)
  if (sure) return { encoding: sure, sure: true }
  const telling = tellingLines(bytes).subarray(0, enough)
  if (isUtf8(bytes) && !telling.includes(escape)) return { encoding: 'utf-8', sure: true }
  const japanese = japaneseOf(telling)
  if (japanese) return { encoding: japanese, sure: telling.filter((byte) => !isPlain(byte)).length >= fewLetters }
  const found = detectAll(telling, { minimumThreshold: 0 }).flatMap(({ encoding, confidence }) => {
    const ours = named(encoding)
    return ours ? [{ encoding: ours, confidence }] : []
  })
  const best = found[0]
  if (!best) return { encoding: 'windows-1252', sure: false }
  const text = new TextDecoder(best.encoding).decode(telling)
  const rival = found.find(
    ({ encoding, confidence }) => confidence > best.confidence * nearly && new TextDecoder(encoding).decode(telling) !== text,
  )
  return {
    encoding: best.encoding,
    sure: rival === undefined && telling.filter((byte) => !isPlain(byte)).length >= fewLetters && !text.includes('\ufffd'),
  }
}

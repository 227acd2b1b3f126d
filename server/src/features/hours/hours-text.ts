/*
 * What is done to the text of an OpenStreetMap `opening_hours` before and after the library reads it.
 * Syntax: https://wiki.openstreetmap.org/wiki/Key:opening_hours/specification
 */

/** Applies `change` outside quoted comments. */
const outsideQuotes = (text: string, change: (part: string) => string): string =>
  text
    .split(/("[^"]*")/)
    .map((part, index) => (index % 2 ? part : change(part)))
    .join('')

/** Slips that have one reading only, for texts the library refused: `12:00-22`, `12:00:24:00`, `16:00--23:00`, `14h30`. */
export const correctTypos = (text: string): string =>
  outsideQuotes(text, (part) =>
    part
      .replaceAll(/(\d{1,2})h(\d{2})/g, '$1:$2')
      .replaceAll(/-{2,}/g, '-')
      .replaceAll(/(\d{1,2}:\d{2}):(\d{1,2}:\d{2})/g, '$1-$2')
      .replaceAll(/(\d{1,2}:\d{2}\s*-\s*)(\d{1,2})(?![\d:.])/g, '$1$2:00')
      .replaceAll(/\s+&\s+/g, ','),
  )

/** The text without its rules for `PH` or `SH`, where nobody knows which days those are. */
export const withoutHolidays = (text: string, word: 'PH' | 'SH'): string => {
  const alone = new RegExp(`\\b${word}\\b`)
  const inList = new RegExp(
    `\\b${word}\\s*,\\s*(?=Mo|Tu|We|Th|Fr|Sa|Su|PH|SH)|(?<=Mo|Tu|We|Th|Fr|Sa|Su|PH|SH)\\s*,\\s*${word}\\b(?!\\s+(?:off|closed))`,
    'g',
  )
  const asRule = new RegExp(`\\s*,\\s*${word}\\b(?:(?!,\\s*(?:Mo|Tu|We|Th|Fr|Sa|Su)\\b).)*`, 'g')
  return outsideQuotes(text, (part) =>
    part
      .split(';')
      .map((rule) => rule.replaceAll(inList, '').replaceAll(asRule, ''))
      .filter((rule) => !alone.test(rule))
      .join(';'),
  ).trim()
}

const clockRange = /(\d\d):(\d\d)(?:-(\d\d):(\d\d))?(\+)?/g
const minutes = (hours: string, mins: string): number => Number(hours) * 60 + Number(mins)
const clock = (minute: number): string => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** `to` is undefined for a lone time; past midnight it counts on. */
type Range = { from: number; to: number | undefined; openEnd: boolean }

const asRange = ([, h = '', m = '', toH, toM, plus]: readonly (string | undefined)[]): Range => {
  const from = minutes(h, m)
  const end = toH === undefined || toM === undefined ? undefined : minutes(toH, toM)
  return { from, to: end !== undefined && end <= from ? end + 1440 : end, openEnd: plus !== undefined }
}
const asText = ({ from, to, openEnd }: Range, back: number): string =>
  `${clock(from - back)}${to === undefined ? '' : `-${clock(to - back)}`}${openEnd ? '+' : ''}`

export type ShiftedHours = { text: string; minutes: number }

/**
 * A tidied text with all its times moved back, so that no period crosses midnight any more. Read literally, `Fr-Sa 18:00-02:00; Su off`
 * closes on Saturday at midnight, because Sunday's rule cuts what hangs over; nobody means that. With the day beginning at two, every
 * period lies in its own day. Undefined where nothing crosses, or where some period begins before another one ends.
 */
export const movedBeforeMidnight = (tidy: string): ShiftedHours | undefined => {
  const ranges: Range[] = []
  let plain = true
  outsideQuotes(tidy, (part) => {
    if (/sun|dawn|dusk|[()/]/.test(part.replaceAll('24/7', ''))) plain = false
    ranges.push(...Array.from(part.matchAll(clockRange), asRange))
    return part
  })
  const back = Math.max(0, ...ranges.map(({ to = 0 }) => to - 1440))
  const crossed = ranges.some(({ from, to, openEnd }) => from < back || (to === undefined && !openEnd))
  if (!plain || back === 0 || crossed) return undefined
  const text = outsideQuotes(tidy, (part) =>
    part.replaceAll(clockRange, (range) => asText(asRange(new RegExp(clockRange.source).exec(range)!), back)),
  )
  return { text, minutes: back }
}

/** Whether a tidied text names midnight itself; otherwise a day that comes out as open around the clock had no times at all. */
export const namesWholeDays = (tidy: string): boolean => /24\/7|00:00|24:00/.test(tidy)
export const followsTheSun = (tidy: string): boolean => /sunrise|sunset|dawn|dusk/.test(tidy)
export const hasFallback = (tidy: string): boolean => tidy.includes('||')
/** Holidays are the only thing in the text that depends on the date. */
export const onlyHolidaysVary = (tidy: string): boolean =>
  !/Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|week|easter|\[|\bday|\d{4}/.test(outsideQuotes(tidy, (part) => part))

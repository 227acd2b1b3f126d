/** `2026-05-01T18:00:00Z` as seconds; undefined for anything else. */
export const secondsOfTime = (text: unknown): number | undefined => {
  if (typeof text !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/.test(text)) return undefined
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? undefined : Math.floor(ms / 1000)
}
/** `3000s` as seconds. */
export const secondsOfDuration = (text: unknown): number | undefined => {
  const seconds = typeof text === 'string' ? /^(\d{1,12})(?:\.\d{1,9})?s$/.exec(text)?.[1] : undefined
  return seconds === undefined ? undefined : Number(seconds)
}
export const timeOf = (sec: number): string => new Date(sec * 1000).toISOString().replace('.000Z', 'Z')

export const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

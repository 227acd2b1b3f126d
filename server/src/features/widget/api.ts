import type { Leftover } from '#src/platform/leftovers.ts'

export { largestAsk } from './ask-house.ts'
export { covers } from './framing.ts'
export { dayWords, localAt, localeOf, momentWords, timeWords } from './in-words.ts'
export { askableOf } from './open-days.ts'
export { buttonOf, styleOf } from './page-style.ts'

export const widgetLeftovers: readonly Leftover[] = [
  // Retention: sites on which nobody opened the page for so long have taken it down.
  { table: 'widget_sites', column: 'last_seen_at', keep: { hours: 24 * 400 } },
]

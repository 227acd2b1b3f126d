// What a search finds, and in which order; the same in the browser and on the server.

/** `webhook` and `webhooks` are one word. */
const singular = (word) => (word.length > 3 ? word.replace(/(?<=[^s])s$/, '') : word)
const wordsOf = (text) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map(singular)
/** `pendingBooking` is found by "booking", `slot.taken` by "slot taken". */
const split = (text) => text.replace(/([a-z0-9])([A-Z])/g, '$1 $2')

/** How well one word fits: whole words before beginnings, titles before texts; 0 = not at all. */
const fitOf = (word, { title, text, words = '' }) => {
  const [own, told] = [wordsOf(`${split(title)} ${title}`), wordsOf(`${text} ${words}`)]
  if (own.includes(word)) return 8
  if (own.some((one) => one.startsWith(word))) return 5
  if (title.toLowerCase().includes(word)) return 3
  if (told.includes(word)) return 2
  return told.some((one) => one.startsWith(word)) ? 1 : 0
}

/** Entries that hold every word, the best first; of equals the one that stands first in the documentation. */
export const search = (entries, query, most = 12) => {
  const words = wordsOf(query)
  if (!words.length) return []
  const whole = words.join(' ')
  const found = []
  for (const entry of entries) {
    const fits = words.map((word) => fitOf(word, entry))
    if (fits.includes(0)) continue
    const exact = wordsOf(entry.title).join(' ') === whole ? 20 : 0
    found.push({ entry, score: exact + fits.reduce((sum, fit) => sum + fit, 0) / words.length })
  }
  return found
    .toSorted((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ entry }) => entry)
}

import type { Book } from '@tablewire/contracts/estate/book'

const days = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']

/** Days with the same times, neighbours as a range: `Mo-We,Fr`. */
const daysInWords = (some: readonly number[]): string => {
  const runs: [number, number][] = []
  for (const day of some) {
    const last = runs.at(-1)
    if (last && last[1] === day - 1) last[1] = day
    else runs.push([day, day])
  }
  return runs.map(([from, to]) => (from === to ? days[from - 1] : `${days[from - 1]}-${days[to - 1]}`)).join(',')
}

const timesInWords = ({ from, to }: { from: string; to: string }): string =>
  from === to ? (from === '00:00' ? '00:00-24:00' : `${from}-${to}`) : `${from}-${to === '00:00' ? '24:00' : to}`

/** The weekly hours of a book as OpenStreetMap writes them, which imports read: `Mo-Fr 12:00-15:00,19:00-23:00; Sa 18:00-02:00`. Empty = never open. */
export const hoursInWords = ({ openingHours }: Pick<Book, 'openingHours'>): string => {
  const times = days.map((_, index) =>
    openingHours
      .filter(({ day }) => day === index + 1)
      .toSorted((a, b) => (a.from < b.from ? -1 : 1))
      .map(timesInWords)
      .join(','),
  )
  const groups = Map.groupBy(
    times.map((text, index) => ({ text, day: index + 1 })).filter(({ text }) => text !== ''),
    ({ text }) => text,
  )
  return [...groups].map(([text, some]) => `${daysInWords(some.map(({ day }) => day))} ${text}`).join('; ')
}

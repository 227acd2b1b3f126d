/** Calendar dates as text; a thousand evenings need them quicker than the general tools are. */
export const daysAfter = (date: string, days: number): string => new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
/** ISO weekday, 1 = Monday. */
export const weekdayOn = (date: string): number => ((new Date(date).getUTCDay() + 6) % 7) + 1
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

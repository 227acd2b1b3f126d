import { instantOf, isDate } from '#src/kit/zone-clock.ts'

/** As it is typed. */
export type Question = { accountId: string; date: string; partySize: string; at: string }
type Part = 'date' | 'partySize' | 'at'
type Query = { date: string; partySize: number; at?: string }

/** A minute that is named means all of it: what is shown to the second counts for its minute. */
const endOfMinute = (local: string, timeZone: string): string => new Date(Date.parse(instantOf(local, timeZone)) + 59_999).toISOString()

/** What is asked of a venue's evening by the venue's own clock, or which parts of it are no question; empty `at` = now. */
export const questionOf = ({ date, partySize, at }: Question, timeZone: string): { wrong: ReadonlySet<Part>; query: Query | undefined } => {
  const party = Number(partySize)
  const wrong = new Set<Part>()
  if (!isDate(date)) wrong.add('date')
  if (!Number.isInteger(party) || party < 1 || party > 100) wrong.add('partySize')
  if (at !== '' && !isDate(at.slice(0, 10))) wrong.add('at')
  if (wrong.size > 0) return { wrong, query: undefined }
  return { wrong, query: { date, partySize: party, ...(at === '' ? {} : { at: endOfMinute(at.slice(0, 16), timeZone) }) } }
}

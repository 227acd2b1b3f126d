import { closeSync, existsSync, mkdirSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Booking } from './booking.ts'

/** Every state a booking went through, one line each, written before anybody hears of it. */
export type Journal = { write(booking: Booking): void; close(): void }

/** What was written before; a line torn by the end of a process is cut off. */
const readJournal = (file: string): Booking[] => {
  if (!existsSync(file)) return []
  const bytes = readFileSync(file)
  const whole = bytes.lastIndexOf(10) + 1
  if (whole < bytes.length) truncateSync(file, whole)
  return bytes
    .subarray(0, whole)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Booking)
}

/** Without a file nothing is kept. */
export const openJournal = (file: string | undefined): { journal: Journal; bookings: Booking[] } => {
  if (file === undefined) return { journal: { write: () => undefined, close: () => undefined }, bookings: [] }
  mkdirSync(dirname(file), { recursive: true })
  const bookings = readJournal(file)
  const open = openSync(file, 'a', 0o600)
  return {
    bookings,
    journal: { write: (booking) => void writeSync(open, `${JSON.stringify(booking)}\n`), close: () => closeSync(open) },
  }
}

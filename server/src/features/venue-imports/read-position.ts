import { positionIn } from '#src/features/columns/api.ts'
import type { Note } from './findings.ts'
import type { SourceRow } from './venue-source.ts'

export type Position = { latitude: number | null; longitude: number | null }
const nowhere: Position = { latitude: null, longitude: null }

/** Degrees with a point or a comma, a sign or the letter of a direction. */
const degrees = (text: string, most: number): number | undefined => {
  const [, before, digits, after] = /^([NSEWO])?\s*([-+]?\d+(?:[.,]\d+)?)\s*°?\s*([NSEWO])?$/i.exec(text.trim()) ?? []
  if (digits === undefined) return undefined
  const value = Number(digits.replace(',', '.')) * (/[SW]/i.test(before ?? after ?? '') ? -1 : 1)
  return Math.abs(value) <= most ? value : undefined
}

/** Where a venue is; without what is no place on Earth. */
export const readPosition = (row: SourceRow, note: Note): Position => {
  const both = row.lat === '' && row.lon === '' ? row.position : ''
  const { lat, lon } = positionIn(both) ?? row
  if (lat === '' && lon === '' && both === '') return nowhere
  const latitude = degrees(lat, 90)
  const longitude = degrees(lon, 180)
  // Nobody eats at 0, 0: it is where lost numbers end up.
  if (latitude !== undefined && longitude !== undefined && (latitude !== 0 || longitude !== 0)) return { latitude, longitude }
  const found = both || `${lat}, ${lon}`
  note('dropped', 'position.invalid', { field: both === '' ? 'lat, lon' : 'position', found, done: 'imported without a position' })
  return nowhere
}

import type { Book } from '@tablewire/contracts/estate/book'
import { newId } from '#src/platform/id.ts'

/** The book of a new venue: nothing is open yet, one room is there, and what people will want to change is harmless. */
export const defaultBook = (overrides: Partial<Book> = {}): Book => ({
  version: 1,
  openingHours: [],
  shifts: [],
  areas: [{ id: newId(), name: 'Main room', description: '', capacity: 40, byDefault: true, online: true }],
  closures: [],
  specialDays: [],
  party: { min: 1, max: 20 },
  noticeMinutes: 60,
  cutOffMinutes: null,
  horizonDays: 90,
  holdingTimeSeconds: 600,
  cancellationWindowMinutes: 120,
  pressureReleaseHours: null,
  bookableAreas: false,
  ...overrides,
})

/** The parts in which a book is copied. */
export const bookParts = ['week', 'pacing', 'areas', 'days', 'rules'] as const
export type BookPart = (typeof bookParts)[number]

/** The whole numbers that many venues may be given at once, as a venue and its book take them; `empty`: none at all is one of them. */
export const bulkNumbers = {
  minCovers: { min: 1, max: 1000, empty: false },
  maxCovers: { min: 1, max: 1000, empty: false },
  maxDays: { min: 1, max: 730, empty: false },
  cutOff: { min: 0, max: 10_080, empty: true },
  cancellationWindow: { min: 0, max: 525_600, empty: false },
  holdingTime: { min: 30, max: 3600, empty: false },
  pressureReleaseHours: { min: 0, max: 8760, empty: true },
} as const

import type { Dice } from './dice.ts'

/*
 * How guests behave, in rounded figures. Party, lead time and hour: own computation over 92,378 restaurant reservations (Recruit Restaurant
 * Visitor Forecasting, Japan 2016-17). Cancelling, changing and not coming: 119,390 bookings of Antonio, Almeida, Nunes (2019), "Hotel
 * booking demand datasets", Data in Brief 22, doi 10.1016/j.dib.2018.11.126, CC BY 4.0; of hotels, but by lead time they carry over.
 */

/** Per mille of reservations by party size; the last stands for twenty and more. */
const partySizes: readonly (readonly [number, number])[] = [
  [1, 18],
  [2, 418],
  [3, 165],
  [4, 133],
  [5, 62],
  [6, 51],
  [7, 29],
  [8, 27],
  [9, 14],
  [10, 15],
  [11, 9],
  [12, 9],
  [13, 6],
  [14, 5],
  [15, 6],
  [16, 4],
  [17, 3],
  [18, 3],
  [19, 2],
  [20, 21],
]

/** Hours between booking and meal at these shares of all bookings, by the largest party of the group. */
const leadShares = [0, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99] as const
const leadHours: readonly { partyMax: number; hours: readonly number[] }[] = [
  { partyMax: 2, hours: [0, 0, 1, 3, 25, 99, 262, 429, 1229] },
  { partyMax: 4, hours: [0, 0, 1, 6, 50, 171, 386, 576, 2565] },
  { partyMax: 6, hours: [0, 1, 2, 24, 94, 244, 500, 699, 3434] },
  { partyMax: 8, hours: [0, 1, 4, 42, 126, 311, 579, 863, 5413] },
  { partyMax: 12, hours: [0, 1, 7, 51, 181, 389, 703, 1004, 5373] },
  { partyMax: Infinity, hours: [0, 3, 24, 96, 240, 503, 843, 1175, 4061] },
]

/** Per mille of meals by the hour they begin, on the venue's clock. */
const hours: readonly (readonly [number, number])[] = [
  [9, 1],
  [10, 3],
  [11, 32],
  [12, 30],
  [13, 17],
  [14, 8],
  [15, 5],
  [16, 14],
  [17, 101],
  [18, 264],
  [19, 238],
  [20, 145],
  [21, 81],
  [22, 35],
  [23, 12],
]

/** Share canceled, by days of lead up to. */
const cancelShares: readonly (readonly [number, number])[] = [
  [0, 0.07],
  [1, 0.09],
  [3, 0.1],
  [7, 0.12],
  [14, 0.22],
  [30, 0.31],
  [60, 0.36],
  [120, 0.42],
  [Infinity, 0.51],
]

export const partySize = (dice: Dice): number => dice.weighted(partySizes)
export const mealHour = (dice: Dice): number => dice.weighted(hours)
/** Share of bookings that are changed at least once. */
export const changeShare = 0.15
/** Share of parties that never come. */
export const noShowShare = 0.02
export const cancelShare = (leadDays: number): number => cancelShares.find(([days]) => leadDays <= days)![1]

/** Hours from now to the meal, drawn between the known shares in a straight line. */
export const leadTimeHours = (dice: Dice, party: number): number => {
  const { hours: known } = leadHours.find(({ partyMax }) => party <= partyMax)!
  const share = Math.min(dice.next(), 0.9899)
  const above = leadShares.findIndex((one) => one > share)
  const low = leadShares[above - 1]!
  const high = leadShares[above]!
  return known[above - 1]! + ((share - low) / (high - low)) * (known[above]! - known[above - 1]!)
}

/** Of those who ask, how many go on, and how they book. */
export const behaviourRates = {
  looksAtMonthFirst: 0.2,
  comparesVenues: 0.12,
  onlyLooks: 0.25,
  booksInOneStep: 0.35,
  leavesAfterHold: 0.08,
  readsBack: 0.3,
  asksForList: 0.08,
  sendsTwice: 0.06,
  sendsNonsense: 0.03,
} as const

/** What a venue is, as far as it changes how it is booked. */
export type Kind = 'restaurant' | 'cafe' | 'fast_food' | 'bar' | 'counter' | 'other'

/** Assumptions for a book nobody has filled in yet; minutes of stay for up to 2, 4, 8 and more guests. */
export type Habits = {
  capacity: number
  intervalMinutes: number
  stays: readonly [two: number, four: number, eight: number, more: number]
  partyMax: number
  /** From this party on the venue wants to be asked. */
  requestFromParty: number | null
  areaName: string
}

export const habitsOf: Readonly<Record<Kind, Habits>> = {
  restaurant: { capacity: 50, intervalMinutes: 15, stays: [90, 105, 120, 150], partyMax: 12, requestFromParty: 9, areaName: 'Dining room' },
  cafe: { capacity: 30, intervalMinutes: 30, stays: [60, 75, 90, 120], partyMax: 8, requestFromParty: null, areaName: 'Café' },
  fast_food: { capacity: 40, intervalMinutes: 15, stays: [45, 45, 60, 90], partyMax: 10, requestFromParty: null, areaName: 'Restaurant' },
  bar: { capacity: 40, intervalMinutes: 30, stays: [90, 120, 120, 180], partyMax: 10, requestFromParty: null, areaName: 'Bar' },
  counter: { capacity: 16, intervalMinutes: 30, stays: [45, 45, 60, 60], partyMax: 6, requestFromParty: null, areaName: 'Tables' },
  other: { capacity: 20, intervalMinutes: 30, stays: [60, 75, 90, 120], partyMax: 6, requestFromParty: null, areaName: 'Tables' },
}

import { describe, expect, it } from 'vitest'
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import nl from './nl.json' with { type: 'json' }
import {
  countRows,
  countsEveryone,
  coversOf,
  hasAllergy,
  isVip,
  isWalkInName,
  laneOf,
  lateMinutes,
  plainTags,
} from './reservation-flags.ts'
import { readSearch } from './reservation-search.ts'

const startsAt = '2026-11-20T19:00:00Z'
const minutesLater = (minutes: number): number => Date.parse(startsAt) + minutes * 60_000

describe('marks of a reservation', () => {
  it('is late from the fifteenth minute on, while it is still expected', () => {
    expect(lateMinutes({ status: 'confirmed', startsAt }, minutesLater(14))).toBeUndefined()
    expect(lateMinutes({ status: 'confirmed', startsAt }, minutesLater(15))).toBe(15)
    expect(lateMinutes({ status: 'seated', startsAt }, minutesLater(40))).toBeUndefined()
    expect(lateMinutes({ status: 'confirmed', startsAt }, minutesLater(400))).toBeUndefined()
  })
  it('hears of allergies in five languages, in tags and in notes', () => {
    for (const notes of [
      'Nut allergy',
      'Allergie aux noix',
      'Alergia a los frutos secos',
      'Zöliakie',
      'notenallergie',
      'gluten free please',
    ])
      expect(hasAllergy({ tags: [], notes }), notes).toBe(true)
    expect(hasAllergy({ tags: ['allergy'], notes: null })).toBe(true)
    expect(hasAllergy({ tags: ['regular'], notes: 'Not near the door' })).toBe(false)
  })
  it('gives VIPs their star and other tags their words', () => {
    expect(isVip({ tags: ['birthday', 'vip'] })).toBe(true)
    expect(plainTags({ tags: ['birthday', 'V.I.P.'] })).toEqual(['birthday'])
  })
  it('counts guests of lines that bring some, and knows the lane of each', () => {
    expect(coversOf({ status: 'canceled', partySize: 4 })).toBe(0)
    expect(coversOf({ status: 'completed', partySize: 4 })).toBe(4)
    expect(
      ['pending_confirmation', 'confirmed', 'seated', 'completed', 'no_show'].map((status) => laneOf({ status: status as 'seated' })),
    ).toEqual(['expected', 'expected', 'seated', 'done', 'done'])
  })
  it('knows a guest who gave no name at the door, in whichever of the five languages he was booked', () => {
    for (const { walkIn } of [en, de, es, fr, nl]) expect(isWalkInName(walkIn), walkIn).toBe(true)
    expect(isWalkInName('Walker')).toBe(false)
  })
})

const rows = [
  { status: 'completed', partySize: 4 },
  { status: 'no_show', partySize: 3 },
  { status: 'canceled', partySize: 2 },
] as const

it('AN2: the list behind a figure counts all that the figure counts, the list of an evening who comes', () => {
  expect(countsEveryone(readSearch({ from: '2026-11-16', to: '2026-11-22', status: 'completed,no_show' }))).toBe(true)
  expect(countsEveryone(readSearch({ from: '2026-11-16', to: '2026-11-22', onBooks: '2026-11-16' }))).toBe(true)
  expect(countsEveryone(readSearch({ date: '2026-11-22', channel: '01900000-0000-7000-8000-000000000001' }))).toBe(false)
  expect(countRows(rows, true)).toEqual({ parties: 3, covers: 9, off: 2 })
  expect(countRows(rows, false)).toEqual({ parties: 1, covers: 4, off: 2 })
})

import { describe, expect, it } from 'vitest'
import { aParty } from './a-party.ts'
import { arrivalOf, eveningOfRows, expectedEnd, freeingSoon, minutesLeft, moveInto } from './service-rules.ts'

const at = (time: string): number => Date.parse(`2026-11-20T${time}:00Z`)

describe('lateness', () => {
  const ana = aParty('ana', '2026-11-20T19:00:00Z')
  it('begins a quarter of an hour after the time', () => {
    expect(arrivalOf(ana, at('18:50'))).toEqual({ state: 'coming', minutes: 10, announced: undefined })
    expect(arrivalOf(ana, at('19:00')).state).toBe('due')
    expect(arrivalOf(ana, at('19:14')).state).toBe('due')
    expect(arrivalOf(ana, at('19:15'))).toEqual({ state: 'late', minutes: 15, announced: undefined })
  })
  it('begins only after the time a guest has named, and never for who is not confirmed', () => {
    expect(arrivalOf({ ...ana, lateMinutes: 30 }, at('19:29'))).toEqual({ state: 'due', minutes: 29, announced: 30 })
    expect(arrivalOf({ ...ana, lateMinutes: 30 }, at('19:30')).state).toBe('late')
    expect(arrivalOf({ ...ana, status: 'pending_confirmation' }, at('20:00')).state).toBe('coming')
  })
})

describe('the expected end', () => {
  it('is as long after sitting down as was booked, also where the clock is changed meanwhile', () => {
    const ana = aParty('ana', '2026-11-20T19:00:00Z')
    expect(expectedEnd(ana)).toBe(at('21:00'))
    expect(expectedEnd(ana, '2026-11-20T19:40:00Z')).toBe(at('21:40'))
    // Madrid, 02:30 of the summer clock to 03:30 of the winter clock: two hours.
    const night = aParty('night', '2026-10-25T00:30:00Z', { endsAt: '2026-10-25T02:30:00Z' })
    expect(expectedEnd(night, '2026-10-25T00:45:00Z')).toBe(Date.parse('2026-10-25T02:45:00Z'))
  })
  it('counts down, and up once it is over', () => {
    expect([at('20:59'), at('21:00'), at('21:01')].map((now) => minutesLeft(at('21:00'), now))).toEqual([1, 0, -1])
  })
})

describe('the lanes', () => {
  const rows = [
    aParty('late', '2026-11-20T20:00:00Z'),
    aParty('early', '2026-11-20T19:00:00Z'),
    aParty('sits', '2026-11-20T18:00:00Z', { status: 'seated', partySize: 4 }),
    aParty('soon', '2026-11-20T17:00:00Z', { status: 'seated', partySize: 3 }),
    aParty('left', '2026-11-20T17:00:00Z', { status: 'completed' }),
    aParty('away', '2026-11-20T18:00:00Z', { status: 'no_show' }),
  ]
  it('hold everybody once: who comes next, what frees next, and what is over', () => {
    const { expected, seated, done } = eveningOfRows(rows, expectedEnd)
    expect([expected, seated, done].map((lane) => lane.map(({ id }) => id))).toEqual([
      ['early', 'late'],
      ['soon', 'sits'],
      ['away', 'left'],
    ])
  })
  it('say what frees when; what is overdue frees now, what is far off not yet', () => {
    const { seated } = eveningOfRows(rows, expectedEnd)
    expect(freeingSoon(seated, expectedEnd, at('19:20'))).toEqual([
      { at: at('19:15'), covers: 3, ids: ['soon'] },
      { at: at('20:00'), covers: 4, ids: ['sits'] },
    ])
    expect(freeingSoon(seated, expectedEnd, at('17:30'))).toEqual([{ at: at('19:00'), covers: 3, ids: ['soon'] }])
  })
  it('take whoever is carried into them by the one step that leads there', () => {
    expect(moveInto('seated', 'confirmed')).toBe('seat')
    expect(moveInto('done', 'seated')).toBe('complete')
    expect(moveInto('done', 'confirmed')).toBe('no-show')
    expect(moveInto('expected', 'seated')).toBe('reopen')
    expect(moveInto('seated', 'completed')).toBe('reopen')
    expect(moveInto('seated', 'pending_confirmation')).toBeUndefined()
    expect(moveInto('expected', 'confirmed')).toBeUndefined()
  })
})

import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { describe, expect, it } from 'vitest'
import { missingPage, noRows, placePage } from '#src/api/rows-window.ts'
import { ownZone, wallClock } from '#src/kit/zone-clock.ts'
import { applyChange, dropRow, groupingOf, groupsOf, type RowsWindow } from './rows-window.ts'

/** `19:30#2` = the second version of the reservation at that time. */
const row = (time: string, version = 1): ReservationRow =>
  ({
    id: time,
    version,
    startsAt: `2026-11-20T${time}:00Z`,
    createdAt: `2026-11-01T${time}:00Z`,
    startsLocal: `2026-11-20T${time}`,
    serviceOn: '2026-11-20',
    status: 'confirmed',
    partySize: 2,
  }) as ReservationRow
const pageOf = (total: number, ...times: string[]) => ({ total, data: times.map((time) => row(time)) })
const ids = ({ rows }: RowsWindow): string[] => Array.from({ length: rows.length }, (_, index) => rows[index]?.id ?? '-')
const takeRow = (window: RowsWindow, changed: ReservationRow, sort: 'startsAt' | '-startsAt') =>
  applyChange(window, { row: changed, belongs: true }, sort).window
const evening = placePage(noRows, 0, pageOf(5, '18:00', '19:00'))

describe('a window on a long list', () => {
  it('knows every place at once and fills them page by page', () => {
    expect(ids(evening)).toEqual(['18:00', '19:00', '-', '-', '-'])
    expect(missingPage(evening, 0, 2)).toBeUndefined()
    expect(missingPage(evening, 1, 5)).toEqual({ offset: 2, limit: 3 })
    expect(ids(placePage(evening, 3, pageOf(5, '21:00', '22:00')))).toEqual(['18:00', '19:00', '-', '21:00', '22:00'])
  })
  it('forgets what a list that moved meanwhile no longer proves', () => {
    expect(ids(placePage(evening, 2, pageOf(6, '20:00')))).toEqual(['-', '-', '20:00', '-', '-', '-'])
    expect(ids(placePage(evening, 2, pageOf(5, '19:00')))).toEqual(['-', '-', '19:00', '-', '-'])
  })
  it('never puts an older state over a newer one', () => {
    const known = takeRow(evening, row('19:00', 3), 'startsAt')
    expect(placePage(known, 0, pageOf(5, '18:00', '19:00')).rows[1]?.version).toBe(3)
    expect(takeRow(known, row('19:00', 2), 'startsAt')).toBe(known)
  })
  it('takes a row in at its place, in both directions', () => {
    expect(ids(takeRow(evening, row('18:30'), 'startsAt'))).toEqual(['18:00', '18:30', '19:00', '-', '-', '-'])
    expect(ids(takeRow(evening, row('17:00'), 'startsAt'))).toEqual(['17:00', '18:00', '19:00', '-', '-', '-'])
    const late = placePage(noRows, 0, pageOf(2, '19:00', '18:00'))
    expect(ids(takeRow(late, row('18:30'), '-startsAt'))).toEqual(['19:00', '18:30', '18:00'])
  })
  it('counts only what it can see, and says when it cannot', () => {
    const out = (time: string, version = 1) => applyChange(evening, { row: row(time, version), belongs: true }, 'startsAt')
    expect(out('18:30').sure).toBe(true)
    expect(out('18:30', 3).sure).toBe(false)
    expect(out('23:00')).toEqual({ window: evening, sure: false })
    expect(applyChange(evening, { row: row('23:00'), belongs: false }, 'startsAt')).toEqual({ window: evening, sure: false })
    const whole = placePage(noRows, 0, pageOf(2, '18:00', '19:00'))
    expect(applyChange(whole, { row: row('23:00', 7), belongs: true }, 'startsAt')).toMatchObject({ window: { total: 3 }, sure: true })
    expect(applyChange(whole, { row: row('19:00', 7), belongs: false }, 'startsAt')).toMatchObject({ window: { total: 1 }, sure: true })
  })
  it('moves a row whose time changed, and drops one that left', () => {
    const moved = { ...row('18:00', 2), startsAt: '2026-11-20T19:30:00Z' }
    expect(ids(takeRow(evening, moved, 'startsAt'))).toEqual(['19:00', '18:00', '-', '-', '-'])
    expect(dropRow(evening, '18:00')).toMatchObject({ total: 4 })
    expect(dropRow(evening, 'unknown')).toBe(evening)
  })
})

describe('heads over runs of rows', () => {
  it('stand at hours, with sums once the hour is known as a whole', () => {
    const window = placePage(noRows, 0, pageOf(4, '18:00', '18:30', '19:00'))
    const groups = groupsOf(window, 'hour')
    expect([...groups.keys()]).toEqual([0, 2])
    expect(groups.get(0)).toMatchObject({ hour: '18:00', parties: 2, covers: 4, complete: true })
    expect(groups.get(2)).toMatchObject({ hour: '19:00', complete: false })
  })
  it('count who comes, and apart from them who does not', () => {
    const page = pageOf(2, '18:00', '18:30')
    const window = placePage(noRows, 0, {
      ...page,
      data: page.data.map((one, index) => (index === 0 ? { ...one, status: 'canceled' as const } : one)),
    })
    expect(groupsOf(window, 'hour').get(0)).toMatchObject({ parties: 1, covers: 2, off: 1 })
  })
  it('do not pretend to know what begins after a gap', () => {
    const window = placePage(evening, 3, pageOf(5, '21:00', '22:00'))
    expect([...groupsOf(window, 'hour').keys()]).toEqual([0, 1, 4])
  })
  it('need one clock for hours and time order for anything', () => {
    expect(groupingOf('startsAt', { severalZones: false })).toBe('hour')
    expect(groupingOf('startsAt', { severalZones: true })).toBe('own-hour')
    expect(groupingOf('-createdAt', { severalZones: false })).toBe('none')
  })
  it('among several zones groups by the clock of whoever reads, so that rows in time’s order stand in its order', () => {
    const at = (id: string, startsAt: string, startsLocal: string) => ({ ...row('19:00'), id, startsAt, startsLocal })
    const rows = [at('a', '2026-11-20T16:00:00Z', '2026-11-20T20:00'), at('b', '2026-11-20T19:30:00Z', '2026-11-20T14:30')]
    const groups = [...groupsOf({ total: 2, rows }, 'own-hour').values()]
    expect(groups.map(({ day, hour, own }) => [`${day}T${hour}`, own])).toEqual(
      rows.map(({ startsAt }) => [`${wallClock(ownZone(), Date.parse(startsAt)).slice(0, 13)}:00`, true]),
    )
  })
})

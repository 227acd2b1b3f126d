import { describe, expect, it } from 'vitest'
import { addDays, instantOf, isDate, eveningOf, wallClock, zoneName } from './zone-clock.ts'

describe('the clock of a place', () => {
  it('reads wall time in the venue, also where zones are odd', () => {
    const ms = Date.parse('2026-11-20T19:05:40Z')
    expect(wallClock('Europe/Madrid', ms)).toBe('2026-11-20T20:05')
    expect(wallClock('Asia/Kathmandu', ms)).toBe('2026-11-21T00:50')
    expect(wallClock('Pacific/Chatham', ms)).toBe('2026-11-21T08:50')
  })
  it('counts the small hours to the evening before', () => {
    expect(eveningOf('Europe/Paris', Date.parse('2026-11-21T03:59:00Z'), 300)).toBe('2026-11-20')
    expect(eveningOf('Europe/Paris', Date.parse('2026-11-21T04:00:00Z'), 300)).toBe('2026-11-21')
    // The nights in which the clocks change have an hour more and an hour less.
    expect(eveningOf('Europe/Paris', Date.parse('2026-10-25T03:59:00Z'), 300)).toBe('2026-10-24')
    expect(eveningOf('Europe/Paris', Date.parse('2026-03-29T02:59:00Z'), 300)).toBe('2026-03-28')
    expect(eveningOf('Europe/Paris', Date.parse('2026-03-29T03:00:00Z'), 300)).toBe('2026-03-29')
  })
  it('turns wall time into instants over both changes of the clocks', () => {
    expect(instantOf('2026-11-20T20:00', 'Europe/Madrid')).toBe('2026-11-20T19:00:00Z')
    expect(instantOf('2026-10-25T02:30', 'Europe/Madrid')).toBe('2026-10-25T00:30:00Z')
    expect(instantOf('2026-03-29T02:30', 'Europe/Madrid')).toBe('2026-03-29T01:30:00Z')
    expect(instantOf('2026-11-01T01:30', 'America/New_York')).toBe('2026-11-01T05:30:00Z')
  })
  it('adds days without a zone in the way, and knows dates from text', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2026-03-29', -1)).toBe('2026-03-28')
    expect([isDate('2026-02-29'), isDate('2028-02-29'), isDate('tomorrow'), isDate(undefined)]).toEqual([false, true, false, false])
  })
  it('calls a zone as the reader’s language does, and one it does not know by its id', () => {
    expect(zoneName('America/New_York', 'es')).toBe('Nueva York')
    expect(zoneName('America/Mexico_City', 'de')).toBe('Mexiko-Stadt')
    expect(zoneName('Europe/Vienna', 'de')).toBe('MEZ')
    expect(zoneName('Europe/Vienna', 'fr')).toBe('Autriche')
    expect(zoneName('Europe/London', 'nl')).toBe('Verenigd Koninkrijk')
    expect(zoneName('Mars/Olympus', 'fr')).toBe('Mars/Olympus')
  })
})

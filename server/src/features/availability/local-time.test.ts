import { existsSync, readFileSync } from 'node:fs'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { instantText, isZone } from '#src/platform/clock.ts'
import { dayClock, localOf, wallOf } from './local-time.ts'

const at = (zone: string, date: string, minutes: number): string | undefined => {
  const ms = dayClock(zone, date)(minutes)
  return ms === undefined ? undefined : instantText(ms)
}

describe('the wall clock of a venue', () => {
  test('counts on over midnight', () => {
    expect(at('Europe/Paris', '2026-11-20', 19 * 60)).toBe('2026-11-20T18:00:00Z')
    expect(at('Europe/Paris', '2026-11-20', 24 * 60 + 30)).toBe('2026-11-20T23:30:00Z')
    expect(wallOf('2026-12-31', 24 * 60 + 30)).toBe('2027-01-01T00:30')
  })
  test('has no 02:30 on the night the clock goes forward', () => {
    expect(at('Europe/Paris', '2026-03-29', 150)).toBeUndefined()
    expect(at('Europe/Paris', '2026-03-29', 180)).toBe('2026-03-29T01:00:00Z')
    // The Saturday's late shift meets the same gap 26 hours after its own midnight.
    expect(at('Europe/Paris', '2026-03-28', 1440 + 150)).toBeUndefined()
  })
  test('means the first 02:30 on the night the clock goes back', () => {
    expect(at('Europe/Paris', '2026-10-25', 150)).toBe('2026-10-25T00:30:00Z')
    expect(at('Europe/Paris', '2026-10-25', 20 * 60)).toBe('2026-10-25T19:00:00Z')
    expect(at('Europe/Paris', '2026-10-24', 20 * 60)).toBe('2026-10-24T18:00:00Z')
  })
  test.each([
    ['Asia/Kathmandu', '2026-11-20T13:15:00Z'],
    ['Australia/Adelaide', '2026-11-20T08:30:00Z'],
    ['Pacific/Chatham', '2026-11-20T05:15:00Z'],
    ['America/St_Johns', '2026-11-20T22:30:00Z'],
    ['Pacific/Kiritimati', '2026-11-20T05:00:00Z'],
    ['Pacific/Pago_Pago', '2026-11-21T06:00:00Z'],
  ])('19:00 in %s', (zone, instant) => expect(at(zone, '2026-11-20', 19 * 60)).toBe(instant))
  test('knows clocks that change by half an hour, by two hours and at midnight', () => {
    expect(at('Australia/Lord_Howe', '2026-10-04', 135)).toBeUndefined()
    expect(at('Antarctica/Troll', '2026-03-29', 120)).toBeUndefined()
    expect(at('Africa/Cairo', '2026-04-24', 30)).toBeUndefined()
    expect(at('Africa/Cairo', '2026-04-24', 60)).toBe('2026-04-23T22:00:00Z')
    expect(at('America/Santiago', '2026-09-06', 0)).toBeUndefined()
  })
  test('refuses zones that do not exist', () => {
    for (const zone of ['Mars/Olympus', '', 'UTC+25', '+02:00', 'Europe/Pariss']) expect(isZone(zone), zone).toBe(false)
    for (const zone of ['Europe/Kyiv', 'Asia/Calcutta', 'Etc/GMT+12', 'America/Argentina/Ushuaia']) expect(isZone(zone), zone).toBe(true)
  })
})

const zones = new URL('../../../../../shared/data/testdata/tz_odd_zones.csv', import.meta.url)
test.skipIf(!existsSync(zones))('every odd zone reads its own clock back, every quarter of an hour around each change of clocks', () => {
  const wrong: string[] = []
  for (const line of readFileSync(zones, 'utf8').trim().split('\n').slice(1)) {
    const zone = line.split(',')[0]!
    expect(isZone(zone), zone).toBe(true)
    const dates = new Set(['2026-01-15', '2028-02-28'])
    for (
      let next: Temporal.ZonedDateTime | null = Temporal.ZonedDateTime.from(`2026-01-01T00:00[${zone}]`);
      next && dates.size < 14;
      next = next.getTimeZoneTransition('next')
    ) {
      if (next.year > 2027) break
      for (const days of [-1, 0, 1]) dates.add(next.toPlainDate().add({ days }).toString())
    }
    for (const date of dates) {
      const clock = dayClock(zone, date)
      for (let minutes = 0; minutes < 2880; minutes += 15) {
        const ms = clock(minutes)
        const wall = wallOf(date, minutes)
        const exact = Temporal.PlainDateTime.from(wall).toZonedDateTime(zone, { disambiguation: 'earlier' })
        const skipped = !exact.toPlainDateTime().equals(Temporal.PlainDateTime.from(wall))
        if (ms !== (skipped ? undefined : exact.epochMilliseconds)) wrong.push(`${zone} ${wall} is ${ms}`)
        if (ms === undefined) continue
        const local = localOf(ms, zone)
        if (wallOf(local.date, local.minutes) !== wall) wrong.push(`${zone} ${wall} reads back as ${wallOf(local.date, local.minutes)}`)
      }
    }
  }
  expect(wrong).toEqual([])
})

const changes = new URL('../../../../../shared/data/testdata/tz_transitions_2025_2028_tzdb2026c.csv', import.meta.url)
test.skipIf(!existsSync(changes))('the time zone data of this run time agrees with tzdb 2026c', () => {
  const stale: string[] = []
  for (const line of readFileSync(changes, 'utf8').trim().split('\n').slice(1)) {
    const [zone, , utc, before, after] = line.split(',') as [string, string, string, string, string]
    const there = Temporal.Instant.from(utc).toZonedDateTimeISO(zone)
    const justBefore = Temporal.Instant.from(utc).subtract({ seconds: 1 }).toZonedDateTimeISO(zone).toPlainDateTime().add({ seconds: 1 })
    if (there.toPlainDateTime().toString() !== after || !justBefore.equals(Temporal.PlainDateTime.from(before)))
      stale.push(`${zone} ${utc}`)
  }
  expect(stale).toEqual([])
})

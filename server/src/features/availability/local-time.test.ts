import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { instantText, isZone } from '#src/platform/clock.ts'
import { dayClock, localOf, localDateTime } from './local-time.ts'

const at = (zone: string, date: string, minutes: number): string | undefined => {
  const ms = dayClock(zone, date)(minutes)
  return ms === undefined ? undefined : instantText(ms)
}

describe('the wall clock of a venue', () => {
  test('counts on over midnight', () => {
    expect(at('Europe/Paris', '2026-11-20', 19 * 60)).toBe('2026-11-20T18:00:00Z')
    expect(at('Europe/Paris', '2026-11-20', 24 * 60 + 30)).toBe('2026-11-20T23:30:00Z')
    expect(localDateTime('2026-12-31', 24 * 60 + 30)).toBe('2027-01-01T00:30')
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

/** Half hours and quarters, two hours at once, changes at midnight, laws that changed of late, old names, and zones without any change. */
const oddZones = `
  Australia/Lord_Howe Antarctica/Troll Pacific/Chatham Asia/Kathmandu Australia/Eucla Asia/Kolkata Pacific/Marquesas America/St_Johns
  Australia/Adelaide Asia/Tehran Pacific/Apia Pacific/Kiritimati Pacific/Pago_Pago Etc/GMT+12 Africa/Casablanca Europe/Dublin Africa/Cairo Asia/Beirut
  Asia/Gaza America/Santiago America/Asuncion America/Havana Atlantic/Azores America/Scoresbysund America/Nuuk America/Tijuana America/Phoenix
  America/Vancouver Asia/Almaty Europe/Chisinau Pacific/Norfolk US/Pacific Asia/Calcutta Europe/Kyiv GB Etc/UTC CET EST`

test('every odd zone reads its own clock back, every quarter of an hour around each change of clocks', () => {
  const wrong: string[] = []
  for (const zone of oddZones.trim().split(/\s+/)) {
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
        const wall = localDateTime(date, minutes)
        const exact = Temporal.PlainDateTime.from(wall).toZonedDateTime(zone, { disambiguation: 'earlier' })
        const skipped = !exact.toPlainDateTime().equals(Temporal.PlainDateTime.from(wall))
        if (ms !== (skipped ? undefined : exact.epochMilliseconds)) wrong.push(`${zone} ${wall} is ${ms}`)
        if (ms === undefined) continue
        const local = localOf(ms, zone)
        if (localDateTime(local.date, local.minutes) !== wall)
          wrong.push(`${zone} ${wall} reads back as ${localDateTime(local.date, local.minutes)}`)
      }
    }
  }
  expect(wrong).toEqual([])
})

/** Zone, moment, and the clock on the wall before and after it, by tzdb 2026c; Casablanca and Vancouver stay at one time from then on. */
const changes = `
  Africa/Cairo 2026-04-23T22:00Z 2026-04-24T00:00 2026-04-24T01:00
  Africa/Cairo 2026-10-29T21:00Z 2026-10-30T00:00 2026-10-29T23:00
  Africa/Casablanca 2026-02-15T02:00Z 2026-02-15T03:00 2026-02-15T02:00
  Africa/Casablanca 2026-03-22T02:00Z 2026-03-22T02:00 2026-03-22T03:00
  Africa/Casablanca 2026-09-20T01:00Z 2026-09-20T02:00 2026-09-20T01:00
  America/Havana 2026-03-08T05:00Z 2026-03-08T00:00 2026-03-08T01:00
  America/Havana 2026-11-01T05:00Z 2026-11-01T01:00 2026-11-01T00:00
  America/New_York 2026-03-08T07:00Z 2026-03-08T02:00 2026-03-08T03:00
  America/New_York 2026-11-01T06:00Z 2026-11-01T02:00 2026-11-01T01:00
  America/Nuuk 2026-03-29T01:00Z 2026-03-28T23:00 2026-03-29T00:00
  America/Nuuk 2026-10-25T01:00Z 2026-10-25T00:00 2026-10-24T23:00
  America/Santiago 2026-04-05T03:00Z 2026-04-05T00:00 2026-04-04T23:00
  America/Santiago 2026-09-06T04:00Z 2026-09-06T00:00 2026-09-06T01:00
  America/St_Johns 2026-03-08T05:30Z 2026-03-08T02:00 2026-03-08T03:00
  America/St_Johns 2026-11-01T04:30Z 2026-11-01T02:00 2026-11-01T01:00
  America/Vancouver 2026-03-08T10:00Z 2026-03-08T02:00 2026-03-08T03:00
  America/Vancouver 2026-11-01T09:00Z 2026-11-01T02:00 2026-11-01T02:00
  Antarctica/Troll 2026-03-29T01:00Z 2026-03-29T01:00 2026-03-29T03:00
  Antarctica/Troll 2026-10-25T01:00Z 2026-10-25T03:00 2026-10-25T01:00
  Asia/Beirut 2026-03-28T22:00Z 2026-03-29T00:00 2026-03-29T01:00
  Asia/Beirut 2026-10-24T21:00Z 2026-10-25T00:00 2026-10-24T23:00
  Asia/Gaza 2026-03-28T00:00Z 2026-03-28T02:00 2026-03-28T03:00
  Asia/Gaza 2026-10-23T23:00Z 2026-10-24T02:00 2026-10-24T01:00
  Australia/Lord_Howe 2026-04-04T15:00Z 2026-04-05T02:00 2026-04-05T01:30
  Australia/Lord_Howe 2026-10-03T15:30Z 2026-10-04T02:00 2026-10-04T02:30
  Europe/Chisinau 2026-03-29T01:00Z 2026-03-29T03:00 2026-03-29T04:00
  Europe/Chisinau 2026-10-25T01:00Z 2026-10-25T04:00 2026-10-25T03:00
  Europe/Dublin 2026-03-29T01:00Z 2026-03-29T01:00 2026-03-29T02:00
  Europe/Dublin 2026-10-25T01:00Z 2026-10-25T02:00 2026-10-25T01:00
  Europe/Madrid 2026-03-29T01:00Z 2026-03-29T02:00 2026-03-29T03:00
  Europe/Madrid 2026-10-25T01:00Z 2026-10-25T03:00 2026-10-25T02:00
  Pacific/Chatham 2026-04-04T14:00Z 2026-04-05T03:45 2026-04-05T02:45
  Pacific/Chatham 2026-09-26T14:00Z 2026-09-27T02:45 2026-09-27T03:45`

test('the time zone data of this run time agrees with tzdb 2026c', () => {
  const stale: string[] = []
  for (const line of changes.trim().split('\n')) {
    const [zone, utc, before, after] = line.trim().split(' ') as [string, string, string, string]
    const there = Temporal.Instant.from(utc).toZonedDateTimeISO(zone)
    const justBefore = Temporal.Instant.from(utc).subtract({ seconds: 1 }).toZonedDateTimeISO(zone).toPlainDateTime().add({ seconds: 1 })
    if (!there.toPlainDateTime().equals(Temporal.PlainDateTime.from(after)) || !justBefore.equals(Temporal.PlainDateTime.from(before)))
      stale.push(`${zone} ${utc}`)
  }
  expect(stale).toEqual([])
})

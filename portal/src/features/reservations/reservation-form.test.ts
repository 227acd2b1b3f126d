import type { Slot } from '@tablewire/contracts/booking/availability'
import type { Reservation } from '@tablewire/contracts/booking/reservations'
import { describe, expect, it } from 'vitest'
import { chosenDuration, createBody, fieldOf, newValues, patchBody, startOf, valuesOf } from './reservation-form.ts'

const saving = { startsAt: '2026-11-20T19:00:00Z', notify: false, override: false, walkInName: 'Walk-in' }
const slot = {
  startsAt: '2026-11-20T23:30:00Z',
  endsAt: '2026-11-21T01:00:00Z',
  startsLocal: '2026-11-21T00:30',
  shiftId: null,
  open: true,
  type: 'book',
  coversLeft: 4,
  areas: [],
} satisfies Slot
const place = { zone: 'Europe/Madrid', slots: [slot], now: Date.parse('2026-11-20T18:12:40Z') }
const values = newValues('v', '2026-11-20')
const row = {
  id: 'r',
  venueId: 'v',
  serviceOn: '2026-11-20',
  startsAt: '2026-11-20T19:00:00Z',
  startsLocal: '2026-11-20T20:00',
  partySize: 2,
  areaId: 'a',
  source: 'phone',
  guest: { id: 'g', firstName: 'Ana', lastName: 'Ferreira', email: null, phone: '+34600111222', lang: 'es' },
  notes: null,
  tags: ['VIP'],
  version: 7,
} as unknown as Reservation

describe('what the form sends', () => {
  it('finds the instant of a slot after midnight, of any other minute, and of a walk-in', () => {
    expect(startOf({ ...values, time: '00:30' }, place)).toBe('2026-11-20T23:30:00Z')
    expect(startOf({ ...values, time: '20:10' }, place)).toBe('2026-11-20T19:10:00Z')
    expect(startOf({ ...values, walkIn: true }, place)).toBe('2026-11-20T18:12:00Z')
  })
  it('trims, leaves out what is empty, and names a walk-in who gave no name', () => {
    const guest = { firstName: ' Ana ', lastName: ' Ferreira', email: ' ', phone: ' 600 111 222 ', lang: '' as const }
    expect(createBody({ ...values, guest, tags: 'VIP, , birthday,VIP', notes: '  ' }, saving)).toMatchObject({
      guest: { firstName: 'Ana', lastName: 'Ferreira', email: null, phone: '600 111 222', lang: null },
      tags: ['VIP', 'birthday'],
      notes: null,
      areaId: null,
      source: 'phone',
    })
    expect(createBody({ ...values, walkIn: true }, saving)).toMatchObject({ guest: { lastName: 'Walk-in' }, source: 'walk_in' })
  })
  it('sends only what differs, with the version it was seen in', () => {
    expect(patchBody(valuesOf(row), row, saving)).toEqual({ notify: false, override: false, version: 7 })
    const changed = { ...valuesOf(row), partySize: 4, guest: { ...valuesOf(row).guest, phone: '' } }
    expect(patchBody(changed, row, { ...saving, startsAt: '2026-11-20T20:00:00Z' })).toEqual({
      startsAt: '2026-11-20T20:00:00Z',
      partySize: 4,
      guest: { phone: null },
      notify: false,
      override: false,
      version: 7,
    })
  })
  it('puts complaints of the server where they belong', () => {
    expect([fieldOf('guest.phone'), fieldOf('startsAt'), fieldOf('tags.0')]).toEqual(['guest.phone', 'time', 'tags'])
  })
})

describe('how long a party stays', () => {
  const offered = { requiresDuration: false, durations: [{ value: 3600, label: '1 hour' }], bookingTypes: [] }
  it('is what the venue’s system offers, and nothing where it offers nothing', () => {
    expect(chosenDuration('3600', offered)).toEqual({ value: '3600', free: false, required: false })
    expect(chosenDuration('5400', offered).value).toBe('')
    expect(chosenDuration('3600', undefined)).toEqual({ value: '', free: false, required: false })
    expect(createBody({ ...values, duration: '3600' }, saving)).toMatchObject({ duration: 3600 })
    expect(createBody(values, saving)).not.toHaveProperty('duration')
  })
  it('is any length where it is required and none is named', () => {
    const free = { requiresDuration: true, durations: [], bookingTypes: [] }
    expect(chosenDuration('4500', free)).toEqual({ value: '4500', free: true, required: true })
    expect(chosenDuration('30', free).value).toBe('')
  })
})

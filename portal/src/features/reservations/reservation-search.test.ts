import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { describe, expect, it } from 'vitest'
import { activeFilters, filtersOf, laneOfSearch, laneStatuses, matches, readSearch, viewKeysOf, without } from './reservation-search.ts'

const venueId = '01900000-0000-7000-8000-000000000001'
const today = '2026-11-20'
const read = (text: string) => readSearch(Object.fromEntries(new URLSearchParams(text)))
const row = (more: Partial<ReservationRow> = {}): ReservationRow => ({
  id: '01900000-0000-7000-8000-0000000000aa',
  reference: 'ABCDEFGH',
  venueId,
  venueName: 'Gufo',
  test: false,
  status: 'confirmed',
  partySize: 4,
  startsAt: '2026-11-20T19:00:00Z',
  endsAt: '2026-11-20T21:00:00Z',
  startsLocal: '2026-11-20T20:00',
  serviceOn: today,
  areaId: null,
  areaName: null,
  source: 'phone',
  channelId: null,
  channelName: null,
  guest: { id: null, firstName: 'Ana', lastName: 'Ferreira', email: null, phone: null, lang: null },
  notes: null,
  tags: [],
  override: false,
  holdExpiresAt: null,
  createdAt: '2026-11-01T10:00:00Z',
  updatedAt: '2026-11-01T10:00:00Z',
  version: 1,
  ...more,
})

describe('the address of the list', () => {
  it('is quiet by default: today, all venues, by time', () => {
    expect(read('')).toMatchObject({ view: 'list', date: undefined, venue: [], status: [], q: '', sort: 'startsAt', basis: 'meal' })
    expect(filtersOf(read(''), today)).toEqual({ date: today })
  })
  it('reads what people write into it, and leaves out what makes no sense', () => {
    const search = read(
      `date=2026-02-30&venue=${venueId},nonsense&status=seated,flying,confirmed&party=4,0,x,1001&source=phone,fax&sort=name&view=wall&id=7`,
    )
    expect(search).toMatchObject({ date: undefined, venue: [venueId], status: ['confirmed', 'seated'], party: [4], source: ['phone'] })
    expect(search).toMatchObject({ sort: 'startsAt', view: 'list', id: undefined })
  })
  it('asks for a day, a range or every day, by meal or by creation', () => {
    expect(filtersOf(read('date=2026-12-24'), today)).toEqual({ date: '2026-12-24' })
    expect(filtersOf(read('date=any'), today)).toEqual({})
    expect(filtersOf(read('date=2026-12-24&from=2026-12-01&to=2026-12-31'), today)).toEqual({ from: '2026-12-01', to: '2026-12-31' })
    expect(filtersOf(read('basis=creation'), today)).toEqual({ dateBasis: 'creation', from: today, to: today })
    expect(read('basis=creation').sort).toBe('-createdAt')
  })
  it('knows which filters hide rows, and takes each off whole', () => {
    const search = read('q=ana&from=2026-12-01&basis=creation&party=2')
    expect(activeFilters(search)).toEqual(['q', 'range', 'party'])
    expect(Object.keys(without(['range', 'q']))).toEqual(['from', 'to', 'basis', 'q'])
    expect(laneOfSearch(read(`status=${laneStatuses.expected.join()}`))).toBe('expected')
    expect(laneOfSearch(read('status=confirmed'))).toBeUndefined()
  })
})

describe('whether a changed row belongs to the list', () => {
  const fits = (text: string, more: Partial<ReservationRow> = {}) => matches(row(more), filtersOf(read(text), today))
  it('is told from the row where the row can tell', () => {
    expect(fits('')).toBe(true)
    expect(fits('', { serviceOn: '2026-11-21' })).toBe(false)
    expect(fits('', { status: 'held' })).toBe(false)
    expect(fits('status=held', { status: 'held' })).toBe(true)
    expect(fits('status=seated')).toBe(false)
    expect(fits('party=4,6')).toBe(true)
    expect(fits(`venue=${venueId.replace('1', '2')}`)).toBe(false)
    expect(fits('from=2026-11-01&to=2026-11-19')).toBe(false)
    expect(fits('date=any', { serviceOn: '2020-01-01' })).toBe(true)
  })
  it('is left to the server where only the server knows', () => {
    expect(fits('q=ana')).toBeUndefined()
    expect(fits('basis=creation')).toBeUndefined()
    expect(fits(`rms=${venueId}`)).toBeUndefined()
    expect(fits('q=ana&status=seated')).toBe(false)
  })
})

it('SH6: a saved view keeps every filter and every day, and no single day', () => {
  const keys = viewKeysOf(readSearch({ date: '2027-05-01' }))
  expect(keys).not.toContain('date')
  for (const name of ['q', 'from', 'to', 'basis', 'status', 'channel', 'venue', 'sort', 'view', 'undelivered']) expect(keys).toContain(name)
  expect(viewKeysOf(readSearch({ date: 'any' }))).toContain('date')
})

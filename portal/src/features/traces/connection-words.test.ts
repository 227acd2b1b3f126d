import type { CallFigures, Connection } from '@tablewire/contracts/operations/traces'
import { afterAll, expect, test, vi } from 'vitest'
import { figuresInWords, healthInWords, stateInWords, toneOf, recoveredKind } from './connection-words.ts'
import en from './en.json' with { type: 'json' }

// The language stands at the page; there is none here.
vi.hoisted(() => Object.assign(globalThis, { document: { documentElement: { lang: 'en' } } }))
// Other files of this process would take it for a browser's.
afterAll(() => void Reflect.deleteProperty(globalThis, 'document'))

type T = Parameters<typeof stateInWords>[0]
const t = ((key: keyof typeof en, values: Record<string, string> = {}) =>
  en[key].replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')) as unknown as T

const figures = (over: Partial<CallFigures>): CallFigures => ({
  kind: 'lookup',
  calls: 16,
  refused: 0,
  errorShare: 0,
  averageMs: 40,
  usualMs: null,
  limits: { errorShare: 0.03, averageMs: 1500 },
  hours: [{ at: '2026-11-23T13:00:00Z', calls: 16, failed: 0, averageMs: 40 }],
  ...over,
})
const connection = (over: Partial<Connection>): Connection => ({
  kind: 'system',
  id: '01900000-0000-7000-8000-000000000001',
  name: 'Sandbox Reservations',
  state: 'fine',
  since: null,
  calls: 16,
  errorShare: 0,
  averageMs: 40,
  kinds: [figures({})],
  beyond: null,
  beyondUsual: false,
  partial: false,
  health: null,
  usualMs: null,
  error: null,
  waiting: 0,
  undelivered: 0,
  silence: null,
  google: [],
  hours: [{ at: '2026-11-23T13:00:00Z', calls: 16, failed: 0, averageMs: 40 }],
  ...over,
})

test('HU5: what was beyond its limit within the hour is not called fine, also when it is well again', () => {
  const again = connection({ kinds: [figures({ kind: 'booking', calls: 0 }), figures({ errorShare: 3 / 16 })] })
  expect([stateInWords(t, again), toneOf(again)]).toEqual(['Well again', 'warning'])
  expect(healthInWords(t, again)).toBe('Answers again. Reads of bookings: 19% failed within the last hour; the limit is 3%.')
  const slow = connection({ kinds: [figures({ averageMs: 2000 })] })
  expect(healthInWords(t, slow)).toMatch(/^Quick again\. Reads of bookings: 2.* on average within the last hour\.$/)
  const well = connection({})
  expect([stateInWords(t, well), toneOf(well), recoveredKind(well)]).toEqual(['Fine', 'success', undefined])
  // What goes wrong at this moment has its own words.
  expect(recoveredKind(connection({ state: 'failing', kinds: again.kinds }))).toBeUndefined()
})

test('HU5: nothing asked says what was not asked, as settings and checks are calls, too', () => {
  const quiet = connection({ kind: 'channel', state: 'idle', calls: 0, kinds: [], hours: [] })
  expect(healthInWords(t, quiet)).toBe('No searches, look-ups, bookings or changes in the last 24 hours.')
})

test('GO1: where Google judges calls by its own limits, ours do not stand beside them as if all were well', () => {
  const plural = ((key: string, values: object) => t((key in en ? key : `${key}_other`) as never, values as never)) as unknown as T
  const booking = figures({ kind: 'booking', calls: 24, refused: 23, errorShare: 0 })
  expect(figuresInWords(plural, booking)).toMatch(/0% failed \(limit \d/)
  expect(figuresInWords(plural, booking, 'byGoogle')).toMatch(/0% failed here · /)
  expect(figuresInWords(plural, booking, 'byGoogle')).not.toContain('limit')
})

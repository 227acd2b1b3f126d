import { expect, test, vi } from 'vitest'
import type { Act } from './acts/act.ts'

vi.stubGlobal('addEventListener', () => undefined)
vi.mock('#src/api/session.ts', () => ({ sessionStore: { get: () => ({}), onEnd: () => undefined, subscribe: () => undefined } }))
vi.mock('#src/api/client.ts', () => ({ api: () => undefined }))
vi.mock('#src/api/live.ts', () => ({ liveState: () => 'live', onLiveState: () => undefined }))
vi.mock('#src/api/stored-session.ts', () => ({ storageKey: 'portal' }))
const { countSteps } = await import('./unsent-moves.ts')

const act = (call: Act['call'], subject: string, beside = false) => ({ call, subject, beside }) as Act

test('a walk-in is booked, seated and given its table by one touch, and counts as one step', () => {
  const walkIn = [act('reservations.create', 'new'), act('reservations.seat', 'new', true), act('tables.assign', 'new', true)]
  expect(countSteps(walkIn)).toBe(1)
  expect(countSteps([...walkIn, act('reservations.complete', 'new'), act('reservations.seat', 'ana')])).toBe(3)
  expect(countSteps([act('reservations.seat', 'bo'), act('reservations.seat', 'ana'), act('tables.assign', 'bo', true)])).toBe(2)
  // The party sits by now, its table is still to be told.
  expect(countSteps([act('tables.assign', 'ana', true)])).toBe(1)
  expect(countSteps([])).toBe(0)
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import type { Wanted } from './keep-act.ts'

/** As a browser's: what is kept are its own names. */
const aStorage = (): Storage => {
  const methods = {
    getItem: (name: string) => (Object.hasOwn(storage, name) ? String(Reflect.get(storage, name)) : null),
    setItem: (name: string, text: string) => void Reflect.set(storage, name, text),
    removeItem: (name: string) => void Reflect.deleteProperty(storage, name),
  }
  const storage = Object.create(methods) as Storage
  return storage
}
vi.stubGlobal('addEventListener', () => undefined)
vi.stubGlobal('removeEventListener', () => undefined)
vi.stubGlobal('localStorage', aStorage())

const host = { id: 'host', firstName: 'Hanna', lastName: 'Ruiz', roles: [], permissions: [] as string[] }
let may = false
let asked = 0
vi.mock('@tablewire/contracts/identity/access', () => ({ abilityOf: () => ({ can: () => may }) }))
vi.mock('#src/api/session.ts', () => ({
  sessionStore: { get: () => ({ user: { access_token: 't' }, userData: host }), onEnd: () => undefined, subscribe: () => undefined },
}))
vi.mock('#src/api/stored-session.ts', () => ({ storageKey: 'portal' }))
vi.mock('#src/api/live.ts', () => ({ liveState: () => 'live', onLiveState: () => undefined }))
vi.mock('./show-acts.ts', () => ({ showActs: () => undefined, showPlayed: () => undefined, askEvening: () => void (asked += 1) }))

type Sent = { call: string; key: string | undefined; body: Record<string, unknown>; id: string | undefined }
const sent: Sent[] = []
/** What the server answers, by the call. */
const answers = new Map<string, (one: Sent) => unknown>()
vi.mock('#src/api/client.ts', () => ({
  api: async (
    endpoint: { id: string },
    input: { params?: { id?: string }; body?: Record<string, unknown> },
    options?: { idempotencyKey?: string },
  ) => {
    const one: Sent = { call: endpoint.id, key: options?.idempotencyKey, body: input.body ?? {}, id: input.params?.id }
    sent.push(one)
    return answers.get(one.call)?.(one) ?? { id: one.id, version: 1 }
  },
}))
const { ApiError } = await import('#src/api/api-error.ts')
const { actStore } = await import('./act-store.ts')
const { storeAct } = await import('./keep-act.ts')
const { conflictsOf } = await import('./play-rules.ts')
const { player } = await import('./player.ts')
const { told } = await import('./told.ts')

const refusal = (code: string, status = 409): never => {
  throw new ApiError(status, code as never, { message: `${code}!` })
}
const ana = { id: 'ana', status: 'confirmed' } as ReservationRow
const about = { subject: 'ana', name: 'Ana', venueId: 'house', date: '2026-11-28', params: { id: 'ana' }, row: ana }
const does = (more: Partial<Wanted>) => storeAct({ ...about, call: 'reservations.seat', body: {}, ...more }, true)
const settled = async (): Promise<void> => {
  player.start()
  await vi.waitFor(() => expect(actStore.all().every(({ refused }) => refused) || actStore.all().some(({ refused }) => refused)).toBe(true))
}
const calls = (): string[] => sent.map(({ call }) => call)
const notReads = (): string[] => calls().filter((call) => !/\.(get|list|day|choices|events)$/.test(call))

beforeEach(() => {
  may = false
  sent.length = 0
  asked = 0
  answers.clear()
})
afterEach(() => actStore.remove(actStore.all().map(({ key }) => key)))

test('RE5: acts are done in order, each under its key, and the next builds on the version that came of it', async () => {
  const seat = does({})
  answers.set('reservations.seat', () => ({ id: 'ana', version: 7 }))
  does({ call: 'reservations.update', body: { notes: 'window', version: 3 } })
  await settled()
  expect(notReads()).toEqual(['reservations.seat', 'reservations.update'])
  expect(sent[0]!.key).toBe(seat.key)
  expect(sent[1]!.body).toEqual({ notes: 'window', version: 7 })
  expect(actStore.all()).toEqual([])
})

test('RE3: a party from the door is made once, and is seated under the id that the server gave it', async () => {
  answers.set('reservations.create', () => ({ id: 'theirs', version: 1 }))
  does({ call: 'reservations.create', makes: true, subject: 'ours', params: {}, body: { partySize: 3 } })
  does({ subject: 'ours', params: { id: 'ours' } })
  await settled()
  expect(sent.map(({ call, id }) => [call, id])).toEqual([
    ['reservations.create', undefined],
    ['reservations.seat', 'theirs'],
  ])
})

test('RE5: what is refused waits for people with what builds on it, and all else goes on', async () => {
  answers.set('reservations.seat', ({ id }) => (id === 'ana' ? refusal('reservation.move_illegal') : { id, version: 2 }))
  answers.set('reservations.get', () => ({ id: 'ana', status: 'canceled', version: 4 }))
  const seat = does({})
  const rejected = told.wait(seat.key)
  rejected.catch(() => undefined)
  does({ call: 'reservations.complete' })
  does({ subject: 'bea', params: { id: 'bea' } })
  await settled()
  await expect(rejected).rejects.toThrow('reservation.move_illegal!')
  await vi.waitFor(() => expect(calls()).toContain('reservations.seat'))
  await vi.waitFor(() => expect(sent.some(({ id, call }) => id === 'bea' && call === 'reservations.seat')).toBe(true))
  const [conflict, ...rest] = conflictsOf(actStore.all())
  expect(rest).toEqual([])
  expect(conflict).toMatchObject({
    act: { key: seat.key, refused: { code: 'reservation.move_illegal' } },
    behind: [{ call: 'reservations.complete' }],
  })
  expect(calls()).not.toContain('reservations.complete')
})

test('RE5: done anyway it is another act, with the present version, before what waited behind it', async () => {
  answers.set('reservations.update', ({ body }) =>
    body['version'] === 3 ? refusal('reservation.changed_meanwhile') : { id: 'ana', version: 9 },
  )
  answers.set('reservations.get', () => ({ id: 'ana', status: 'confirmed', notes: 'other', version: 8 }))
  const first = does({ call: 'reservations.update', body: { notes: 'window', version: 3 } })
  does({ call: 'reservations.seat' })
  await settled()
  const [{ act }] = conflictsOf(actStore.all()) as [ReturnType<typeof conflictsOf>[number]]
  player.again(act, { key: 'anew', body: { ...act.body, version: 8 } })
  await vi.waitFor(() => expect(actStore.all()).toEqual([]))
  expect(first.key).not.toBe('anew')
  expect(notReads()).toEqual(['reservations.update', 'reservations.update', 'reservations.seat'])
})

test('RE5: a seat that is dropped takes its table along, and nobody is asked twice', async () => {
  answers.set('reservations.seat', () => refusal('reservation.move_illegal'))
  answers.set('reservations.get', () => ({ id: 'ana', status: 'canceled', version: 4 }))
  does({})
  does({ call: 'tables.assign', body: { tableIds: ['t1'], locked: false, moves: [], version: 0 }, beside: true })
  does({ call: 'reservations.update', body: { notes: 'nuts', version: 4 } })
  await settled()
  const [{ act, along }] = conflictsOf(actStore.all()) as [ReturnType<typeof conflictsOf>[number]]
  expect(along).toHaveLength(1)
  player.drop(act)
  await vi.waitFor(() => expect(actStore.all()).toEqual([]))
  expect(notReads()).toEqual(['reservations.seat', 'reservations.update'])
})

test('RE5: done anyway it counts from when it was noted, and not from when somebody decided', async () => {
  answers.set('reservations.seat', ({ key }) => (key === 'anew' ? { id: 'ana', version: 9 } : refusal('reservation.move_illegal')))
  answers.set('reservations.get', () => ({ id: 'ana', status: 'canceled', version: 8 }))
  const seat = does({ body: { notedAt: '2026-11-28T20:27:00Z' } })
  actStore.put([{ ...seat, at: Date.now() - 3_600_000 }])
  await settled()
  const [{ act }] = conflictsOf(actStore.all()) as [ReturnType<typeof conflictsOf>[number]]
  player.again(act, { key: 'anew', body: { ...act.body, version: 8 }, first: 'reservations.reopen' })
  expect(actStore.all()[0]).toMatchObject({ at: act.at })
  await vi.waitFor(() => expect(actStore.all()).toEqual([]))
  expect(notReads().slice(1)).toEqual(['reservations.reopen', 'reservations.seat'])
  expect(sent.at(-1)?.body).toEqual({ notedAt: '2026-11-28T20:27:00Z' })
})

test('RE3: a party from the door that came longer ago than the book takes one is recorded by whoever may book beyond it', async () => {
  may = true
  answers.set('reservations.create', ({ body }) => (body['override'] ? { id: 'theirs', version: 1 } : refusal('slot.past')))
  does({ call: 'reservations.create', makes: true, subject: 'ours', params: {}, body: { partySize: 3, startsAt: '2026-11-28T18:00:00Z' } })
  player.start()
  await vi.waitFor(() => expect(actStore.all()).toEqual([]))
  expect(sent.at(-1)?.body).toEqual({ partySize: 3, startsAt: '2026-11-28T18:00:00Z', override: true })
})

test('RE5: dropped it is gone, and what waited behind it is done', async () => {
  answers.set('tables.assign', () => refusal('tables.taken'))
  answers.set('tables.choices', () => ({ seat: { tableIds: [], locked: false, version: 2 } }))
  does({ call: 'tables.assign', body: { tableIds: ['t1'], locked: false, moves: [], version: 0 } })
  does({})
  await settled()
  const [{ act }] = conflictsOf(actStore.all()) as [ReturnType<typeof conflictsOf>[number]]
  player.drop(act)
  await vi.waitFor(() => expect(actStore.all()).toEqual([]))
  expect(notReads()).toEqual(['tables.assign', 'reservations.seat'])
})

test('RE3: what is so already is no conflict: its answer was lost, or somebody else did the very same', async () => {
  answers.set('reservations.seat', () => refusal('reservation.move_illegal'))
  answers.set('reservations.get', () => ({ id: 'ana', status: 'seated', version: 5 }))
  does({})
  answers.set('tables.assign', () => refusal('seat.version_stale'))
  answers.set('tables.choices', () => ({ seat: { tableIds: ['t1'], locked: true, version: 2 } }))
  does({ call: 'tables.assign', body: { tableIds: ['t1'], locked: true, moves: [], version: 1 } })
  player.start()
  await vi.waitFor(() => expect(actStore.all()).toEqual([]))
})

test.each([
  [true, [undefined, true]],
  [false, [undefined]],
])('RE3: where the book is full a party from the door is recorded by whoever may book beyond it (%s)', async (allowed, overrides) => {
  may = allowed
  answers.set('reservations.create', ({ body }) => (body['override'] ? { id: 'theirs', version: 1 } : refusal('slot.taken')))
  does({ call: 'reservations.create', makes: true, subject: 'ours', params: {}, body: { partySize: 3 } })
  player.start()
  await vi.waitFor(() => expect(actStore.all().every(({ refused }) => refused)).toBe(true))
  expect(sent.map(({ body }) => body['override'])).toEqual(overrides)
  expect(new Set(sent.map(({ key }) => key)).size).toBe(sent.length)
  expect(conflictsOf(actStore.all())).toHaveLength(allowed ? 0 : 1)
})

test('RE5: an act of long ago is not done by itself', async () => {
  const act = does({})
  actStore.put([{ ...act, at: Date.now() - 13 * 3_600_000 }])
  await settled()
  expect(sent).toEqual([])
  expect(conflictsOf(actStore.all())).toHaveLength(1)
})

test('RE5: once an outage is over and all is sent, what others did meanwhile is asked for', async () => {
  let silent = true
  answers.set('reservations.seat', ({ id }) => (silent ? refusal('network.failed', 0) : { id, version: 2 }))
  does({})
  player.start()
  await vi.waitFor(() => expect(calls()).toContain('reservations.seat'))
  expect(asked).toBe(0)
  silent = false
  await vi.waitFor(
    () => {
      player.start()
      expect(actStore.all()).toEqual([])
    },
    { timeout: 8_000 },
  )
  await vi.waitFor(() => expect(asked).toBe(1))
}, 10_000)

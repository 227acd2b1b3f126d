import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Answer, Call, Connector, NewBooking, RemoteBooking, RemoteSlot } from './connector.ts'
import type { Http } from './http.ts'
import { withResilience } from './resilience.ts'

export type Trouble = 'slow' | 'timeout_after' | 'error_before' | 'error_after' | 'conflict' | 'busy' | 'garbage' | 'cut'
/** A real server of the system, with control over its bookings. */
export type Target = {
  settings: unknown
  secrets: Readonly<Record<string, string>>
  http: Http
  /** A venue with free tables for two on `date`, in `timeZone`; nobody else books there. */
  venueId: string
  timeZone: string
  date: string
  /** Injects a fault into that operation, so many times; null = none any more. */
  trouble(kind: Trouble | null, on?: string, times?: number): Promise<void>
  /** How many bookings that are not canceled the system has. */
  bookings(): Promise<number>
  close(): Promise<void>
}

/** Timeouts: short where the system is made to hang, ample where a busy machine might be slow. */
const limitsMs = { create: 1000, find: 1000 }
const ampleMs = 15_000
const unknownToSystem = 'no-such-thing'

const faultOf = (answer: Answer<unknown>) => {
  if (answer.ok) throw new Error(`answered ${JSON.stringify(answer.value)}`)
  return { kind: answer.fault.kind, done: answer.fault.done }
}
const valueOf = <T>(answer: Answer<T>): T => {
  if (!answer.ok) throw new Error(JSON.stringify(answer.fault))
  return answer.value
}

/** Shared set-up of the tests: a connector with short timeouts, and requests that never conflict. */
const makeStand = (given: Connector, open: () => Promise<Target>) => {
  const ample = Object.fromEntries(Object.keys(given.timeLimitsMs).map((name) => [name, ampleMs]))
  const connector = withResilience({ ...given, timeLimitsMs: { ...ample, ...limitsMs } as Connector['timeLimitsMs'] })
  const all: { target?: Target } = {}
  let count = 0
  let line = 0
  const target = (): Target => all.target!
  const call = (over: Partial<Call<unknown>> = {}): Call<unknown> => ({
    // Each test has a circuit of its own: one test's failures must not open that of the next.
    systemId: `${given.code} ${line}`,
    settings: target().settings,
    secrets: target().secrets,
    headers: {},
    http: target().http,
    signal: new AbortController().signal,
    ...over,
  })
  const on = () => ({ venueId: target().venueId })
  const ask = (over: object = {}) => {
    const { timeZone, date } = target()
    return { ...on(), timeZone, from: date, to: date, partySizes: [2], areaId: null, ...over }
  }
  const slots = async (): Promise<RemoteSlot[]> => valueOf(await connector.availability(call(), ask()))[0]!.slots
  return {
    given,
    connector,
    target,
    call,
    on,
    ask,
    slots,
    open: async () => void (all.target = await open()),
    nextLine: async () => {
      line++
      await target().trouble(null)
    },
    newBooking: async (over: Partial<NewBooking> = {}): Promise<NewBooking> => ({
      ...on(),
      areaId: null,
      startsAt: (await slots())[0]!.startsAt,
      partySize: 2,
      contact: {
        firstName: 'Ana',
        lastName: 'Lima',
        email: `ana${++count}@example.com`,
        phone: '+351912345678',
        lang: 'pt',
        optIn: true,
      },
      notes: 'By the window',
      channel: { id: 'guide', name: 'A Guide' },
      key: `key-${given.code}-${process.pid}-${count}`,
      paymentToken: null,
      ...over,
    }),
    found: async ({ contact }: NewBooking): Promise<RemoteBooking[]> =>
      valueOf(await connector.search(call(), { ...on(), from: target().date, to: target().date, email: contact.email! })),
  }
}
type Stand = ReturnType<typeof makeStand>

/** When nothing goes wrong. */
const answersWell = ({ given, connector, target, call, on, ask, slots, newBooking, found }: Stand): void => {
  test('it knows whether the system is well, and whether it is known there', async () => {
    expect((await connector.health(call())).ok).toBe(true)
    const stranger = call({ secrets: Object.fromEntries(given.secrets.map((name) => [name, 'wrong'])) })
    expect(faultOf(await connector.health(stranger))).toEqual({ kind: 'denied', done: 'no' })
    expect(faultOf(await connector.create(stranger, await newBooking()))).toEqual({ kind: 'denied', done: 'no' })
  })

  test('a span of days and several sizes come whole and in order; what the system does not know is said so', async () => {
    const to = new Date(Date.parse(target().date) + 2 * 86_400_000).toISOString().slice(0, 10)
    const days = valueOf(await connector.availability(call(), ask({ to, partySizes: [2, 4] })))
    expect(days.map(({ date, partySize }) => `${date} ${partySize}`).toSorted()).toHaveLength(6)
    for (const { slots: offered } of days) {
      expect(offered.map(({ startsAt }) => startsAt)).toEqual(offered.map(({ startsAt }) => startsAt).toSorted())
      for (const { startsAt, spotsOpen } of offered) {
        expect(new Date(startsAt).toISOString()).toBe(startsAt)
        expect(spotsOpen).toBeGreaterThan(0)
      }
    }
    expect(faultOf(await connector.availability(call(), ask({ venueId: unknownToSystem })))).toEqual({ kind: 'not_found', done: 'no' })
  })

  test('a booking is made, found, searched for, changed and canceled', async () => {
    const booking = await newBooking()
    const made = valueOf(await connector.create(call(), booking))
    expect(made).toMatchObject({ status: 'confirmed' })
    expect(valueOf(await connector.find(call(), { id: made.id, ...on() }))).toMatchObject({
      id: made.id,
      status: 'confirmed',
      startsAt: booking.startsAt,
      partySize: 2,
      notes: 'By the window',
      contact: { firstName: 'Ana', lastName: 'Lima', email: booking.contact.email, phone: '+351912345678' },
    })
    expect((await found(booking)).map(({ id, key }) => ({ id, key }))).toEqual([{ id: made.id, key: booking.key }])
    valueOf(await connector.change(call(), { id: made.id, ...on(), partySize: 3, startsAt: (await slots()).at(-1)!.startsAt }))
    expect(valueOf(await connector.find(call(), { id: made.id, ...on() })).partySize).toBe(3)
    valueOf(await connector.cancel(call(), { id: made.id, ...on(), actor: 'guest', reason: 'ill' }))
    expect(valueOf(await connector.find(call(), { id: made.id, ...on() }))).toMatchObject({ status: 'canceled', cancelReason: 'ill' })
  })

  test('what is not there is definitely not there', async () => {
    const ref = { id: unknownToSystem, ...on() }
    expect(faultOf(await connector.find(call(), ref))).toEqual({ kind: 'not_found', done: 'no' })
    expect(faultOf(await connector.change(call(), { ...ref, partySize: 3 }))).toEqual({ kind: 'not_found', done: 'no' })
    expect(faultOf(await connector.cancel(call(), { ...ref, actor: 'guest', reason: null }))).toEqual({ kind: 'not_found', done: 'no' })
  })
}

/** Conflicts and faults. */
const meetsTrouble = ({ given, connector, target, call, on, slots, newBooking, found }: Stand): void => {
  test('when the tables are gone it says so', async () => {
    const startsAt = (await slots())[1]!.startsAt
    let last: Answer<unknown> = { ok: true, value: undefined }
    for (let i = 0; i < 60 && last.ok; i++) last = await connector.create(call(), await newBooking({ startsAt }))
    expect(faultOf(last)).toEqual({ kind: 'taken', done: 'no' })
    expect((await slots()).some((slot) => slot.startsAt === startsAt)).toBe(false)
  })

  test.each([
    { kind: 'timeout_after', fault: 'unclear', carriedOut: 'unknown', there: 1 },
    { kind: 'error_before', fault: 'unclear', carriedOut: 'unknown', there: 0 },
    { kind: 'error_after', fault: 'unclear', carriedOut: 'unknown', there: 1 },
    { kind: 'garbage', fault: 'garbage', carriedOut: 'unknown', there: 1 },
    { kind: 'cut', fault: 'unclear', carriedOut: 'unknown', there: 1 },
    { kind: 'conflict', fault: 'taken', carriedOut: 'no', there: 0 },
    { kind: 'busy', fault: 'busy', carriedOut: 'no', there: 0 },
  ] as const)(
    'a create with $kind is $fault, done: $carriedOut, and a search finds what is there',
    async ({ kind, fault, carriedOut, there }) => {
      const booking = await newBooking({ startsAt: (await slots()).at(-2)!.startsAt })
      const before = await target().bookings()
      await target().trouble(kind, 'create')
      const answer = await connector.create(call(), booking)
      expect(faultOf(answer)).toEqual({ kind: fault, done: carriedOut })
      if (kind === 'busy' && !answer.ok) expect(answer.fault.retryAfterMs).toBeGreaterThan(0)
      await target().trouble(null)
      expect((await target().bookings()) - before).toBe(there)
      expect((await found(booking)).map(({ key }) => key)).toEqual(there ? [booking.key] : [])
      if ((given.knowsKeysBy?.(target().settings) ?? given.knowsKeys) && carriedOut === 'unknown') {
        valueOf(await connector.create(call(), booking))
        expect((await target().bookings()) - before).toBe(1)
      }
      for (const { id } of await found(booking)) await connector.cancel(call(), { id, ...on(), actor: 'hub', reason: null })
    },
  )
}

/** Timeouts and the circuit breaker. */
const waitsNoLonger = ({ connector, target, call, on, ask, newBooking }: Stand): void => {
  test('a question that went wrong once is asked again, a write never', async () => {
    await target().trouble('error_before', 'availability', 1)
    expect((await connector.availability(call(), ask())).ok).toBe(true)
    const booking = await newBooking()
    const before = await target().bookings()
    await target().trouble('error_before', 'create', 1)
    expect((await connector.create(call(), booking)).ok).toBe(false)
    expect(await target().bookings()).toBe(before)
  })

  test('silence has an end, and after five in a row nobody waits for it any more', async () => {
    const booking = await newBooking()
    await target().trouble('timeout_after', 'find')
    for (let i = 0; i < 5; i++)
      expect(faultOf(await connector.find(call(), { id: unknownToSystem, ...on() }))).toEqual({ kind: 'unclear', done: 'no' })
    const look = async () => faultOf(await connector.find(call(), { id: unknownToSystem, ...on() }))
    expect(await look()).toEqual({ kind: 'unreachable', done: 'no' })
    // An open circuit for look-ups does not stop bookings.
    const made = valueOf(await connector.create(call(), booking))
    await connector.cancel(call(), { id: made.id, ...on(), actor: 'hub', reason: null })
    // A successful health check lets one probe through, which fails again: the next call is not sent.
    expect((await connector.health(call())).ok).toBe(true)
    expect(await look()).toEqual({ kind: 'unclear', done: 'no' })
    expect(await look()).toEqual({ kind: 'unreachable', done: 'no' })
    await target().trouble(null)
    expect((await connector.health(call())).ok).toBe(true)
    expect(await look()).toEqual({ kind: 'not_found', done: 'no' })
  })

  test('however many waited for the same silence, the first moment it is back is found', async () => {
    const look = async () => faultOf(await connector.find(call(), { id: unknownToSystem, ...on() }))
    await target().trouble('timeout_after', 'find')
    for (const { kind } of await Promise.all(Array.from({ length: 12 }, look))) expect(['unclear', 'busy']).toContain(kind)
    await target().trouble(null)
    const kinds: string[] = []
    do await sleep(50)
    while (kinds.push((await look()).kind) < 60 && kinds.at(-1) !== 'not_found')
    expect(kinds.at(-1)).toBe('not_found')
  })

  test('what it answers of another kind lets one question through before its time', async () => {
    const look = async () => connector.find(call(), { id: unknownToSystem, ...on() })
    const waitMs = (answer: Answer<unknown>) => (answer.ok ? 0 : (answer.fault.retryAfterMs ?? 0))
    const booking = await newBooking()
    await target().trouble('error_before', 'find')
    await vi.waitUntil(async () => waitMs(await look()) > 1500, { timeout: 10_000, interval: 100 })
    await target().trouble(null)
    expect(faultOf(await look())).toEqual({ kind: 'unreachable', done: 'no' })
    const made = valueOf(await connector.create(call(), booking))
    expect(faultOf(await look())).toEqual({ kind: 'not_found', done: 'no' })
    await connector.cancel(call(), { id: made.id, ...on(), actor: 'hub', reason: null })
  })

  test('where nobody listens nothing was sent', async () => {
    const settings = { ...(target().settings as object), baseUrl: 'http://127.0.0.1:9' }
    expect(faultOf(await connector.create(call({ settings }), await newBooking()))).toEqual({ kind: 'unreachable', done: 'no' })
  })
}

/** The conformance suite of every connector, run against a real server of its system. */
export const conformance = (given: Connector, open: () => Promise<Target>): void => {
  const stand = makeStand(given, open)
  beforeAll(stand.open)
  afterAll(() => stand.target().close())
  beforeEach(stand.nextLine)
  describe(`HU2: ${given.code} does what every connector does`, () => {
    answersWell(stand)
    meetsTrouble(stand)
    waitsNoLonger(stand)
  })
}

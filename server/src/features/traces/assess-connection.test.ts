import { expect, test } from 'vitest'
import type { CallKind } from '@tablewire/contracts/operations/traces'
import type { LatestCall } from '#src/platform/traces/latest-calls.ts'
import { assessConnection, type Step } from './assess-connection.ts'

const nowMs = Date.parse('2026-11-20T20:37:00Z')
/** One step for each given pair of calls and failures, the last one the step that runs. */
const steps = (...counts: [calls: number, failed: number, averageMs?: number][]): Step[] =>
  counts.map(([calls, failed, averageMs = 300], at) => ({
    at: new Date(nowMs - 420_000 - (counts.length - 1 - at) * 600_000).toISOString(),
    calls,
    refused: 0,
    failed,
    durationMs: calls * averageMs,
  }))
const of = (kind: CallKind, given: Step[]) => given.map((step) => ({ ...step, of: kind }))
const assess = (given: Step[], more: Partial<Parameters<typeof assessConnection>[0]> = {}) =>
  assessConnection({
    nowMs,
    steps: given,
    kinds: of('booking', given),
    health: null,
    usual: { booking: 300 },
    trouble: null,
    silent: null,
    ...more,
  })

test.each<[string, Step[], object]>([
  ['nothing for an hour', [], { state: 'idle', since: null, averageMs: null }],
  ['all well', steps([50, 0], [50, 1]), { state: 'fine', since: null, averageMs: 300 }],
  ['slower than the limit', steps([10, 0], [10, 0, 5000], [10, 0, 6000]), { state: 'slow', since: '2026-11-20T20:20:00.000Z' }],
  ['far slower than usual', steps([10, 0], [10, 0, 1500], [0, 0], [10, 0, 1600]), { state: 'slow', since: '2026-11-20T20:10:00.000Z' }],
  ['one slow call', steps([10, 0], [1, 0, 9000], [40, 0]), { state: 'fine' }],
  ['fails too often', steps([20, 0], [20, 3], [20, 4]), { state: 'failing', since: '2026-11-20T20:20:00.000Z' }],
  ['a good step does not outweigh', steps([20, 0], [20, 4], [20, 4], [3, 0]), { state: 'failing', since: '2026-11-20T20:10:00.000Z' }],
  ['one failure of very few', steps([4, 1]), { state: 'fine' }],
  ['nothing gets through', steps([20, 0], [3, 3], [0, 0], [4, 4]), { state: 'unreachable', since: '2026-11-20T20:10:00.000Z' }],
  ['is well again', steps([20, 20], [20, 20], [0, 0], [0, 0], [20, 0], [20, 0], [20, 0]), { state: 'fine', since: null }],
])('%s', (_what, given, expected) => {
  expect(assess(given)).toMatchObject(expected)
})

test('what was slow is over when the latest calls are quick again, and began with the first that was noticed', () => {
  const slow = steps([10, 0], [10, 0, 9000])
  const [before, running] = slow as [Step, Step]
  const latest = (...ms: number[]): Step[] => [
    before,
    {
      ...running,
      firstNoticedAt: '2026-11-20T20:31:07Z',
      latestCalls: ms.map((took, second) => [`2026-11-20T20:36:0${second}Z`, took, 0]),
    },
  ]
  expect(assess(latest(5000, 6000, 7000, 9000, 6000))).toMatchObject({ state: 'slow', since: '2026-11-20T20:31:07Z', beyondUsual: false })
  expect(assess(latest(300, 200, 250, 300, 280))).toMatchObject({ state: 'fine', since: null })
  // Two tell nothing yet; and within the limit it may still be far slower than usual.
  expect(assess(latest(300, 200))).toMatchObject({ state: 'slow' })
  expect(assess(latest(2000, 2100, 1900, 2000))).toMatchObject({ state: 'slow', beyondUsual: true })
})

test('slow and failing calls are told although the half hour before them went well', () => {
  const busy: Step[] = [
    {
      at: '2026-11-20T20:30:00Z',
      calls: 170,
      refused: 0,
      failed: 5,
      durationMs: 170 * 200,
      firstFailedAt: '2026-11-20T20:36:00Z',
      lastFailedAt: '2026-11-20T20:36:40Z',
      lastOkAt: '2026-11-20T20:35:59Z',
    },
  ]
  const latest = (ms: number, failed: 0 | 1) =>
    busy.map((step) => ({
      ...step,
      firstNoticedAt: '2026-11-20T20:31:00Z',
      lastPromptAt: '2026-11-20T20:35:58Z',
      latestCalls: [0, 10, 20, 30, 40].map((second) => [`2026-11-20T20:36:${String(second).padStart(2, '0')}Z`, ms, failed] as LatestCall),
    }))
  expect(assess(latest(5002, 1))).toMatchObject({ state: 'failing', since: '2026-11-20T20:36:00Z', beyond: 'booking' })
  const slow = latest(4020, 0).map((step) => ({ ...step, failed: 0, firstFailedAt: null, lastFailedAt: null }))
  expect(assess(slow)).toMatchObject({ state: 'slow', since: '2026-11-20T20:35:58Z', beyond: 'booking', beyondUsual: false })
  // Nobody booked for ten minutes, and other calls went well meanwhile.
  const later = { nowMs: Date.parse('2026-11-20T20:47:00Z'), kinds: of('booking', slow) }
  const others = slow.map((step) => ({ ...step, lastOkAt: '2026-11-20T20:46:50Z' }))
  expect(assess(others, later)).toMatchObject({ state: 'fine' })
  expect(assess(slow, later)).toMatchObject({ state: 'slow' })
})

const at = (text: string) => `2026-11-20T${text}Z`
/** Steps of 20:10, 20:20 and 20:30 with their moments; it is 20:37. */
const stepsOf = (...given: [hour: string, calls: number, failed: number, moments: (string | null)[]][]): Step[] =>
  given.map(([hour, calls, failed, [firstFailed, lastFailed, lastOk]]) => ({
    at: at(hour),
    calls,
    refused: 0,
    failed,
    durationMs: calls * 300,
    firstFailedAt: firstFailed ? at(firstFailed) : null,
    lastFailedAt: lastFailed ? at(lastFailed) : null,
    lastOkAt: lastOk ? at(lastOk) : null,
  }))
const well = { ok: true, since: at('20:36:00'), checkedAt: at('20:36:50'), failures: 0, error: null, durationMs: 5 }

test('since when is the moment of the first failure, also in ten minutes that had been well until then', () => {
  const failing = stepsOf(['20:20:00', 9, 0, [null, null, '20:29:50']], ['20:30:00', 10, 8, ['20:31:07', '20:36:40', '20:33:00']])
  expect(assess(failing)).toMatchObject({ state: 'failing', since: at('20:31:07') })
  const away = stepsOf(['20:20:00', 90, 1, ['20:29:04', '20:29:04', '20:28:59']], ['20:30:00', 5, 5, ['20:30:12', '20:36:50', null]])
  expect(assess(away, { nowMs: Date.parse(at('20:58:00')) })).toMatchObject({ state: 'unreachable', since: at('20:29:04') })
})

test('it is well again within a minute of the first good answer, and not between two failures', () => {
  const repaired = stepsOf(['20:30:00', 12, 11, ['20:31:07', '20:36:02', '20:36:04']])
  expect(assess(repaired)).toMatchObject({ state: 'fine', since: null })
  const between = stepsOf(['20:30:00', 12, 6, ['20:31:07', '20:36:40', '20:36:45']])
  expect(assess(between)).toMatchObject({ state: 'failing', since: at('20:31:07') })
  const notYet = stepsOf(['20:30:00', 12, 11, ['20:31:07', '20:35:02', '20:30:04']])
  expect(assess(notYet)).toMatchObject({ state: 'failing' })
})

test('a system that answers its health check again is not away, though nobody has booked since', () => {
  const away = stepsOf(['20:30:00', 4, 4, ['20:31:07', '20:34:00', null]])
  expect(assess(away)).toMatchObject({ state: 'unreachable', since: at('20:31:07') })
  // Whether it takes bookings is not known before one is made, or for some minutes.
  expect(assess(away, { health: well })).toMatchObject({ state: 'failing' })
  expect(assess(away, { health: { ...well, checkedAt: at('20:44:50') }, nowMs: Date.parse(at('20:45:00')) })).toMatchObject({
    state: 'fine',
  })
  const failed = { ...well, ok: false, failures: 3, checkedAt: at('20:36:00'), since: at('20:34:00') }
  expect(assess([], { health: failed })).toMatchObject({ state: 'unreachable', since: at('20:34:00') })
  expect(assess(stepsOf(['20:30:00', 1, 0, [null, null, '20:36:30']]), { health: failed })).toMatchObject({ state: 'fine' })
})

test('refused credentials are over with the first good answer, also within ten minutes', () => {
  const trouble = { at: at('20:33:00'), httpStatus: 401 }
  expect(assess(stepsOf(['20:30:00', 4, 2, ['20:32:00', '20:33:00', '20:36:00']]), { trouble })).toMatchObject({ state: 'fine' })
})

test('refused credentials are said by name until something goes well', () => {
  const trouble = { at: '2026-11-20T20:20:00Z', httpStatus: 401 }
  expect(assess(steps([5, 5], [5, 5]), { trouble })).toMatchObject({ state: 'denied', since: '2026-11-20T20:20:00.000Z' })
  const refused = steps([5, 0], [5, 0]).map((step) => ({ ...step, refused: 5 }))
  expect(assess(refused, { trouble })).toMatchObject({ state: 'denied', since: '2026-11-20T20:20:00.000Z' })
  expect(assess(steps([5, 5], [5, 0]), { trouble })).toMatchObject({ state: 'failing', since: '2026-11-20T20:20:00.000Z' })
  expect(assess([], { trouble: { ...trouble, httpStatus: 500 } })).toMatchObject({ state: 'idle' })
})

test('a silence shows where nothing else is wrong, and a day has 24 hours', () => {
  const judged = assess(steps([5, 0]), { silent: '2026-11-20T19:30:00Z' })
  expect(judged).toMatchObject({ state: 'silent', since: '2026-11-20T19:30:00Z', calls: 5, errorShare: 0 })
  expect(judged.hours).toHaveLength(24)
  expect(judged.hours.at(-1)).toEqual({ at: '2026-11-20T20:00:00.000Z', calls: 5, failed: 0, averageMs: 300 })
})

test('each kind of calls has limits of its own, and the one that is beyond is said', () => {
  const busy = steps([90, 0], [90, 4])
  const kinds = (...all: ReturnType<typeof of>[]) => assess(busy, { kinds: all.flat() })
  expect(kinds(of('availability', steps([50, 4, 4500])))).toMatchObject({ state: 'fine', beyond: null })
  expect(kinds(of('availability', steps([50, 6])))).toMatchObject({ state: 'failing', beyond: 'availability' })
  expect(kinds(of('lookup', steps([50, 2])))).toMatchObject({ state: 'failing', beyond: 'lookup' })
  expect(kinds(of('lookup', steps([50, 0, 1600])), of('booking', steps([50, 0, 3900])))).toMatchObject({ state: 'slow', beyond: 'lookup' })
  expect(kinds(of('booking', steps([50, 0, 4100])), of('availability', steps([50, 0, 4900])))).toMatchObject({
    state: 'slow',
    beyond: 'booking',
  })
  expect(kinds(of('change', steps([50, 3])), of('booking', steps([50, 2])))).toMatchObject({ state: 'failing', beyond: 'change' })
  const refused = steps([50, 2]).map((step) => ({ ...step, refused: 7 }))
  const [ours] = kinds(of('booking', refused)).kinds
  expect(ours).toMatchObject({ kind: 'booking', calls: 50, refused: 7, errorShare: 0.04, averageMs: 300 })
  expect(ours!.hours.at(-1)).toEqual({ at: '2026-11-20T20:00:00.000Z', calls: 50, failed: 2, averageMs: 300 })
})

test('far slower than usual is each kind by itself, also within its limits, and what is not known is no custom', () => {
  const kinds = [...of('availability', steps([50, 0, 300])), ...of('booking', steps([20, 0], [20, 0, 2500]))]
  const judged = (usual: Partial<Record<CallKind, number>>) => assess(steps([70, 0, 400]), { kinds, usual })
  expect(judged({ availability: 200, booking: 300 })).toMatchObject({
    state: 'slow',
    beyond: 'booking',
    beyondUsual: true,
    since: '2026-11-20T20:30:00.000Z',
  })
  expect(judged({ booking: 300 }).kinds.map(({ kind, usualMs }) => [kind, usualMs])).toContainEqual(['booking', 300])
  // Searches are many, and used to hide it.
  expect(judged({ availability: 300, booking: 700 })).toMatchObject({ state: 'fine', beyond: null, beyondUsual: false })
  expect(judged({})).toMatchObject({ state: 'fine' })
  const slow = of('booking', steps([20, 0, 5000]))
  expect(assess(steps([20, 0, 5000]), { kinds: slow })).toMatchObject({ state: 'slow', beyond: 'booking', beyondUsual: false })
})

test('a system that fails its checks is away, also when nobody asks it anything', () => {
  const health = {
    ok: false,
    since: '2026-11-20T20:31:00Z',
    checkedAt: '2026-11-20T20:36:00Z',
    failures: 2,
    error: 'ECONNREFUSED',
    durationMs: 2,
  }
  expect(assess([], { health })).toMatchObject({ state: 'unreachable', since: '2026-11-20T20:31:00Z' })
  expect(assess([], { health: { ...health, failures: 1 } })).toMatchObject({ state: 'idle' })
})

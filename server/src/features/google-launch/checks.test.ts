import { expect, test } from 'vitest'
import { type Calls, checksOf, type Figures } from './checks.ts'

const none: Calls = { calls: 0, wrong: 0, p95Ms: null }
const fresh: Figures = {
  environment: 'sandbox',
  goodDays: 0,
  merchants: 0,
  matched: 0,
  lookups: none,
  bookings: none,
  changes: none,
  made: 0,
  told: 0,
  late: 0,
  probed: 0,
  drifted: 0,
}
const statesOf = (figures: Partial<Figures>) =>
  Object.fromEntries(checksOf({ ...fresh, ...figures }).map(({ name, state }) => [name, state]))

test('GO1: an account that has just been made has reached nothing, and its shares and times wait to be measured', () => {
  const states = statesOf({})
  expect(Object.entries(states).filter(([, state]) => state === 'met')).toEqual([])
  expect(states).toMatchObject({
    feeds: 'missed',
    bookings: 'missed',
    lookup_errors: 'waiting',
    lookup_time: 'waiting',
    told_late: 'waiting',
  })
})

test('GO1: thresholds are met from their very figure on, and shares and times only below it', () => {
  const ready: Partial<Figures> = {
    goodDays: 7,
    merchants: 25,
    matched: 25,
    made: 10,
    lookups: { calls: 100, wrong: 2, p95Ms: 1499 },
    bookings: { calls: 100, wrong: 4, p95Ms: 3999 },
    changes: { calls: 10, wrong: 0, p95Ms: 100 },
    told: 100,
    late: 9,
    probed: 100,
    drifted: 4,
  }
  expect(new Set(Object.values(statesOf(ready)))).toEqual(new Set(['met']))
  const worse: [Partial<Figures>, string][] = [
    [{ goodDays: 6 }, 'feeds'],
    [{ merchants: 24, matched: 24 }, 'merchants'],
    [{ matched: 24 }, 'matched'],
    [{ made: 9 }, 'bookings'],
    [{ lookups: { calls: 19, wrong: 0, p95Ms: 1 } }, 'lookups'],
    [{ lookups: { calls: 100, wrong: 3, p95Ms: 1 } }, 'lookup_errors'],
    [{ lookups: { calls: 100, wrong: 0, p95Ms: 1500 } }, 'lookup_time'],
    [{ bookings: { calls: 100, wrong: 5, p95Ms: 1 } }, 'booking_errors'],
    [{ changes: { calls: 100, wrong: 0, p95Ms: 4000 } }, 'change_time'],
    [{ late: 10 }, 'told_late'],
    [{ drifted: 5 }, 'drift'],
  ]
  for (const [change, missed] of worse) {
    const states = statesOf({ ...ready, ...change })
    expect(Object.keys(states).filter((name) => states[name] !== 'met')).toEqual([missed])
  }
  expect(statesOf({ ...ready, environment: 'production', made: 3 })).toMatchObject({ bookings: 'met' })
})

import { expect, test } from 'vitest'
import type { Act } from './act.ts'
import { following, sendable, shownOf } from './act-rules.ts'
import { afterDropped, afterPlayed, conflictsOf, droppedWith, isOld, nextToPlay } from './play-rules.ts'

let count = 0
const act = (given: Partial<Act>): Act => {
  count += 1
  const subject = given.subject ?? 'ana'
  const about = { subject, name: subject, venueId: 'house', date: '2026-11-28', params: { id: subject } }
  return { key: `k${count}`, at: count, person: 'host', by: 'Hanna', call: 'reservations.seat', body: {}, waits: true, ...about, ...given }
}
const refused = { status: 409, code: 'reservation.move_illegal', message: 'Ana is canceled.', at: 1 }

test('RE5: acts are played in the order in which they were done', () => {
  const acts = [act({}), act({ subject: 'bea' })]
  expect(nextToPlay(acts)).toBe(acts[0])
  expect(nextToPlay(acts.slice(1))).toBe(acts[1])
  expect(nextToPlay([])).toBeUndefined()
})

test('RE5: behind a refused act nothing of the same party is played, and all else is', () => {
  const acts = [act({ refused }), act({ call: 'reservations.complete' }), act({ subject: 'bea' })]
  expect(nextToPlay(acts)).toBe(acts[2])
  expect(nextToPlay(acts.slice(0, 2))).toBeUndefined()
  expect(conflictsOf(acts)).toEqual([{ act: acts[0], along: [], behind: [acts[1]] }])
})

test('RE5: what another page is just sending is not sent by this one, nor overtaken', () => {
  const acts = [act({}), act({ call: 'reservations.complete' }), act({ subject: 'bea' })]
  expect(nextToPlay(acts, new Set([acts[0]!.key]))).toBe(acts[2])
})

test('RE5: an act that builds on another one takes the version which that leaves; what somebody else may have changed it does not', () => {
  const seat = act({})
  const note = following([seat], act({ call: 'reservations.update', body: { notes: 'window', version: 3 } }))
  expect(note.follows).toBe(true)
  const table = following([seat, note], act({ call: 'tables.assign', body: { tableIds: ['t1'], version: 0 } }))
  expect(table.follows).toBeUndefined()
  expect(afterPlayed([seat, note, table], seat, { id: 'ana', version: 7 })).toEqual([
    { ...note, body: { notes: 'window', version: 7 }, follows: false },
  ])
  const again = following([table], act({ call: 'tables.assign', body: { tableIds: ['t2'], version: 1 } }))
  expect(afterPlayed([table, again], table, { version: 5 })).toEqual([{ ...again, body: { tableIds: ['t2'], version: 5 }, follows: false }])
})

test('RE5: without the act before it, it keeps the version that was read', () => {
  const seat = act({})
  const note = following([seat], act({ call: 'reservations.update', body: { notes: 'window', version: 3 } }))
  expect(nextToPlay([note])?.body['version']).toBe(3)
})

test('RE3: what is done with a party from the door follows it to the id that the server gives it', () => {
  const made = act({ call: 'reservations.create', makes: true, subject: 'ours', params: {} })
  const seat = act({ subject: 'ours' })
  const other = act({ subject: 'bea' })
  const [next, ...rest] = afterPlayed([made, seat, other], made, { id: 'theirs', version: 1 })
  expect(rest).toEqual([])
  expect(next).toMatchObject({ key: seat.key, subject: 'theirs', params: { id: 'theirs' } })
})

test('RE5: who is not recorded after all takes along what was to be done with him, and nobody else', () => {
  const made = act({ call: 'reservations.create', makes: true, subject: 'ours', params: {}, refused })
  const acts = [made, act({ subject: 'ours' }), act({ subject: 'bea' })]
  expect(droppedWith(acts, made)).toEqual([made, acts[1]])
  expect(droppedWith(acts, acts[2]!)).toEqual([acts[2]])
})

test('RE5: with a step that is dropped goes what came of it, with its table; what was written of the party stays', () => {
  const seat = act({ refused })
  const table = act({ call: 'tables.assign', body: { tableIds: ['t1'], version: 0 }, beside: true })
  const note = act({ call: 'reservations.update', body: { notes: 'nuts', version: 3 } })
  const left = act({ call: 'reservations.complete' })
  const acts = [act({}), seat, table, act({ subject: 'bea' }), note, left]
  expect(conflictsOf(acts.slice(1))).toEqual([{ act: seat, along: [table], behind: [note, left] }])
  expect(droppedWith(acts, seat)).toEqual([seat, table, left])
  expect(droppedWith(acts, note)).toEqual([note])
})

test('RE5: behind what is dropped nothing is written over what somebody else wrote meanwhile', () => {
  const wrote = (content: string, version: number): Partial<Act> => ({
    call: 'shiftNotes.save',
    subject: 'note',
    body: { content, version },
  })
  const first = act({ ...wrote('No oysters', 4), refused })
  // As if the first had been saved: the version that somebody else's note has by now.
  const second = following([first], act(wrote('No oysters, no crab', 5)))
  expect(afterDropped([first, second], first)).toEqual([
    { ...second, body: { content: 'No oysters, no crab', version: 4 }, follows: false },
  ])
  expect(afterDropped([first, second], second)).toEqual([])
})

test('RE5: screens show what waits as done, what was refused not, and a party from the door as it sits there', () => {
  const canceled = act({ refused })
  const behind = act({ call: 'reservations.complete' })
  const walkIn = act({ call: 'reservations.create', makes: true, subject: 'ours', params: {}, refused })
  const onItsWay = act({ subject: 'bea', waits: false })
  expect(shownOf([canceled, behind, walkIn, onItsWay])).toEqual([walkIn])
  expect(sendable([canceled, behind, walkIn, onItsWay])).toEqual([])
  expect(sendable([act({}), canceled])).toEqual([])
  expect(sendable([act({ subject: 'cleo' }), canceled])).toHaveLength(1)
})

test('RE5: what is older than an evening is asked about before it is done', () => {
  expect(isOld({ at: 0 }, 11 * 3_600_000)).toBe(false)
  expect(isOld({ at: 0 }, 13 * 3_600_000)).toBe(true)
  expect(isOld({ at: 0, againAt: 12 * 3_600_000 }, 13 * 3_600_000)).toBe(false)
})

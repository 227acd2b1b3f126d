import { expect, test } from 'vitest'
import { afterWrong, type Candidate, candidatesOf, empty, initialsOf, maySend, named, opened, press, type Press } from './keypad-logic.ts'

const ana: Candidate = { id: 'a', name: 'Ana López', approves: false }
const zoe: Candidate = { id: 'z', name: 'Zoë Ñíguez de la Torre', approves: true }
const team = [ana, zoe]
const after = (...presses: Press[]) => presses.reduce(press, empty)
const digits = (text: string): Press[] => Array.from(text, (digit) => ({ kind: 'digit', digit }))

test('a PIN has four to six digits, and nothing else is taken', () => {
  const chosen: Press = { kind: 'choose', person: ana }
  expect(maySend(after(...digits('1234')))).toBe(false)
  expect(maySend(after(chosen, ...digits('123')))).toBe(false)
  expect(maySend(after(chosen, ...digits('1234')))).toBe(true)
  expect(after(chosen, ...digits('12345678')).digits).toBe('123456')
  expect(after(chosen, ...digits('1a2-')).digits).toBe('12')
  expect(after(chosen, ...digits('12'), { kind: 'back' }).digits).toBe('1')
  expect(after(chosen, ...digits('12'), { kind: 'clear' }).digits).toBe('')
  expect(after(chosen, { kind: 'back' }).digits).toBe('')
})

test('while the answer is awaited nothing changes; a refusal empties the digits, keeps the person, and is said until the next press', () => {
  const sent = after({ kind: 'choose', person: ana }, ...digits('8263'), { kind: 'sent' })
  expect(sent).toMatchObject({ busy: true, digits: '8263' })
  expect(press(sent, { kind: 'digit', digit: '9' })).toBe(sent)
  expect(press(sent, { kind: 'others' })).toBe(sent)
  const refused = press(sent, { kind: 'refused', text: 'Not right' })
  expect(refused).toEqual({ person: ana, digits: '', busy: false, refusal: 'Not right' })
  expect(press(refused, { kind: 'digit', digit: '1' }).refusal).toBeUndefined()
  expect(press(refused, { kind: 'sent' })).toBe(refused)
  expect(press(refused, { kind: 'others' })).toEqual(empty)
})

test('who is asked: everybody, managers alone for an approval, or the one whose act waits', () => {
  expect(candidatesOf({ kind: 'person', only: undefined }, team)).toEqual(team)
  expect(candidatesOf({ kind: 'approval', act: 'overbook', digest: 'd' }, team)).toEqual([zoe])
  expect(candidatesOf({ kind: 'person', only: { id: 'a', name: 'Ana' } }, team)).toEqual([ana])
  expect(opened([zoe]).person).toBe(zoe)
  expect(opened(team).person).toBeUndefined()
})

test('people are found by any part of their name', () => {
  expect(named(team, 'lopez')).toEqual([ana])
  expect(named(team, ' NIGUEZ ')).toEqual([zoe])
  expect(named(team, '')).toEqual(team)
  expect([initialsOf('Ana López'), initialsOf('Zoë Ñíguez de la Torre'), initialsOf('Cher'), initialsOf('')]).toEqual(['AL', 'ZT', 'C', ''])
})

test('a wrong PIN says when few tries are left, and how long it is closed', () => {
  const now = Date.parse('2027-03-20T19:00:00Z')
  const told = (wrong: unknown, lockedUntil: unknown = null) => afterWrong({ wrong, lockedUntil }, now)
  expect([1, 2, 3, 4].map((wrong) => told(wrong))).toEqual([undefined, undefined, { left: 2 }, { left: 1 }])
  expect(told(5, '2027-03-20T19:01:00Z')).toEqual({ minutes: 1 })
  expect(told(7, '2027-03-20T19:03:01Z')).toEqual({ minutes: 4 })
  expect([afterWrong(undefined, now), told('3'), told(12)]).toEqual([undefined, undefined, undefined])
})

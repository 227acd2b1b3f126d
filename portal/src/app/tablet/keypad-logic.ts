import type { DeviceHere } from '@tablewire/contracts/identity/shared-devices'
import { freeTries } from '@tablewire/contracts/identity/shared-devices.rules'
import type { Ask } from '#src/api/tablet.ts'

export type Candidate = DeviceHere['people'][number]
export type Keypad = { person: Candidate | undefined; digits: string; busy: boolean; refusal: string | undefined }
export type Press =
  | { kind: 'choose'; person: Candidate }
  | { kind: 'others' }
  | { kind: 'digit'; digit: string }
  | { kind: 'back' }
  | { kind: 'clear' }
  | { kind: 'sent' }
  | { kind: 'refused'; text: string }

export const shortestPin = 4
export const longestPin = 6

export const empty: Keypad = { person: undefined, digits: '', busy: false, refusal: undefined }

/** Whom the question is for: the one whose act waits, managers for an approval, else everybody who has a PIN. */
export const candidatesOf = (ask: Ask, people: readonly Candidate[]): readonly Candidate[] => {
  if (ask.kind === 'approval') return people.filter(({ approves }) => approves)
  return ask.only ? people.filter(({ id }) => id === ask.only?.id) : people
}

/** Where there is nobody to choose between, the PIN comes at once. */
export const opened = (candidates: readonly Candidate[]): Keypad => ({
  ...empty,
  person: candidates.length === 1 ? candidates[0] : undefined,
})

export const maySend = ({ person, digits, busy }: Keypad): boolean => person !== undefined && !busy && digits.length >= shortestPin

/** While an answer is awaited nothing changes; what was refused is said until the next press. */
export const press = (now: Keypad, what: Press): Keypad => {
  if (what.kind === 'refused') return { ...now, busy: false, digits: '', refusal: what.text }
  if (now.busy) return now
  switch (what.kind) {
    case 'choose':
      return { ...empty, person: what.person }
    case 'others':
      return empty
    case 'digit':
      if (!/^\d$/.test(what.digit) || now.digits.length >= longestPin) return now
      return { ...now, digits: now.digits + what.digit, refusal: undefined }
    case 'back':
      return { ...now, digits: now.digits.slice(0, -1), refusal: undefined }
    case 'clear':
      return { ...now, digits: '', refusal: undefined }
    case 'sent':
      return maySend(now) ? { ...now, busy: true, refusal: undefined } : now
  }
}

/** Two people of the same initials are told apart by the name beside them. */
export const initialsOf = (name: string): string => {
  const words = name.split(/\s+/).filter((word) => word !== '')
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
  return (Array.from(first)[0] ?? '').concat(Array.from(last)[0] ?? '').toUpperCase()
}

/** By any part of the name, whatever its accents. */
export const named = (people: readonly Candidate[], text: string): readonly Candidate[] => {
  const plain = (one: string): string =>
    one
      .normalize('NFD')
      .replaceAll(/\p{Diacritic}/gu, '')
      .toLowerCase()
  return people.filter(({ name }) => plain(name).includes(plain(text.trim())))
}

/** Said only where the door is about to close. */
const warnedFrom = 2

/** What follows a wrong PIN: so few tries are left, or so many minutes nothing is taken. `at`: epoch milliseconds. */
export const afterWrong = (details: unknown, at: number): { left: number } | { minutes: number } | undefined => {
  const { wrong, lockedUntil } = (details ?? {}) as { wrong?: unknown; lockedUntil?: unknown }
  if (typeof lockedUntil === 'string') return { minutes: Math.max(1, Math.ceil((Date.parse(lockedUntil) - at) / 60_000)) }
  const left = typeof wrong === 'number' ? freeTries.person - wrong : warnedFrom + 1
  return left > 0 && left <= warnedFrom ? { left } : undefined
}

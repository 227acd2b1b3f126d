import type { likenesses } from '@tablewire/contracts/booking/guests'

export type Likeness = (typeof likenesses)[number]
export type Address = { firstName: string; lastName: string; email: string | null; phone: string | null }

/** As `guest_fold` of migration 0253: without accents, capitals and marks. */
export const fold = (said: string): string =>
  said
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036F]/g, '')
    .replace(/[^\p{L}\p{N}@._+-]+/gu, ' ')
    .trim()

/** For comparing only: what stands behind a plus is a box of the same owner's. */
const box = (email: string): string => email.toLowerCase().replace(/\+[^@]*@/, '@')
const nameOf = ({ firstName, lastName }: Address): string => fold(`${firstName} ${lastName}`)

/** Which keys two addresses share; a name alone is none. */
export const alike = (one: Address, other: Address): Likeness[] => [
  ...(one.email !== null && other.email !== null && box(one.email) === box(other.email) ? (['email'] as const) : []),
  ...(one.phone !== null && one.phone === other.phone ? (['phone'] as const) : []),
  ...(nameOf(one) !== '' && nameOf(one) === nameOf(other) ? (['name'] as const) : []),
]

/** Neither name contradicts the other: one has none, or no first one. */
const leavesOpen = (one: Address, other: Address): boolean => {
  if (nameOf(one) === '' || nameOf(other) === '') return true
  return fold(one.lastName) === fold(other.lastName) && (fold(one.firstName) === '' || fold(other.firstName) === '')
}

/** Somebody with two of three strong keys; under a third that contradicts he may be another: who books for a whole office, or for a family. */
export const judge = (one: Address, other: Address): 'same' | 'ask' | 'different' => {
  const keys = alike(one, other)
  const has = (key: Likeness): boolean => keys.includes(key)
  if (!has('email') && !has('phone')) return 'different'
  if (has('email') && has('name')) return 'same'
  if (has('phone') && has('name') && (one.email === null || other.email === null)) return 'same'
  return has('email') && has('phone') && leavesOpen(one, other) ? 'same' : 'ask'
}

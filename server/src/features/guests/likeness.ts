import type { likenesses } from '@tablewire/contracts/booking/guests'

export type Likeness = (typeof likenesses)[number]
export type Address = { firstName: string; lastName: string; email: string | null; phone: string | null }

/** Accents, points of vowels, and what joins letters unseen. */
const marks = /[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670\u200b-\u200f]/g
/** Spaces and signs, but those that addresses of mail have. */
const signs =
  /[\u0001-\u002a\u002c\u002f\u003a-\u003f\u005b-\u005e\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u2e00-\u2e7f\u3000-\u303f]+/g
/** Letters that are not made of one and an accent, as they are typed where a keyboard has none of them. */
const plain: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ħ: 'h', ı: 'i', ς: 'σ', ß: 'ss', æ: 'ae', œ: 'oe' }

/** As `guest_fold` of migration 0290: without accents, capitals and marks. */
export const fold = (said: string): string =>
  said
    .normalize('NFKD')
    .toLowerCase()
    .replace(marks, '')
    .replace(/[łøđħıςßæœ]/g, (letter) => plain[letter]!)
    .replace(signs, ' ')
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

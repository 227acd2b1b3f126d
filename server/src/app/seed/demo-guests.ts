import type { Lang } from '@tablewire/contracts/kit/wire'
import type { DemoVenue } from './demo-venues.ts'
import { locals, longNames, names, type Origin, travellers } from './guest-names.ts'
import { tags } from './guest-remarks.ts'
import { type Random, randomFor } from './random.ts'

/** Somebody who books. `known` is how the venue tells guests apart: the e-mail address, else the phone. */
export type GuestCard = {
  known: string
  firstName: string
  lastName: string
  email: string | null
  phone: string | null
  lang: Lang | null
  optIn: boolean
  tags: readonly string[]
  notes: string | null
}

const latin = (word: string): string =>
  word
    .replace(/ß/g, 'ss')
    .replace(/[øØ]/g, 'o')
    .replace(/[łŁ]/g, 'l')
    .replace(/ı/g, 'i')
    .replace(/æ/gi, 'ae')
    .normalize('NFD')
    .replace(/[^\p{ASCII}]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** `native:latin` or just the name; `_` stands for a space within it. */
const spelled = (word: string): { native: string; latin: string } => {
  const [native, other] = word.split(':') as [string, string?]
  return { native: native.replaceAll('_', ' '), latin: other ?? latin(native) }
}
const split = (list: string) => list.split(' ').map(spelled)
const spelledNames = Object.fromEntries(
  Object.entries(names).map(([origin, { first, last }]) => [origin, { first: split(first), last: split(last) }]),
) as Record<Origin, { first: ReturnType<typeof split>; last: ReturnType<typeof split> }>

const numberOf = (pattern: string, random: Random): string => pattern.replace(/x/g, () => String(random.whole(0, 9)))

const originOf = (venue: DemoVenue, random: Random): Origin => random.pick(random.chance(0.68) ? locals[venue.country]! : travellers)

type Asking = { reachable: 'both' | 'email' | 'phone'; mark: number }

const cardOf = (origin: Origin, random: Random, { reachable, mark }: Asking): GuestCard => {
  const { lang, lasts, phone: pattern } = names[origin]
  const { first, last } = spelledNames[origin]
  const long = random.chance(0.006) ? random.pick(longNames) : undefined
  const given = random.pick(first)
  const family = random.pick(last)
  const second = random.pick(last)
  const email = reachable === 'phone' ? null : `${long ? long[2] : `${given.latin}.${family.latin}`}${mark}@example.test`
  const phone = reachable === 'email' ? null : numberOf(pattern, random)
  return {
    known: (email ?? phone)!,
    firstName: long ? long[0] : given.native,
    lastName: long ? long[1] : lasts === 2 && second !== family ? `${family.native} ${second.native}` : family.native,
    email,
    phone,
    lang,
    optIn: random.chance(0.3),
    tags: [],
    notes: null,
  }
}

/** Whoever books at this venue that day; `mark` keeps people of the same name apart. */
export const passingGuest = (venue: DemoVenue, random: Random, mark: number): GuestCard =>
  cardOf(originOf(venue, random), random, {
    reachable: random.weighted([
      ['both', 62],
      ['email', 24],
      ['phone', 14],
    ]),
    mark,
  })

export const habits = [
  'Prefers the corner table',
  'Always the house red',
  'Sits at the bar when alone',
  'Writes about food; never mention it',
  'Severe nut allergy',
  'Likes to be greeted by name',
  'Pays by invoice',
  'Left-handed, seat at the end',
  null,
  null,
  null,
] as const
const pools = new Map<string, readonly GuestCard[]>()

/** The people who come again and again; the same ones every time. */
export const regularsOf = (venue: DemoVenue): readonly GuestCard[] => {
  const known = pools.get(venue.key)
  if (known) return known
  const random = randomFor(`regulars ${venue.key}`)
  const made = Array.from({ length: 5 + Math.round(venue.parties / 2) }, (_, index) => {
    const card = cardOf(random.pick(locals[venue.country]!), random, { reachable: 'both', mark: 1000 + index })
    const notes = random.pick(habits)
    const more = [...(random.chance(0.3) ? [tags.vip] : []), ...(notes?.includes('allergy') ? [tags.allergy] : [])]
    return { ...card, tags: [tags.regular, ...more], notes }
  })
  pools.set(venue.key, made)
  return made
}

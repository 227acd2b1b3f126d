import { plainLines, readable } from '@tablewire/contracts/kit/text.rules'
import { users } from '@tablewire/contracts/identity/users'
import { z } from 'zod/mini'
import type { Person } from './invite-rows.ts'
import { type OpenPeriod, overlappedDays, readDay, weekdays } from './week-hours.ts'

export const mostPeople = 3

/** What stands in the form, as it was typed. */
export type Typed = Readonly<Record<string, string>>
export type Fault = 'needed' | 'long' | 'hours' | 'overlap' | 'noHours' | 'email' | 'twice' | 'terms'
export type Faults = Readonly<Record<string, Fault>>
export type Answer = {
  name: string
  address: string
  postalCode: string
  city: string
  hours: OpenPeriod[]
  people: Person[]
  acceptedBy: string
}

/** Of a form anybody may send: text alone, without what no screen shows. */
export const typedOf = (body: unknown): Typed =>
  Object.fromEntries(
    Object.entries(typeof body === 'object' && body !== null ? body : {}).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[key, readable(plainLines(value.replaceAll(/[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f]/g, ' ')))]]
        : [],
    ),
  )

const limits = { name: 160, address: 200, postalCode: 20, city: 120, acceptedBy: 160 } as const
const optional = new Set<string>(['postalCode', 'city'])

const lineFaults = (typed: Typed): Record<string, Fault> =>
  Object.fromEntries(
    Object.entries(limits).flatMap(([field, max]): [string, Fault][] => {
      const text = typed[field] ?? ''
      if (text === '' && !optional.has(field)) return [[field, 'needed']]
      return text.length > max ? [[field, 'long']] : []
    }),
  )

const readHours = (typed: Typed): { hours: OpenPeriod[]; faults: Record<string, Fault> } => {
  const faults: Record<string, Fault> = {}
  const hours = weekdays.flatMap((day) => {
    const line = typed[`day${day}`] ?? ''
    const read = line.length > 100 ? 'hours' : readDay(day, line)
    if (typeof read !== 'string') return read
    faults[`day${day}`] = read
    return []
  })
  for (const day of overlappedDays(hours)) faults[`day${day}`] ??= 'overlap'
  if (!hours.length && !Object.keys(faults).length) faults['day1'] = 'noHours'
  return { hours, faults }
}

const personFaults = ({ firstName, lastName, email }: Person): Partial<Record<keyof Person, Fault>> => ({
  ...(firstName === '' ? { firstName: 'needed' } : firstName.length > 80 ? { firstName: 'long' } : {}),
  ...(lastName === '' ? { lastName: 'needed' } : lastName.length > 80 ? { lastName: 'long' } : {}),
  ...(email === '' ? { email: 'needed' } : z.safeParse(users.create.body.shape.email, email).success ? {} : { email: 'email' }),
})

const readPeople = (typed: Typed): { people: Person[]; faults: Record<string, Fault> } => {
  const faults: Record<string, Fault> = {}
  const people: Person[] = []
  for (let n = 1; n <= mostPeople; n++) {
    const person = {
      firstName: typed[`firstName${n}`] ?? '',
      lastName: typed[`lastName${n}`] ?? '',
      email: (typed[`email${n}`] ?? '').toLowerCase(),
    }
    if (Object.values(person).every((text) => text === '')) continue
    for (const [field, fault] of Object.entries(personFaults(person))) faults[`${field}${n}`] = fault
    if (people.some(({ email }) => email === person.email)) faults[`email${n}`] = 'twice'
    people.push(person)
  }
  return { people, faults }
}

export const readAnswer = (typed: Typed): { answer: Answer } | { faults: Faults } => {
  const { hours, faults: ofHours } = readHours(typed)
  const { people, faults: ofPeople } = readPeople(typed)
  const faults: Faults = {
    ...lineFaults(typed),
    ...ofHours,
    ...ofPeople,
    ...(typed['terms'] === 'yes' ? {} : { terms: 'terms' as const }),
  }
  if (Object.keys(faults).length) return { faults }
  const line = (field: keyof typeof limits): string => (typed[field] ?? '').replaceAll(/\s+/g, ' ')
  const { name, address, postalCode, city, acceptedBy } = {
    name: line('name'),
    address: line('address'),
    postalCode: line('postalCode'),
    city: line('city'),
    acceptedBy: line('acceptedBy'),
  }
  return { answer: { name, address, postalCode, city, hours, people, acceptedBy } }
}

import { namesAllergy } from '@tablewire/contracts/booking/allergy.rules'
import type { Kitchen, SheetParty } from '@tablewire/contracts/booking/service-sheets'
import { quarterOf } from './coming.ts'

/** From so many on a party is told of to the kitchen. */
export const largeFrom = 8

/** Addresses and telephones that somebody wrote into a note: the kitchen's page lies about. */
const contact = /[\w.+-]+@[\w-]+(\.[\w-]+)+|(?<!\d)\+?\d(?:[\s().\-/]{0,2}\d){6,}(?!\d)/g
export const withoutContact = (text: string): string => text.replace(contact, '…')

const wordsOf = ({ allergies, guestTags, tags }: SheetParty): string[] => {
  const said = [...allergies, ...[...guestTags, ...tags].filter(namesAllergy)].map((word) => withoutContact(word.trim()))
  return said.filter((word, index) => said.findIndex((other) => other.toLowerCase() === word.toLowerCase()) === index)
}
const allergyNote = ({ notes }: SheetParty): string | null => (notes !== null && namesAllergy(notes) ? withoutContact(notes) : null)

type Comes = Pick<SheetParty, 'startsAt' | 'startsLocal' | 'offset' | 'partySize' | 'lastName' | 'areaName' | 'tableName'>
const comes = ({ startsAt, startsLocal, offset, partySize, lastName, areaName, tableName }: SheetParty): Comes => ({
  startsAt,
  startsLocal,
  offset,
  partySize,
  lastName,
  areaName,
  tableName,
})

const quartersOf = (parties: readonly SheetParty[], timeZone: string): Kitchen['quarters'] => {
  const found = new Map<string, Kitchen['quarters'][number]>()
  for (const { startsAt, partySize } of parties) {
    const at = quarterOf(startsAt, timeZone)
    const before = found.get(at.startsAt) ?? { ...at, covers: 0, parties: 0 }
    found.set(at.startsAt, { ...before, covers: before.covers + partySize, parties: before.parties + 1 })
  }
  return [...found.values()].toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1))
}

const totalsOf = (allergies: Kitchen['allergies']): Kitchen['allergyWords'] => {
  const totals = new Map<string, Kitchen['allergyWords'][number]>()
  for (const word of allergies.flatMap(({ words }) => words)) {
    const before = totals.get(word.toLowerCase())
    totals.set(word.toLowerCase(), { word: before?.word ?? word, parties: (before?.parties ?? 0) + 1 })
  }
  return [...totals.values()].toSorted((a, b) => b.parties - a.parties || a.word.localeCompare(b.word))
}

/** What the kitchen needs of those who come. */
export const kitchenOf = (parties: readonly SheetParty[], timeZone: string): Kitchen => {
  const allergies = parties
    .map((party) => ({ ...comes(party), words: wordsOf(party), note: allergyNote(party) }))
    .filter(({ words, note }) => words.length > 0 || note !== null)
  return {
    quarters: quartersOf(parties, timeZone),
    allergyParties: allergies.length,
    allergyWords: totalsOf(allergies),
    allergies,
    large: parties
      .filter(({ partySize }) => partySize >= largeFrom)
      .map((party) => ({ ...comes(party), note: party.notes === null ? null : withoutContact(party.notes) })),
  }
}

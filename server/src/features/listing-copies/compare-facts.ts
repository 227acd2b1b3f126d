import type { ChannelListing, ListingField, ShownFacts } from '@tablewire/contracts/listing/copies'
import { listingDaysAhead } from '@tablewire/contracts/listing/terms.rules'
import { Temporal } from 'temporal-polyfill'
import { daysOf, daysThatDiffer, sameWeek } from './hours-form.ts'
import { addressForm, cityForm, linkForm, metresBetween, nameForm, phoneForm, postcodeForm } from './normal-forms.ts'

/** Further apart it is another place, not another way to measure. */
const metresApart = 250
export type Difference = { field: ListingField; ours: ShownFacts; theirs: ShownFacts }
/** What of a venue's truth is compared. */
export type Compared = Pick<ChannelListing, Extract<keyof ChannelListing, keyof ShownFacts> | 'countryCode'>
type Pair = { ours: Compared; theirs: ShownFacts; today: string }
type Rule = (pair: Pair) => Difference | undefined

type TextField = 'name' | 'address' | 'postalCode' | 'city' | 'phone' | 'website' | 'menuUrl'
/** What a place does not show is not compared; what we do not have is no truth either. */
const bothSay = ({ ours, theirs }: Pair, field: TextField): [string, string] | undefined => {
  const [here, there] = [ours[field], theirs[field]]
  return here && there ? [here, there] : undefined
}
const differ = (pair: Pair, field: TextField, form: (text: string) => string): boolean => {
  const both = bothSay(pair, field)
  return both !== undefined && form(both[0]) !== form(both[1])
}
const picked = (from: ShownFacts | Compared, names: readonly (keyof ShownFacts & keyof Compared)[]): ShownFacts =>
  Object.fromEntries(names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]))
const told = (pair: Pair, field: ListingField, names: readonly (keyof ShownFacts & keyof Compared)[]): Difference => ({
  field,
  ours: picked(pair.ours, names),
  theirs: picked(pair.theirs, names),
})

const addressDiffers = (pair: Pair): boolean =>
  differ(pair, 'address', addressForm) || differ(pair, 'postalCode', postcodeForm) || differ(pair, 'city', cityForm)

const positionDiffers = ({ ours, theirs }: Pair): boolean => {
  const { latitude, longitude } = theirs
  if (typeof latitude !== 'number' || typeof longitude !== 'number' || ours.latitude === null || ours.longitude === null) return false
  return metresBetween({ latitude: ours.latitude, longitude: ours.longitude }, { latitude, longitude }) > metresApart
}

const days: Rule = ({ ours, theirs, today }) => {
  if (!ours.hours || (!theirs.hours && !theirs.specialDays)) return undefined
  // Without its days a place shows its week, also on days that are special here.
  const here = { hours: ours.hours, specialDays: ours.specialDays }
  const shown = { hours: theirs.hours ?? ours.hours, specialDays: theirs.specialDays ?? [] }
  const until = Temporal.PlainDate.from(today)
    .add({ days: listingDaysAhead - 1 })
    .toString()
  const dates = daysThatDiffer(here, shown, { today, until })
  if (dates.length === 0) return undefined
  return {
    field: 'specialDays',
    ours: { specialDays: daysOf(here, dates) },
    theirs: { specialDays: daysOf(shown, dates) },
  }
}

const rules: readonly Rule[] = [
  (pair) => (differ(pair, 'name', nameForm) ? told(pair, 'name', ['name']) : undefined),
  (pair) => (addressDiffers(pair) ? told(pair, 'address', ['address', 'postalCode', 'city']) : undefined),
  (pair) => (positionDiffers(pair) ? told(pair, 'position', ['latitude', 'longitude']) : undefined),
  (pair) => (differ(pair, 'phone', (text) => phoneForm(text, pair.ours.countryCode)) ? told(pair, 'phone', ['phone']) : undefined),
  (pair) => (differ(pair, 'website', linkForm) ? told(pair, 'website', ['website']) : undefined),
  (pair) => (differ(pair, 'menuUrl', linkForm) ? told(pair, 'menu', ['menuUrl']) : undefined),
  (pair) =>
    pair.ours.hours && pair.theirs.hours && !sameWeek(pair.ours.hours, pair.theirs.hours) ? told(pair, 'hours', ['hours']) : undefined,
  days,
]

/** Field by field, how a place shows a venue otherwise than it is here. */
export const differencesOf = (ours: Compared, theirs: ShownFacts, today: string): Difference[] =>
  rules.flatMap((rule) => rule({ ours, theirs, today }) ?? [])

/** Two of three of name, address and phone tell that it is the same house; where fewer are shown, those that are. */
export const isSameHouse = (ours: Compared, theirs: ShownFacts): boolean => {
  const pair: Pair = { ours, theirs, today: '' }
  const shown = (['name', 'address', 'phone'] as const).filter((field) => bothSay(pair, field))
  const other = [
    differ(pair, 'name', nameForm),
    bothSay(pair, 'address') !== undefined && addressDiffers(pair),
    differ(pair, 'phone', (text) => phoneForm(text, ours.countryCode)),
  ].filter(Boolean).length
  return shown.length - other >= Math.min(2, shown.length)
}

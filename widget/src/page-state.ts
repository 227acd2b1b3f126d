import type { Words } from './words.ts'

/** A choice of a list, or of several buttons. */
export type Choice = { value: string; label: string }
/** Goes along from step to step: language, channel, where the guest came from. */
export type Carried = readonly (readonly [name: string, value: string])[]

export type House = {
  name: string
  address: string
  phone: string | null
  logo: { url: string; alt: string } | null
  brand: string
}

/** One start. `name` says it whole, for whoever hears it alone. */
export type Time = { at: string; label: string; name: string; note: string | null }
export type TimeGroup = { title: string; times: readonly Time[] }
export type Link = { href: string; label: string }

/** One day of a month; `name` says it whole, with why there is nothing. */
export type Day = { date: string; label: string; name: string; href: string | null; current: boolean }
export type Month = {
  /** `YYYY-MM` */
  value: string
  title: string
  weekdays: readonly { short: string; long: string }[]
  weeks: readonly (readonly (Day | null)[])[]
  before: Link | null
  after: Link | null
}

/** What a browser has to work out before a place is held or booked for it. */
export type Proof = { question: string; bits: number }

/** Party, day and times, on one screen. */
export type TimesStep = {
  kind: 'times'
  party: string
  parties: readonly Choice[]
  date: string
  dateLabel: string
  firstDate: string
  lastDate: string
  areas: readonly Choice[]
  area: string
  /** What guests choose where the venue's own system offers it: how long they stay, and what for. */
  durations: readonly Choice[]
  kinds: readonly Choice[]
  before: Link | null
  after: Link | null
  /** Opens the month, or closes it. */
  calendar: Link
  month: Month | null
  groups: readonly TimeGroup[]
  found: string
  /** Why there is nothing, and what there is instead. */
  none: { why: string; instead: readonly Link[]; /** To wait for a place that becomes free. */ wait: Link | null } | null
  notice: string | null
  /** Only where very many came from one address: without script there is nothing but to wait. */
  proof: Proof | null
  /** The hold that is given back when another time is chosen. */
  held: string | null
}

export type FieldName = 'firstName' | 'lastName' | 'email' | 'phone' | 'allergies' | 'notes' | 'occasion' | 'optIn' | 'trap'
export type DetailsStep = {
  kind: 'details'
  held: string
  summary: string
  heldUntil: string
  /** How long it is still held, in milliseconds as of now. */
  heldForMs: number
  /** Nothing is held: the house is asked. Null = it is. */
  asks: string | null
  /** What is to be paid or secured before it is booked; null = nothing. */
  pays: string | null
  values: Partial<Record<FieldName, string>>
  errors: Partial<Record<FieldName, string>>
  occasions: readonly Choice[]
  /** What the guest agrees to, said before. */
  policies: readonly { title: string; text: string }[]
  optIn: string
  send: string
  notice: string | null
  /** Only where very much was booked from one address or by one contact. */
  proof: Proof | null
  /** Where the place is gone: others of that day, at which the same details book. */
  others: readonly Time[]
  back: string
}

export type DoneStep = {
  kind: 'done'
  /** `verify`: its guest has to press the button in a mail first. */
  status: 'booked' | 'requested' | 'payment' | 'verify' | 'over'
  title: string
  text: string
  summary: string
  reference: string
  payment: string | null
  texts: readonly { title: string; text: string }[]
  again: string
  /** Where the guest changes and cancels it; empty while it is none yet. */
  own: string
  /** Only with `verify`: the mail once more, and to another address, as the page says it. */
  mail: {
    booking: string
    /** What was done; null = nothing yet. */
    said: string | null
    notice: string | null
    values: Partial<Record<FieldName, string>>
    errors: Partial<Record<FieldName, string>>
    again: string
    correct: string
    hint: string
    send: string
  } | null
}

/** Who waits for a place on a day that is full, and between which starts; once he is on the list he hears by mail. */
export type WaitStep = {
  kind: 'wait'
  token: string
  summary: string
  text: string
  from: WaitTime
  until: WaitTime
  /** Where there is more than one: which is wished for, or that it does not matter. */
  area: WaitTime | null
  values: Partial<Record<FieldName, string>>
  errors: Partial<Record<FieldName, string>>
  notice: string | null
  send: string
  back: Link
  joined: boolean
}
type WaitTime = { label: string; choices: readonly Choice[]; chosen: string }

/** Which of several houses; some take bookings at an address of their own. */
export type HousesStep = {
  kind: 'houses'
  text: string
  /** Only where there are more than are shown at once. */
  find: { label: string; send: string; typed: string } | null
  /** How many were found, where not all are shown. */
  found: string
  houses: readonly (Link & { away: boolean })[]
}

/** There is nothing to be done here; but what was sent while no answer could be had is sent once more. */
export type StopStep = {
  kind: 'stop'
  text: string
  again: Link | null
  sent?: { action: string; fields: Carried; label: string }
}

export type Step = TimesStep | DetailsStep | DoneStep | WaitStep | HousesStep | StopStep

/** All that a page shows; the same for the server that renders it and for the browser that goes on with it. */
export type PageState = {
  /** `/book/<id>`, below which the forms are sent. */
  base: string
  carried: Carried
  lang: string
  languages: readonly (Link & { lang: string; current: boolean })[]
  title: string
  house: House | null
  /** Where this house was chosen among others. */
  all: Link | null
  words: Words
  step: Step
}

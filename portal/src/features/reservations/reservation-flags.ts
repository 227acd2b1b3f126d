import { namesAllergy } from '@tablewire/contracts/booking/allergy.rules'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { lateAfterMinutes, occupying } from '@tablewire/contracts/booking/reservations.rules'
import { isFiltered, type Lane, type Search } from './reservation-search.ts'

/** Whoever is missing this long is no longer late: somebody forgot to close the line. */
const forgottenMinutes = 6 * 60

/** Minutes a confirmed party is late, from the fifteenth on; undefined when it is not. */
export const lateMinutes = ({ status, startsAt }: Pick<ReservationRow, 'status' | 'startsAt'>, now: number): number | undefined => {
  if (status !== 'confirmed') return undefined
  const minutes = Math.floor((now - Date.parse(startsAt)) / 60_000)
  return minutes >= lateAfterMinutes && minutes < forgottenMinutes ? minutes : undefined
}

/** Waits for the venue or the guest's money: nobody has promised the table yet. */
export const isUnconfirmed = ({ status }: Pick<ReservationRow, 'status'>): boolean =>
  status === 'pending_confirmation' || status === 'requires_payment' || status === 'held'

const vip = /^v\.?i\.?p\.?$/i

export const isVip = ({ tags }: Pick<ReservationRow, 'tags'>): boolean => tags.some((tag) => vip.test(tag.trim()))
export const hasAllergy = ({ tags, notes }: Pick<ReservationRow, 'tags' | 'notes'>): boolean =>
  tags.some(namesAllergy) || namesAllergy(notes ?? '')
/** Tags that have no sign of their own. */
export const plainTags = ({ tags }: Pick<ReservationRow, 'tags'>): string[] => tags.filter((tag) => !vip.test(tag.trim()))

/** Guests that are or were expected at a table; cancelled lines bring nobody. */
export const coversOf = ({ status, partySize }: Pick<ReservationRow, 'status' | 'partySize'>): number =>
  occupying.includes(status) ? partySize : 0

/** What a guest from the street is called in the book, in the language of whoever booked: each of them says the same. */
const walkInNames = ['Walk-in', 'Sin reserva', 'Sans réservation', 'Zonder reservering', 'Laufkundschaft']

export const isWalkInName = (name: string): boolean => walkInNames.includes(name)

/** Where a party stands in the evening. */
export const laneOf = ({ status }: Pick<ReservationRow, 'status'>): Lane => {
  if (status === 'seated') return 'seated'
  return status === 'confirmed' || isUnconfirmed({ status }) ? 'expected' : 'done'
}

/** Whoever asks for states by name, or comes from a figure, counts all that was asked for; the evening counts who comes. */
export const countsEveryone = (search: Search): boolean => isFiltered(search, 'status') || isFiltered(search, 'figure')

export type ListCounts = { parties: number; covers: number; /** Do not come; with `everyone` they are among the parties. */ off: number }

export const countRows = (rows: readonly Pick<ReservationRow, 'status' | 'partySize'>[], everyone: boolean): ListCounts => {
  const off = rows.filter((row) => coversOf(row) === 0).length
  return {
    parties: everyone ? rows.length : rows.length - off,
    covers: rows.reduce((sum, row) => sum + (everyone ? row.partySize : coversOf(row)), 0),
    off,
  }
}

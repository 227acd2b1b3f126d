import type { ReservationRow } from '@tablewire/contracts/booking/reservations'

/** What people say on the phone. */
export const lateSteps = [5, 10, 15, 20, 30, 45, 60, 90] as const

const splitMost = 8
/** Of how many the smaller part may be, the even one first; beyond these any number is typed. */
export const splitSteps = (partySize: number): number[] =>
  Array.from({ length: Math.min(splitMost, Math.floor(partySize / 2)) }, (_, at) => Math.floor(partySize / 2) - at)

type Party = Pick<ReservationRow, 'status' | 'partySize'>
export const mayBeLate = ({ status }: Party): boolean => status === 'confirmed'
export const maySplit = ({ status, partySize }: Party): boolean => (status === 'confirmed' || status === 'seated') && partySize > 1

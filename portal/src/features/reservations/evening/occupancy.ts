import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { coversOf } from '../reservation-flags.ts'

type Stay = Pick<ReservationRow, 'status' | 'partySize' | 'startsAt' | 'startsLocal' | 'endsAt'>
export type Peak = { readonly startsLocal: string; readonly covers: number }

/** When the house is fullest: the arrival after which most guests sit there at once, the first of them; undefined when nobody comes. */
export const peakOf = (rows: readonly Stay[]): Peak | undefined => {
  const coming = rows.filter((row) => coversOf(row) > 0)
  const peaks = coming.map(({ startsAt, startsLocal }) => ({
    startsLocal,
    covers: coming.filter((row) => row.startsAt <= startsAt && row.endsAt > startsAt).reduce((sum, row) => sum + coversOf(row), 0),
  }))
  return peaks.reduce<Peak | undefined>((most, one) => (most && most.covers >= one.covers ? most : one), undefined)
}

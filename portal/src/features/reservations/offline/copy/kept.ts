import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { makeStore } from '#src/i18n/store.ts'
import type { ListFilters } from '../../reservation-search.ts'
import { windowsKey } from '../../use-reservation-rows.ts'
import type { RowsWindow } from '../../rows-window.ts'
import type { Copy } from './copy-store.ts'

/** What this device keeps of its evenings, as far as it was read. */
export const kept = makeStore<readonly Copy[]>([])

export const isRows = (key: readonly unknown[]): boolean => windowsKey.every((part, at) => key[at] === part)

/** Every party of the one day and venue that is asked for, whatever else it is asked by. */
export const keptRows = ({ venueId = [], date }: ListFilters): { at: number; rows: readonly ReservationRow[] } | undefined => {
  const copy = kept.get().find((one) => venueId.length === 1 && one.venueId === venueId[0] && one.date === date)
  const window = copy?.answers.find(({ key }) => isRows(key))?.data as RowsWindow | undefined
  return copy && window && { at: copy.at, rows: window.rows.filter((row) => row !== undefined) }
}

import { type Reservation, reservations } from '@tablewire/contracts/booking/reservations'
import { keyOf, queryClient } from '#src/api/query.ts'
import { doneHere, putReservation } from '../../use-live-reservations.ts'
import { dropRow, type RowsWindow } from '../../rows-window.ts'
import { windowsKey } from '../../use-reservation-rows.ts'
import type { Act } from './act.ts'
import { waitingActs } from './act-store.ts'
import { shownWith } from './shown-with.ts'

/** Whatever is on a screen, or may come there, shows what was done. */
export const showActs = (): void => {
  const acts = waitingActs()
  if (acts.length === 0) return
  for (const act of acts)
    if (act.call === 'reservations.create' && act.row) {
      const key = keyOf(reservations.get, { params: { id: act.row.id } })
      if (queryClient.getQueryData(key) === undefined) queryClient.setQueryData(key, act.row)
    }
  for (const query of queryClient.getQueryCache().getAll()) {
    const { data, dataUpdatedAt } = query.state
    if (data === undefined) continue
    const shown = shownWith(acts, query.queryKey, data)
    if (shown !== data) queryClient.setQueryData(query.queryKey, shown, { updatedAt: dataUpdatedAt })
  }
}

/** The party of before stands for one that the server has made now. */
const dropProvisional = (id: string): void => {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: windowsKey })) {
    const before = query.state.data as RowsWindow | undefined
    if (before) queryClient.setQueryData(query.queryKey, dropRow(before, id), { updatedAt: query.state.dataUpdatedAt })
  }
  queryClient.removeQueries({ queryKey: keyOf(reservations.get, { params: { id } }) })
}

const evening = ['reservations', 'serviceSheets', 'tables', 'waitlist', 'shiftNotes', 'availability']
/** Others went on meanwhile: all that is on the screen is asked anew. */
export const askEvening = (): void => {
  for (const area of evening) void queryClient.invalidateQueries({ queryKey: [area] })
}

/** What the server has done, or would not do, is asked for as it is now. */
export const showPlayed = (act: Act, made: unknown): void => {
  if (act.call === 'reservations.create' && (made || !waitingActs().some(({ subject }) => subject === act.subject)))
    dropProvisional(act.subject)
  if (made && act.call.startsWith('reservations.')) {
    doneHere((made as Reservation).id)
    putReservation(queryClient, made as Reservation)
  }
  const areas = act.call.startsWith('tables.')
    ? ['tables']
    : act.call.startsWith('waitlist.')
      ? ['waitlist']
      : act.call.startsWith('shiftNotes.')
        ? ['shiftNotes']
        : []
  for (const area of made ? areas : ['reservations', ...areas]) void queryClient.invalidateQueries({ queryKey: [area] })
  void queryClient.invalidateQueries({ queryKey: ['serviceSheets'] })
}

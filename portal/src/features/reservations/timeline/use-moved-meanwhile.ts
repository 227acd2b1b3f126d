import { reservations } from '@tablewire/contracts/booking/reservations'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import type { TableSeat } from '@tablewire/contracts/booking/tables'
import { useEffect, useEffectEvent, useRef } from 'react'
import { api } from '#src/api/client.ts'
import { toast } from '#src/kit/toasts.ts'
import { carryStore, useCarriedId } from './carry-store.ts'
import { useTimelineT } from './use-timeline-t.ts'

/** As its history says; unknown while the server does not answer. */
const whoMoved = async (id: string): Promise<string | undefined> => {
  const events = await api(reservations.events, { params: { id } }).catch(() => [])
  return events.findLast(({ after }) => after?.['tables'] !== undefined)?.actorName
}

type Meanwhile = { seatOf: (id: string) => TableSeat | undefined; nameOf: (row: ReservationRow) => string }

/** Whoever carries a party hears at once that somebody else has given it another place: what he lets go then, goes over that. */
export const useMovedMeanwhile = ({ seatOf, nameOf }: Meanwhile): void => {
  const t = useTimelineT()
  const id = useCarriedId()
  const seat = id === undefined ? undefined : seatOf(id)
  const place = seat ? `${seat.version} ${seat.name}` : ''
  const seen = useRef<{ id: string; place: string }>(undefined)
  const tell = useEffectEvent(async (): Promise<void> => {
    const row = carryStore.get()?.row
    if (!row) return
    const table = seat?.name ?? ''
    const by = (await whoMoved(row.id)) || t('carry.somebody')
    toast.warning(t(table === '' ? 'carry.taken' : 'carry.given', { by, name: nameOf(row), table }))
  })
  useEffect(() => {
    const before = seen.current
    seen.current = id === undefined ? undefined : { id, place }
    if (before && before.id === id && before.place !== place) void tell()
  }, [id, place])
}

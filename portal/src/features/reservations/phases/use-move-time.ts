import { type Reservation, type ReservationRow, reservations } from '@tablewire/contracts/booking/reservations'
import { changeable, isRefusedByBook } from '@tablewire/contracts/booking/reservations.rules'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAbility } from '#src/api/ability.ts'
import { ApiError } from '#src/api/api-error.ts'
import { api } from '#src/api/client.ts'
import { retryWrite } from '#src/api/query.ts'
import { localTime } from '#src/kit/format.ts'
import { toast } from '#src/kit/toasts.ts'
import { refusedMeanwhile } from '../acts/refused-meanwhile.ts'
import { guestName } from '../guest-name.ts'
import { useSaved } from '../acts/use-saved.ts'
import { doneHere, putReservation } from '../use-live-reservations.ts'
import { useT } from '../use-t.ts'

type Asked = {
  row: ReservationRow
  startsAt: string
  /** Other tables in the same act, with the version of where it sits now. */
  tables?: { tableIds: string[]; version: number }
  override?: boolean
}
/** Ends when the server has answered; a refusal is told by then. */
export type MoveTime = (asked: Asked) => Promise<void>

/** Another time for a party, with the way back. Where the book refuses it, the notice says why, and whoever may books it anyway; the party stays where it was. */
export const useMoveTime = (): MoveTime => {
  const t = useT()
  const client = useQueryClient()
  const say = useSaved()
  const mayOverride = useAbility().can('override', 'reservation-list')
  const { mutateAsync } = useMutation<Reservation, unknown, Asked>({
    meta: { shown: true },
    // Another time is the server's to give: without it the party stays, and that is said.
    networkMode: 'always',
    retry: (count, error) => error instanceof ApiError && retryWrite(count, error),
    mutationFn: async ({ row, startsAt, tables, override = false }) => {
      const body = { startsAt, override, notify: false, version: row.version, ...(tables ? { tables } : {}) }
      try {
        return await api(reservations.update, { params: { id: row.id }, body })
      } catch (error) {
        throw await refusedMeanwhile(t, { id: row.id, error, seen: row.status })
      }
    },
    onSuccess: (saved, { row }) => {
      doneHere(saved.id)
      putReservation(client, saved)
      void client.invalidateQueries({ queryKey: ['availability'] })
      say({ saved, before: { ...saved, ...row }, guestNotified: false, mayOverride })
    },
    onError: (error, asked) => {
      void client.invalidateQueries({ queryKey: ['reservations'] })
      if (!(error instanceof ApiError)) return
      if (error.passing) {
        const { row } = asked
        toast.warning(t('form.timeAway', { name: guestName(row) || t('guest.unknown'), time: localTime(row.startsLocal) }))
        return
      }
      const anyway = mayOverride && isRefusedByBook(error.code) && !asked.override
      toast.error(error.message, ...(anyway ? [{ label: t('form.bookAnyway'), run: () => void send({ ...asked, override: true }) }] : []))
    },
  })
  const send: MoveTime = (asked) =>
    mutateAsync(asked).then(
      () => undefined,
      () => undefined,
    )
  return async (asked) => {
    if (changeable(asked.row.status) && Date.parse(asked.startsAt) !== Date.parse(asked.row.startsAt)) await send(asked)
  }
}

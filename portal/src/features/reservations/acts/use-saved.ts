import { type Reservation, reservations } from '@tablewire/contracts/booking/reservations'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiError } from '#src/api/api-error.ts'
import { api } from '#src/api/client.ts'
import { formatDate, localTime } from '#src/kit/format.ts'
import { toast, type ToastAction } from '#src/kit/toasts.ts'
import { guestName } from '../guest-name.ts'
import { isKept } from '../offline/acts/keep-act.ts'
import { madeIds } from '../offline/acts/told.ts'
import { doneHere, forgetRow, putReservation } from '../use-live-reservations.ts'
import { useT } from '../use-t.ts'
import { ownSteps } from './own-steps.ts'
import { tableWords } from './table-words.ts'
import { undoManager } from './undo-manager.ts'
import { refusedMeanwhile } from './refused-meanwhile.ts'
import { undoBooking, undoChange, type SavedBooking } from './undo.ts'

/** It was not sent yet: nobody else knows of it. */
const takeBackKept = async (id: string): Promise<void> => (await import('../offline/acts/away.ts')).away.player.unmake(id)

/** What had an id of ours when it was told, by the one the server gave it since. */
const madeMeanwhile = async (saved: Reservation): Promise<Reservation> => {
  const id = madeIds.get().get(saved.id)
  return id === undefined ? saved : api(reservations.get, { params: { id } })
}

/** Says what was booked or changed, with the way back. */
export const useSaved = () => {
  const t = useT()
  const client = useQueryClient()
  const { mutateAsync } = useMutation<Reservation, ApiError, SavedBooking>({
    mutationFn: async ({ before, ...asMade }) => {
      const { saved } = asMade
      const made = { ...asMade, saved: { ...saved, version: ownSteps.newest(saved.id, saved.version) } }
      try {
        return await (before ? undoChange({ ...made, before }) : undoBooking({ ...made, before }, t('undone.reason')))
      } catch (error) {
        throw await refusedMeanwhile(t, { id: made.saved.id, error: error })
      }
    },
    onSuccess: (row) => {
      doneHere(row.id)
      ownSteps.made(row)
      if (row.status === 'expired') forgetRow(client, row.id)
      else putReservation(client, row)
      for (const queryKey of [['availability'], ['tables']]) void client.invalidateQueries({ queryKey })
    },
    onError: () => void client.invalidateQueries({ queryKey: ['reservations'] }),
  })
  return (made: SavedBooking, more?: ToastAction): void => {
    const { saved, before, guestNotified } = made
    const name = guestName(saved) || t('guest.unknown')
    // Nothing was sent, and there is nothing to take back.
    if (saved === before) {
      toast.info(t('form.same', { name }))
      return
    }
    ownSteps.made(saved)
    const words = { name, time: localTime(saved.startsLocal), date: formatDate(saved.startsLocal) }
    const back = before ? t('undone.change', { name }) : t('undone.booking', { name })
    // Another time on the same day is what a hand that slipped does: it is named.
    const isMoved = before && before.startsLocal !== saved.startsLocal && before.serviceOn === saved.serviceOn
    const changed = t(isMoved ? 'form.moved' : 'form.changed', words)
    const said = before ? [changed, ...tableWords(t, saved)].join('. ') : t('form.booked', words)
    const says = before ? t('undone.told') : t('undone.toldOver')
    undoManager.done({
      text: isKept(saved.id) ? t('away.noted', { done: said }) : said,
      label: guestNotified ? t('undoAndTell') : t('undo'),
      of: saved.id,
      ...(more ? { more } : {}),
      takeBack: async () => {
        if (isKept(saved.id)) {
          await takeBackKept(saved.id)
          return back
        }
        await mutateAsync({ ...made, saved: await madeMeanwhile(saved) })
        return guestNotified ? `${back} ${says}` : back
      },
      cannot: '',
    })
  }
}

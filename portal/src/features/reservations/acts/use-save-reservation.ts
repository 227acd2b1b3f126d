import { type Reservation, reservations } from '@tablewire/contracts/booking/reservations'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiError } from '#src/api/api-error.ts'
import { api } from '#src/api/client.ts'
import { retryWrite } from '#src/api/query.ts'
import { isAway, isKept } from '../offline/acts/keep-act.ts'
import { saveChange } from '../offline/acts/save-change.ts'
import type { keepWalkIn as keepWalkInNow } from '../offline/acts/walk-in.ts'
import { changesNothing, createBody, type FormValues, patchBody } from '../reservation-form.ts'
import { useSubmissionKey } from '../use-moves.ts'
import { doneHere, putReservation } from '../use-live-reservations.ts'

const keepWalkIn = async (...walkIn: Parameters<typeof keepWalkInNow>): Promise<Reservation> =>
  (await import('../offline/acts/away.ts')).away.keepWalkIn(...walkIn)

type Saving = {
  values: FormValues
  row: Reservation | undefined
  startsAt: string
  notify: boolean
  override: boolean
  walkInName: string
  until?: string | undefined
}

/** Books or changes, and seats who came in by the door (RE3). */
export const useSaveReservation = () => {
  const client = useQueryClient()
  const keyFor = useSubmissionKey()
  return useMutation<Reservation, ApiError, Saving>({
    meta: { shown: true },
    retry: retryWrite,
    mutationFn: async ({ values, row, ...saving }) => {
      if (row) {
        const body = patchBody(values, row, saving)
        return changesNothing(body) ? row : saveChange(row, body)
      }
      const body = createBody(values, saving)
      const key = keyFor(body)
      const walksIn = { key, seated: values.seatNow }
      if (values.walkIn && isAway()) return keepWalkIn(body, walksIn)
      const made = await api(reservations.create, { body }, { idempotencyKey: key }).catch((error: ApiError) => {
        if (values.walkIn && error.passing) return keepWalkIn(body, walksIn)
        throw error
      })
      if (isKept(made.id)) return made
      doneHere(made.id)
      if (!values.walkIn || !values.seatNow || made.status !== 'confirmed') return made
      return api(reservations.seat, { params: { id: made.id } }, { idempotencyKey: keyFor(['seat', made.id]) })
    },
    onSuccess: (saved) => {
      doneHere(saved.id)
      putReservation(client, saved)
      void client.invalidateQueries({ queryKey: ['availability'] })
    },
  })
}

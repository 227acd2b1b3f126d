import { type Reservation, type ReservationRow, reservations } from '@tablewire/contracts/booking/reservations'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#src/api/client.ts'
import { randomKey } from '#src/api/random-key.ts'
import { keyOf } from '#src/api/query.ts'
import { ownSteps } from '../../acts/own-steps.ts'
import { refusedMeanwhile } from '../../acts/refused-meanwhile.ts'
import { undoManager } from '../../acts/undo-manager.ts'
import { guestName } from '../../guest-name.ts'
import { mustWait, sendOrKeep } from '../../offline/acts/keep-act.ts'
import { arrivals, doneHere, forgetRow, putReservation } from '../../use-live-reservations.ts'
import { useT } from '../../use-t.ts'
import { usePhaseT } from '../use-phase-t.ts'

/** What was answered is shown at once, and is known as work of this page. */
const useShown = () => {
  const client = useQueryClient()
  return (row: Reservation): Reservation => {
    doneHere(row.id)
    ownSteps.made(row)
    putReservation(client, row)
    return row
  }
}
type Late = { row: ReservationRow; lateMinutes: number | null }

/** By how many minutes a party says it is late, with the way back. */
export const useLate = () => {
  const t = useT()
  const own = usePhaseT()
  const shown = useShown()
  const client = useQueryClient()
  const write = async ({ row, lateMinutes }: Late, version: number): Promise<ReservationRow> => {
    try {
      const { id, venueId, serviceOn: date } = row
      const asked = { params: { id }, body: { lateMinutes, version } }
      const about = { subject: id, name: guestName(row), venueId, date, row, call: 'reservations.late' as const, ...asked }
      const call = () => api(reservations.late, asked)
      const { result, kept } = await sendOrKeep<ReservationRow>(about, call, () => ({ ...row, lateMinutes }))
      if (!kept) return shown(result as Reservation)
      putReservation(client, result)
      return result
    } catch (error) {
      throw await refusedMeanwhile(t, { id: row.id, error, seen: row.status })
    }
  }
  const words = ({ row, lateMinutes }: Late): string => {
    const name = guestName(row) || t('guest.unknown')
    return lateMinutes === null ? own('delay.onTime', { name }) : own('delay.done', { name, count: lateMinutes })
  }
  const { mutate } = useMutation({
    mutationFn: (late: Late) => write(late, late.row.version),
    onSuccess: (saved, late) => {
      const back = { row: late.row, lateMinutes: late.row.lateMinutes ?? null }
      undoManager.done({
        // What is kept is there to see, and not sent.
        text: mustWait(late.row.id) ? t('away.noted', { done: words(late) }) : words(late),
        label: t('undo'),
        of: late.row.id,
        takeBack: async () => {
          await write(back, ownSteps.newest(saved.id, saved.version))
          return words(back)
        },
        cannot: '',
      })
    },
  })
  return mutate
}

type Split = { row: ReservationRow; partySize: number }

/** Some of a party become one of their own; taken back, they are one again. */
export const useSplit = () => {
  const t = useT()
  const own = usePhaseT()
  const shown = useShown()
  const client = useQueryClient()
  const tablesToo = (): void => void client.invalidateQueries({ queryKey: ['tables'] })
  const join = async (made: Reservation, rest: Reservation): Promise<void> => {
    const versions = { version: ownSteps.newest(rest.id, rest.version), otherVersion: ownSteps.newest(made.id, made.version) }
    try {
      const asked = { params: { id: rest.id }, body: { other: made.id, ...versions } }
      shown(await api(reservations.join, asked, { idempotencyKey: randomKey() }))
    } catch (error) {
      throw await refusedMeanwhile(t, { id: made.id, error, seen: made.status })
    }
    forgetRow(client, made.id)
    tablesToo()
  }
  const { mutate } = useMutation({
    mutationFn: async ({ row, partySize }: Split) => {
      try {
        const made = await api(
          reservations.split,
          { params: { id: row.id }, body: { partySize, version: row.version } },
          { idempotencyKey: randomKey() },
        )
        return { made: shown(made), rest: shown(await api(reservations.get, { params: { id: row.id } })) }
      } catch (error) {
        throw await refusedMeanwhile(t, { id: row.id, error, seen: row.status })
      }
    },
    onSuccess: ({ made, rest }, { row }) => {
      tablesToo()
      void client.invalidateQueries({ queryKey: keyOf(reservations.list) })
      arrivals.mark(made.id, 'changed')
      const name = guestName(row) || t('guest.unknown')
      undoManager.done({
        text: own('split.done', { name, stay: rest.partySize, go: made.partySize }),
        label: t('undo'),
        of: row.id,
        takeBack: async () => {
          await join(made, rest)
          return own('split.back', { name })
        },
        cannot: '',
      })
    },
  })
  return mutate
}

import { reservations } from '@tablewire/contracts/booking/reservations'
import { waitlist, type WaitlistEntry } from '@tablewire/contracts/booking/waitlist'
import type { WaitMove } from '@tablewire/contracts/booking/waitlist.rules'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '#src/api/api-error.ts'
import { api } from '#src/api/client.ts'
import { keyOf, queryClient, retryWrite, tellError } from '#src/api/query.ts'
import { randomKey } from '#src/api/random-key.ts'
import { undoManager } from '../acts/undo-manager.ts'
import { isWalkInName } from '../reservation-flags.ts'
import { seatAtTable } from '../seating/seat-at-table.ts'
import { arrivals, doneHere, forgetRow, putReservation } from '../use-live-reservations.ts'
import { useT } from '../use-t.ts'
import { useWaitT } from '../waitlist/use-wait-t.ts'
import { sendOrKeep } from './acts/keep-act.ts'

/** These need nobody's answer: nobody is written to, and no place is taken out of the book. */
const patient: readonly WaitMove[] = ['leave', 'back', 'no-answer']
/** What puts the party back on the list, where it was. */
const undoable: readonly WaitMove[] = ['seat', 'ready', 'leave', 'no-answer']

type Step = { move: WaitMove; version?: number; override?: boolean; key: string }
/** `entry`: as it is then; undefined where it waits to be sent. */
type Moved = { kept: boolean; entry?: WaitlistEntry }

const nameOf = ({ firstName, lastName }: WaitlistEntry): string => `${firstName} ${lastName}`.trim()

const send = async ({ id, venueId, serviceOn: date, ...who }: WaitlistEntry, { key, ...body }: Step): Promise<Moved> => {
  const call = (idempotencyKey: string) => api(waitlist.move, { params: { id }, body }, { idempotencyKey })
  if (!patient.includes(body.move)) return { kept: false, entry: await call(key) }
  const about = { subject: id, name: nameOf({ ...who, id, venueId, serviceOn: date }), venueId, date, words: body.move, key }
  const asked = { ...about, call: 'waitlist.move' as const, params: { id }, body }
  const { result, kept } = await sendOrKeep<WaitlistEntry | undefined>(asked, call, () => undefined)
  return { kept, ...(result ? { entry: result } : {}) }
}

const askAnew = (): void => void queryClient.invalidateQueries({ queryKey: keyOf(waitlist.day) })

/** It sits: where, and that it does, is shown and told as of whoever comes in without having waited. */
const showSeated = async (id: string) => {
  doneHere(id)
  const row = await api(reservations.get, { params: { id } })
  putReservation(queryClient, row)
  arrivals.mark(id, 'changed')
  return row
}

/** It waits again, and never was a booking. */
const forgetSeated = (id: string): void => {
  doneHere(id)
  forgetRow(queryClient, id)
  for (const area of ['availability', 'tables']) void queryClient.invalidateQueries({ queryKey: [area] })
}

/** Who gave no name is told from the next one by how many they are, as of walk-ins. */
const toldNameOf = (entry: WaitlistEntry): string => {
  const name = nameOf(entry)
  return isWalkInName(name) ? `${name} (${entry.partySize})` : name
}

/** Says what was done, with the way back. */
const useTold = () => {
  const t = useWaitT()
  const pageT = useT()
  return async (before: WaitlistEntry, move: WaitMove, { kept, entry }: Moved): Promise<void> => {
    const name = toldNameOf(before)
    const said = t(`done.${move}`, { name })
    const seatedId = move === 'seat' ? entry?.reservationId : null
    // Where only its row cannot be read it sits nevertheless, and can be taken back.
    const row = seatedId ? await showSeated(seatedId).catch(() => undefined) : undefined
    const takeBack = async (): Promise<string> => {
      try {
        await send(before, { move: 'back', ...(entry ? { version: entry.version } : {}), key: randomKey() })
      } catch (error) {
        if (error instanceof ApiError) tellError(error)
        throw error
      } finally {
        askAnew()
      }
      if (seatedId) forgetSeated(seatedId)
      return t('done.back', { name })
    }
    undoManager.done({
      text: kept ? pageT('away.noted', { done: said }) : said,
      label: pageT('undo'),
      of: seatedId ?? before.id,
      takeBack: undoable.includes(move) ? takeBack : undefined,
      cannot: '',
    })
    if (row) seatAtTable(row, Promise.resolve(row))
  }
}

/** A step of who waits: off the list and back also while the server is away. What is refused stands beside it. */
export const useMoveWaiting = (entry: WaitlistEntry) => {
  const told = useTold()
  return useMutation<Moved, ApiError, Step>({
    meta: { shown: true },
    retry: retryWrite,
    mutationFn: (step) => send(entry, step),
    onSuccess: (moved, { move }) => told(entry, move, moved),
    // What is kept is shown already, and there is nobody to ask for more.
    onSettled: (moved) => (moved?.kept ? undefined : askAnew()),
  })
}

import { type Reservation, reservations } from '@tablewire/contracts/booking/reservations'
import type { SeatChoice, SeatChoices } from '@tablewire/contracts/booking/tables'
import { api } from '#src/api/client.ts'
import { queryClient } from '#src/api/query.ts'
import { sessionStore } from '#src/api/session.ts'
import { loadPhrases, phrasesNow } from '#src/i18n/phrases.ts'
import { formatClock } from '#src/kit/format.ts'
import { toast } from '#src/kit/toasts.ts'
import { ownSteps } from '../acts/own-steps.ts'
import { undoManager } from '../acts/undo-manager.ts'
import type reservationWords from '../en.json'
import { doneHere, putReservation } from '../use-live-reservations.ts'
import { type SeatedRow, seatWords } from './assign-seat.ts'
import { toldName } from './seated-name.ts'
import { forgetChoices } from './use-seat-name.ts'
import { whyOf } from './why-of.ts'

/** By the clock of the house. */
export const houseClock = (venueId: string, instant: string): string =>
  formatClock(instant, sessionStore.get().venues.find(({ id }) => id === venueId)?.timezone)

type Stay = { until: string; tables: { tableIds: string[]; locked: boolean; version: number; back?: boolean } }
const write = async (id: string, { version, ...stay }: Stay & { version: number }): Promise<Reservation> => {
  try {
    const saved = await api(reservations.update, { params: { id }, body: { ...stay, version } })
    doneHere(id)
    ownSteps.made(saved)
    if (saved.tablesMoved) ownSteps.made({ id: `seat ${id}`, version: saved.tablesMoved.now.version })
    putReservation(queryClient, saved)
    return saved
  } finally {
    forgetChoices()
    for (const queryKey of [['tables'], ['availability']]) void queryClient.invalidateQueries({ queryKey })
  }
}

/** Of what somebody else has later, what a party could have the longest. */
export const longestOf = ({ choices }: Pick<SeatChoices, 'choices'>): SeatChoice | undefined =>
  choices
    .filter(({ fits, freeUntil }) => fits && freeUntil !== undefined)
    .reduce<SeatChoice | undefined>(
      (best, one) => (best && Date.parse(best.freeUntil!) >= Date.parse(one.freeUntil!) ? best : one),
      undefined,
    )

/** A party that sits has a table until the next one comes to it, with the way back to all of its stay. Refused, it throws, and all stays as it was. */
export const seatUntil = async (
  row: SeatedRow,
  { seat: before }: Pick<SeatChoices, 'seat'>,
  { tableIds, until }: { tableIds: readonly string[]; until: string },
): Promise<void> => {
  await loadPhrases('reservations/seating')
  const t = seatWords()
  const { id, venueId } = row
  const asWas = await api(reservations.get, { params: { id } })
  const seen = ownSteps.newest(`seat ${id}`, before.version)
  const saved = await write(id, { until, tables: { tableIds: [...tableIds], locked: false, version: seen }, version: asWas.version })
  const now = saved.tablesMoved?.now
  const name = toldName(row)
  undoManager.done({
    text: t('done.until', { name, table: now?.name ?? '', time: houseClock(venueId, saved.endsAt) }),
    label: phrasesNow<typeof reservationWords>('reservations')('undo'),
    of: id,
    takeBack: async () => {
      const tables = { tableIds: before.tableIds, locked: before.locked, back: true, version: now?.version ?? seen }
      try {
        await write(id, { until: asWas.endsAt, tables, version: ownSteps.newest(id, saved.version) })
      } catch (error) {
        toast.error(whyOf(error))
        throw error
      }
      return t('back', { name })
    },
    cannot: '',
  })
}

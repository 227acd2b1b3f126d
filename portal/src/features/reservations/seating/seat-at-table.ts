import type { Reservation, ReservationRow } from '@tablewire/contracts/booking/reservations'
import { toast } from '#src/kit/toasts.ts'
import { undoManager } from '../acts/undo-manager.ts'
import { whyOf } from './why-of.ts'
import { hasTables } from './use-seat-name.ts'

/** The table that was pointed at; `until`: the stay was to end then, as somebody else comes to it. */
export type Wished = { tableIds: readonly string[]; until: string | undefined }

/** RE5: whoever sits down without a table is given the suggested one, or the one that was pointed at, in the same act, which takes back both. Called right after that act. */
export const seatAtTable = (row: ReservationRow, done: Promise<Reservation | undefined>, wanted?: Wished): void => {
  if (!hasTables(row.venueId)) return
  const given = import('./seat-now.ts').then(({ giveTable }) => giveTable(row, done, wanted)).catch(() => undefined)
  const tell = undoManager.also(async () => (await given)?.takeBack().catch((error: unknown) => void toast.error(whyOf(error))))
  void given.then((table) => table && tell(table))
}

import type { Speaker } from '#src/features/remote/api.ts'
import type { ReservationRecord } from '#src/features/reservations/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { RemoteRecord } from './remote-rows.ts'

/** What every step of settling has at hand. */
export type Settling = {
  ctx: Ctx
  speaker: Speaker
  venue: VenueWithBook
  row: RemoteRecord
  reservation: ReservationRecord
  /** Nothing was sent before: a create may go out without a look whether it is there. */
  fresh: boolean
  /** Whoever booked still waits for the answer. */
  answered: () => boolean
}

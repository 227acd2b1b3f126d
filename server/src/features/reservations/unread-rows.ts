import type { Ctx } from '#src/platform/ctx.ts'
import { sendUnread } from '#src/platform/db/later.ts'
import {
  changeGuestOf,
  type GuestParts,
  insertionOf,
  type NewRow,
  type ReservationChange,
  type ReservationRecord,
  type Said,
} from './reservation-rows.ts'

/** What the database writes into columns that are not given. */
const unset = {
  override: false,
  channelReference: null,
  guestId: null,
  guestFirstName: '',
  guestLastName: '',
  guestEmail: null,
  guestPhone: null,
  guestLang: null,
  guestAddress: null,
  guestOptIn: false,
  search: '',
  duration: null,
  bookingType: null,
  cancelActor: null,
  cancelReason: null,
  canceledAt: null,
  importBatchId: null,
  importKey: null,
  importLine: null,
  version: 1,
} satisfies Partial<ReservationRecord>
type Unset = keyof typeof unset
export type UnreadRow = Omit<ReservationRecord, Unset> & Partial<Omit<ReservationRecord, 'guestId' | 'search' | 'version'>>

/** What only the database knows is in the row as soon as it has said it: at the commit at the latest. */
const filledIn = (row: ReservationRecord, said: Promise<Said>): Promise<void> => said.then((known) => void Object.assign(row, known))

type Beside = {
  guest: GuestParts | null
  /** Columns that the database looks up, for which `values` has the next best. */
  asked?: Partial<NewRow>
}

/**
 * Writes a reservation that leaves with the commit, and answers it as it will stand: whoever reads a row back waits once more for the database, and
 * the next one for him. The text for searches is not known here.
 */
export const insertUnread = async (ctx: Ctx, values: UnreadRow, { guest, asked }: Beside): Promise<ReservationRecord> => {
  const row: ReservationRecord = { ...unset, ...values }
  const said = insertionOf(guest, { ...values, ...asked })
    .execute(ctx.db)
    .then(({ rows }) => rows[0]!)
  await sendUnread(ctx, filledIn(row, said))
  return row
}

/** The same for a change of a row locked before. */
export const changeUnread = async (
  ctx: Ctx,
  before: ReservationRecord,
  { guest, ...change }: ReservationChange & { guest?: GuestParts | null },
): Promise<ReservationRecord> => {
  const now = ctx.clock()
  const row = { ...before, ...(change as Partial<ReservationRecord>), version: before.version + 1, updatedAt: now.toString() }
  const said = changeGuestOf({ ...ctx, clock: () => now }, before, { ...change, ...(guest ? { guest } : {}) })
  await sendUnread(ctx, filledIn(row, said))
  return row
}

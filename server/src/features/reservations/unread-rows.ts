import type { Ctx } from '#src/platform/ctx.ts'
import { sendUnread } from '#src/platform/db/later.ts'
import { changeOf, type GuestParts, insertionOf, type NewRow, type ReservationChange, type ReservationRecord } from './reservation-rows.ts'

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

/**
 * Writes a reservation that leaves with the commit, and answers it as it will stand: whoever reads a row back waits once more for the database, and
 * the next one for him. Only the guest's id and the text for searches are not known here.
 */
export const insertUnread = async (
  ctx: Ctx,
  values: UnreadRow,
  {
    guest,
    asked,
  }: { guest: GuestParts | null; /** Columns that the database looks up, for which `values` has the next best. */ asked?: Partial<NewRow> },
): Promise<ReservationRecord> => {
  await sendUnread(ctx, insertionOf(ctx, guest, { ...values, ...asked }).execute())
  return { ...unset, ...values }
}

/** The same for a change of a row locked before. */
export const changeUnread = async (
  ctx: Ctx,
  row: ReservationRecord,
  { guest, ...change }: ReservationChange & { guest?: GuestParts | null },
): Promise<ReservationRecord> => {
  const now = ctx.clock()
  await sendUnread(ctx, changeOf({ ...ctx, clock: () => now }, row, { ...change, ...(guest ? { guest } : {}) }).execute())
  return { ...row, ...(change as Partial<ReservationRecord>), version: row.version + 1, updatedAt: now.toString() }
}

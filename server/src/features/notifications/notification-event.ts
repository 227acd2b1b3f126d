import type { NotificationEvent } from '@tablewire/contracts/operations/notifications'
import type { Status } from '@tablewire/contracts/booking/reservations.rules'

/** The fields of a history entry that decide who is notified. */
export type HistoryEntry = {
  kind: string
  move: string | null
  fromStatus: Status | null
  toStatus: Status
  source: string
  /** Names of what changed. */
  changed: readonly string[]
}

/** Changes that matter to a restaurant; a corrected name or tag is not notified. */
const worthTelling = ['startsAt', 'partySize', 'areaId', 'notes']

const bookedAs: Readonly<Record<string, NotificationEvent>> = { confirmed: 'new', pending_confirmation: 'pending' }

/** The notification event of a history entry, if any (SE3). Walk-ins are entered by the host on the spot: nobody is notified. */
export const notificationEventOf = ({ kind, move, fromStatus, toStatus, source, changed }: HistoryEntry): NotificationEvent | undefined => {
  if (source === 'walk_in' || source === 'import') return undefined
  // Remote: requested from the venue's own system, whose answer follows in a moment.
  if (changed.includes('sentTo')) return undefined
  if (toStatus === 'pending_confirmation' && fromStatus !== 'pending_confirmation') return 'pending'
  if (kind === 'booked') return bookedAs[toStatus]
  if (kind === 'changed') return changed.some((name) => worthTelling.includes(name)) ? 'changed' : undefined
  if (kind !== 'moved') return undefined
  if (move === 'cancel') return fromStatus === 'held' ? undefined : 'canceled'
  // Paid at last: not notified before.
  return move === 'confirm' && fromStatus === 'requires_payment' ? 'new' : undefined
}

import type { NotificationEvent } from '@tablewire/contracts/operations/notifications'
import type { Status } from '@tablewire/contracts/booking/reservations.rules'

/** A piece of a reservation's history, as far as it decides who is told. */
export type HistoryEntry = {
  kind: string
  move: string | null
  fromStatus: Status | null
  toStatus: Status
  source: string
  /** Names of what changed. */
  changed: readonly string[]
}

/** What a restaurant plans by. A corrected name or tag is no news. */
const worthTelling = ['startsAt', 'partySize', 'areaId', 'notes']

const bookedAs: Readonly<Record<string, NotificationEvent>> = { confirmed: 'new', pending_confirmation: 'pending' }

/** What kind of news that is, if any (SE3). Whoever seats a walk-in stands in front of it: that is told to nobody. */
export const newsOf = ({ kind, move, fromStatus, toStatus, source, changed }: HistoryEntry): NotificationEvent | undefined => {
  if (source === 'walk_in' || source === 'import') return undefined
  // Asked of the venue's own system, whose word follows in a moment.
  if (changed.includes('sentTo')) return undefined
  if (toStatus === 'pending_confirmation' && fromStatus !== 'pending_confirmation') return 'pending'
  if (kind === 'booked') return bookedAs[toStatus]
  if (kind === 'changed') return changed.some((name) => worthTelling.includes(name)) ? 'changed' : undefined
  if (kind !== 'moved') return undefined
  if (move === 'cancel') return fromStatus === 'held' ? undefined : 'canceled'
  // Paid at last: nobody has heard of it before.
  return move === 'confirm' && fromStatus === 'requires_payment' ? 'new' : undefined
}

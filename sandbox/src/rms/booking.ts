export const statuses = [
  'pending_confirmation',
  'requires_payment',
  'confirmed',
  'rejected',
  'canceled',
  'no-show',
  'seated',
  'completed',
] as const
export type Status = (typeof statuses)[number]

export type Contact = {
  firstname: string
  lastname: string
  email: string
  telephone: string
  locale: string | null
  optInConsent: boolean
}
export type Booking = {
  id: string
  houseId: string
  areaId: string
  tableId: string
  /** The service day. */
  date: string
  startSec: number
  endSec: number
  partySize: number
  status: Status
  /** How long and what for, where the house lets its guests choose. */
  minutes?: number | null | undefined
  occasion?: string | null | undefined
  notes: string
  contact: Contact
  channel: { id: string; name: string }
  key: string | null
  paymentToken: string | null
  cancelActor: string | null
  cancelReason: string | null
  createdAt: string
  updatedAt: string
}

const occupying: ReadonlySet<Status> = new Set(['pending_confirmation', 'requires_payment', 'confirmed', 'seated'])
export const occupies = (status: Status): boolean => occupying.has(status)

/** What may follow; whatever ended has ended. */
export const moves: Readonly<Record<Status, readonly Status[]>> = {
  pending_confirmation: ['confirmed', 'rejected', 'canceled', 'requires_payment'],
  requires_payment: ['confirmed', 'canceled', 'rejected'],
  confirmed: ['seated', 'completed', 'no-show', 'canceled'],
  seated: ['completed', 'canceled'],
  rejected: [],
  canceled: [],
  'no-show': [],
  completed: [],
}

import type { NotificationChoices, NotificationEvent } from '@tablewire/contracts/operations/notifications'
import type { Generated } from 'kysely'
import type { DefaultedInstant, InstantColumn, JsonColumn, NullableInstant } from '#src/platform/db/schema.ts'

/** `due`: to be sent with the next bundle; `queued`: a job has it. */
type Sending = 'none' | 'due' | 'queued' | 'sent'
type Notifications = {
  id: string
  userId: string
  eventId: string
  event: NotificationEvent | 'enquiry' | 'report' | 'mention' | 'google_password' | 'google_drift' | 'google_trouble' | 'restored' | 'test'
  venueId: string | null
  reservationId: string | null
  about: string | null
  inApp: boolean
  email: Sending
  push: Sending
  readAt: NullableInstant
  createdAt: InstantColumn
}
type NotificationOutboxes = { userId: string; way: 'email' | 'push'; due: boolean; sentAt: NullableInstant }
type ChoicesRow = { userId: string; venueId: string | null; choices: JsonColumn<Partial<NotificationChoices>>; updatedAt: InstantColumn }
type PushSubscriptions = {
  id: string
  userId: string
  /** While it lives. */
  sessionId: string
  endpoint: string
  p256dh: string
  auth: string
  device: string
  createdAt: InstantColumn
  usedAt: NullableInstant
}
type PushKeys = { id: Generated<number>; publicKey: string; privateKeySealed: string; createdAt: DefaultedInstant }

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    notifications: Notifications
    notificationOutboxes: NotificationOutboxes
    notificationChoices: ChoicesRow
    pushSubscriptions: PushSubscriptions
    pushKeys: PushKeys
  }
}

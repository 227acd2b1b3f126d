import type { Lang } from '@tablewire/contracts/kit/wire'
import type { Generated, Selectable } from 'kysely'
import type { InstantColumn, JsonColumn, NullableInstant } from '#src/platform/db/schema.ts'

/** Somebody of the restaurant who is to get access. */
export type Person = { firstName: string; lastName: string; email: string }

type OnboardingInvites = {
  id: string
  requestId: string
  email: string
  /** Whose own address that was; null = somebody named it, of a house that was not here. */
  houseVenueId: string | null
  houseToldAt: NullableInstant
  /** Who opened it from the portal; null = it goes by mail. */
  userId: string | null
  lang: Lang
  /** Of what stands in the link; null = not sent yet. */
  tokenHash: Buffer | null
  createdAt: InstantColumn
  createdBy: string | null
  /** Given to the mail server. */
  triedAt: NullableInstant
  /** Waits since then, because that address or that partner had too many. */
  deferredAt: NullableInstant
  sentAt: NullableInstant
  refusedAt: NullableInstant
  expiresAt: InstantColumn
  replacedAt: NullableInstant
  answer: 'confirmed' | 'declined' | null
  answeredAt: NullableInstant
  answeredBy: string | null
  answeredFrom: string | null
  answeredAgent: string | null
  termsVersion: string | null
  termsLang: Lang | null
  termsText: string | null
  reason: string | null
  people: JsonColumn<Person[]>
  peoplePending: Generated<boolean>
}
type OnboardingLimits = {
  id: string
  /** Both null: of the installation. */
  systemId: string | null
  channelId: string | null
  rmsRemindDays: number | null
  rmsEscalateDays: number | null
  restaurantRemindDays: number | null
  restaurantEscalateDays: number | null
  bcRemindDays: number | null
  bcEscalateDays: number | null
  linkDays: number | null
  version: Generated<number>
  updatedAt: InstantColumn
}
/** `silent`: the house is here, and nobody of it can be asked. */
export type ReminderKind = 'reminder' | 'escalation' | 'silent'
type OnboardingReminders = {
  id: string
  requestId: string
  status: string
  statusSince: InstantColumn
  kind: ReminderKind
  plannedAt: InstantColumn
  doneAt: NullableInstant
  sent: Generated<boolean>
}

type OnboardingTold = { reminderId: string; userId: string; toldAt: NullableInstant }

export type InviteRecord = Selectable<OnboardingInvites>

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    onboardingInvites: OnboardingInvites
    onboardingLimits: OnboardingLimits
    onboardingReminders: OnboardingReminders
    onboardingTold: OnboardingTold
  }
}

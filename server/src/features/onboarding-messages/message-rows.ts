import type { MessageSide } from '@tablewire/contracts/onboarding/messages'
import type { Generated, Selectable } from 'kysely'
import type { InstantColumn, JsonColumn, NullableInstant } from '#src/platform/db/schema.ts'

type OnboardingMessages = {
  id: string
  requestId: string
  side: MessageSide
  authorId: string | null
  authorName: string
  ofName: string | null
  content: string
  mentions: JsonColumn<{ id: string; name: string }[]>
  corrects: string | null
  by: 'portal' | 'mail'
  mailHash: Buffer | null
  createdAt: InstantColumn
}
type OnboardingAttachments = {
  id: string
  requestId: string
  /** Null until its message is sent. */
  messageId: string | null
  authorId: string | null
  position: Generated<number>
  name: string
  contentType: string
  bytes: number
  fileKey: string
  createdAt: InstantColumn
}
type OnboardingReaders = {
  id: string
  requestId: string
  userId: string
  unread: Generated<number>
  lastMessageAt: NullableInstant
  copies: Generated<boolean>
}
export type MessageRecord = Selectable<OnboardingMessages>
export type AttachmentRecord = Selectable<OnboardingAttachments>

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    onboardingMessages: OnboardingMessages
    onboardingAttachments: OnboardingAttachments
    onboardingReaders: OnboardingReaders
  }
}

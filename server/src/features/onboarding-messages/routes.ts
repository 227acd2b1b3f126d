import type { onboardingMessages } from '@tablewire/contracts/onboarding/messages'
import type { Handlers } from '#src/platform/http/mount.ts'
import { attach, openAttachment } from './attachments.ts'
import { chooseCopies, readUntil } from './follow-messages.ts'
import { listMessages, listUnread, readDesk } from './message-view.ts'
import { sendMessage } from './send-message.ts'

export const onboardingMessagesHandlers: Handlers<typeof onboardingMessages> = {
  list: (ctx, input) => listMessages(ctx, input),
  desk: (ctx, { params }) => readDesk(ctx, params.id),
  send: (ctx, { params, body }) => sendMessage(ctx, params.id, body),
  read: (ctx, { params, body }) => readUntil(ctx, params.id, body.until),
  copies: (ctx, { params, body }) => chooseCopies(ctx, params.id, body.copies),
  attach: (ctx, { params, body }) => attach(ctx, params.id, { name: body.name ?? 'file', content: Buffer.from(body.content, 'base64') }),
  openAttachment: (ctx, { params }) => openAttachment(ctx, params),
  unread: (ctx) => listUnread(ctx),
}

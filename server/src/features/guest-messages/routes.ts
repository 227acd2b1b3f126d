import type { guestMessages } from '@tablewire/contracts/booking/guest-messages'
import { listGuestMessages, resendMessage } from '#src/features/reservations/api.ts'
import type { Handlers } from '#src/platform/http/mount.ts'
import { previewMessage } from './preview-message.ts'
import { reminderEffect } from './reminder-effect.ts'

export const guestMessagesHandlers: Handlers<typeof guestMessages> = {
  list: (ctx, { params }) => listGuestMessages(ctx, params.id),
  resend: (ctx, { params, body }) => resendMessage(ctx, { id: params.id, kind: body.kind }),
  reminderEffect: (ctx, { params }) => reminderEffect(ctx, params.id),
  preview: (ctx, { params, body }) => previewMessage(ctx, { venueId: params.id, ...body }),
}

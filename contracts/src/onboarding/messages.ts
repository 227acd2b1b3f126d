import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { readable } from '../kit/text.rules.ts'
import { GivenInstant, Id, IdParams, Instant, note, pageOf, pageQuery, partnerText } from '../kit/wire.ts'
import { attachmentsMax, messageLength } from './attachments.rules.ts'

/** For whom somebody speaks: the reservation system, the booking channel, the restaurant, or the platform. */
export const MessageSide = z.enum(['rms', 'bc', 'venue', 'admin'])
export type MessageSide = z.infer<typeof MessageSide>

export const MessageAttachment = z.object({ id: Id, name: z.string(), type: z.string(), bytes: z.int() })
export type MessageAttachment = z.infer<typeof MessageAttachment>

export const MessagePerson = z.object({ id: Id, name: z.string(), side: MessageSide })
export type MessagePerson = z.infer<typeof MessagePerson>

export const RequestMessage = z.object({
  id: Id,
  author: z.string(),
  side: MessageSide,
  /** Name of the system, the channel or the restaurant that the author speaks for; null for the platform’s people. */
  of: z.nullable(z.string()),
  mine: z.boolean(),
  text: z.string(),
  /** Whom it names, as they are called in the text behind `@`. */
  mentions: z.array(z.object({ id: Id, name: z.string() })),
  attachments: z.array(MessageAttachment),
  /** The author’s own earlier message that this one puts right. */
  corrects: z.nullable(Id),
  /** `mail`: it came as the answer to a mail. */
  by: z.enum(['portal', 'mail']),
  at: Instant,
})
export type RequestMessage = z.infer<typeof RequestMessage>

/** What stands around the messages of one request, for the caller. */
export const MessageDesk = z.object({
  venueName: z.string(),
  /** Who reads the messages, and may be named in them. */
  people: z.array(MessagePerson),
  unread: z.int(),
  /** Whether the caller gets messages of the others by mail as well. */
  copies: z.boolean(),
  /** Whether such a mail can simply be answered. */
  answersByMail: z.boolean(),
})
export type MessageDesk = z.infer<typeof MessageDesk>

const ofRequest = { params: IdParams, oddId: 'onboarding.not_found' } as const
const reading = { ...ofRequest, method: 'GET', can: ['read', 'onboarding'], audit: 'none' } as const

export const onboardingMessages = defineArea('onboardingMessages', {
  list: {
    ...reading,
    path: '/v1/onboarding-requests/:id/messages',
    summary: 'Messages between the sides of an onboarding request, newest first.',
    query: z.object(pageQuery),
    result: pageOf(RequestMessage),
    envelope: 'page',
    errors: ['onboarding.not_found'],
  },
  desk: {
    ...reading,
    path: '/v1/onboarding-requests/:id/messages/desk',
    summary: 'Who reads the messages of a request, what of them is new to the caller, and whether copies go out by mail.',
    result: MessageDesk,
    envelope: 'data',
    errors: ['onboarding.not_found'],
  },
  send: {
    ...ofRequest,
    method: 'POST',
    path: '/v1/onboarding-requests/:id/messages',
    summary:
      'Write to all sides of a request. Files are attached first; who is named as `@First Last` and in `mentions` hears of it by bell and mail. A message is never changed: a later one may put it right.',
    can: ['update', 'onboarding'],
    audit: 'onboarding.message_sent',
    idempotent: true,
    body: z.object({
      /** May be empty where files are attached. */
      text: note(messageLength).check(z.overwrite(readable)),
      mentions: z.optional(z.array(Id).check(z.maxLength(20))),
      attachments: z.optional(z.array(Id).check(z.maxLength(attachmentsMax))),
      corrects: z.optional(Id),
    }),
    result: RequestMessage,
    envelope: 'data',
    status: 201,
    errors: ['onboarding.not_found', 'user.not_found', 'attachment.not_found', 'message.not_found'],
  },
  read: {
    ...ofRequest,
    method: 'POST',
    path: '/v1/onboarding-requests/:id/messages/read',
    summary: 'Mark messages up to a moment as read: what came after the reader last looked stays unread.',
    can: ['read', 'onboarding'],
    audit: 'none',
    body: z.object({ until: GivenInstant }),
    result: z.object({ unread: z.int() }),
    envelope: 'data',
    errors: ['onboarding.not_found'],
  },
  copies: {
    ...ofRequest,
    method: 'PUT',
    path: '/v1/onboarding-requests/:id/messages/copies',
    summary: 'Get the messages of this request by mail, or no longer. Who is named in one hears of that by mail all the same.',
    can: ['read', 'onboarding'],
    audit: 'onboarding.copies_chosen',
    body: z.object({ copies: z.boolean() }),
    result: z.object({ copies: z.boolean() }),
    envelope: 'data',
    errors: ['onboarding.not_found'],
  },
  attach: {
    ...ofRequest,
    method: 'POST',
    path: '/v1/onboarding-requests/:id/attachments',
    summary: 'Bring a file (JPEG, PNG, WebP, GIF, PDF, text, CSV, XLSX or DOCX, up to 10 MB) for a message that is about to be written.',
    can: ['update', 'onboarding'],
    audit: 'onboarding.file_attached',
    body: z.object({ name: z.optional(partnerText(200)), content: z.base64() }),
    result: MessageAttachment,
    envelope: 'data',
    status: 201,
    errors: ['onboarding.not_found', 'attachment.type', 'attachment.too_large', 'attachment.empty', 'attachment.too_many'],
  },
  openAttachment: {
    ...reading,
    path: '/v1/onboarding-requests/:id/attachments/:attachmentId',
    summary: 'A path from which the file can be fetched for two minutes, without a sign-in.',
    params: z.object({ id: Id, attachmentId: Id }),
    result: z.extend(MessageAttachment, { link: z.string() }),
    envelope: 'data',
    errors: ['onboarding.not_found', 'attachment.not_found'],
  },
  unread: {
    method: 'GET',
    path: '/v1/onboarding-messages/unread',
    summary: 'In which requests the caller has unread messages, and how many; the 500 with the newest.',
    can: ['read', 'onboarding'],
    audit: 'none',
    result: z.object({ unread: z.int(), requests: z.array(z.object({ id: Id, venueName: z.string(), unread: z.int(), lastAt: Instant })) }),
    envelope: 'data',
    errors: [],
  },
})

import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { Id, IdParams, Instant, pageOf, pageQuery } from '../kit/wire.ts'

const Mail = z.object({ id: Id, to: z.string(), from: z.string(), subject: z.string(), sentAt: Instant })

/** The local mailbox: every mail of an installation without SMTP_URL, for its administrators. */
export const mailbox = defineArea('mailbox', {
  list: {
    method: 'GET',
    path: '/v1/mailbox',
    summary: 'Mails that stayed on this machine because no mail server is set.',
    can: ['read', 'mailbox'],
    audit: 'none',
    query: z.object(pageQuery),
    result: pageOf(Mail),
    envelope: 'page',
    errors: [],
  },
  get: {
    method: 'GET',
    path: '/v1/mailbox/:id',
    summary: 'One mail with its text. Links to accounts of people with more rights than the caller are struck out of it.',
    can: ['read', 'mailbox'],
    audit: 'none',
    params: IdParams,
    result: z.extend(Mail, {
      text: z.string(),
      html: z.string(),
      /** True = the mail opens the account of somebody with more rights than the caller: what could be clicked is struck out. */
      linksHidden: z.boolean(),
    }),
    envelope: 'data',
    errors: ['mail.not_found'],
  },
})

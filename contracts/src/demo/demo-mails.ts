import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { Id, Instant, pageOf, pageQuery } from '../kit/wire.ts'

/** A mail that a demo would have sent. */
export const DemoMail = z.object({
  id: Id,
  to: z.string(),
  from: z.string(),
  subject: z.string(),
  sentAt: Instant,
  text: z.string(),
  html: z.string(),
})
export type DemoMail = z.infer<typeof DemoMail>

export const demoMails = defineArea('demoMails', {
  list: {
    method: 'GET',
    path: '/v1/demo-mails',
    summary: 'What the demo of the caller would have sent, newest first, whole. Outside of a demo there is nothing.',
    can: 'session',
    audit: 'none',
    query: z.object(pageQuery),
    result: pageOf(DemoMail),
    envelope: 'page',
    errors: [],
  },
})

import { z } from 'zod/mini'
import { Id, Instant } from '../kit/wire.ts'

/** Calls of one of Google's methods within the last five minutes, as Google judges them. */
export const GoogleCalls = z.object({
  accountId: Id,
  accountName: z.string(),
  environment: z.enum(['sandbox', 'production']),
  method: z.string(),
  calls: z.int(),
  failed: z.int(),
  /** Answered well, and later than Google waits. */
  late: z.int(),
  /** Share of failed and late ones that Google allows, and milliseconds that it waits. */
  errorShare: z.number(),
  ms: z.int(),
  /** Since when it is beyond; null = it is within, or there are too few calls to tell. */
  since: z.nullable(Instant),
})
export type GoogleCalls = z.infer<typeof GoogleCalls>

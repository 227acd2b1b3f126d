import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { Id, Instant } from '../kit/wire.ts'

/** What was booked, changed or canceled between the two moments is not known any more. */
const Restore = z.object({ id: Id, from: Instant, to: Instant })
export type Restore = z.infer<typeof Restore>

export const restores = defineArea('restores', {
  latest: {
    method: 'GET',
    path: '/v1/restores/latest',
    summary: 'Whether the database was set back to an earlier time within the last day, and from when to when; null where it was not.',
    can: ['read', 'reservation-list'],
    audit: 'none',
    result: z.nullable(Restore),
    envelope: 'data',
    errors: [],
  },
})

import { z } from 'zod/mini'
import { Instant } from './wire.ts'

/** A save by somebody else since the version a form was opened with; `by` is null where the caller may not know the name, `fields` what it was about. */
export const SaveMeanwhile = z.object({ by: z.nullable(z.string()), at: Instant, fields: z.array(z.string()) })
export type SaveMeanwhile = z.infer<typeof SaveMeanwhile>

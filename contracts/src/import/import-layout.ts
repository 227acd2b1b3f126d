import { z } from 'zod/mini'

/** What becomes of the rows. */
export const Counts = z.object({
  rows: z.int(),
  made: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  duplicates: z.int(),
  rejected: z.int(),
  /** What stays as people changed it here; after an undo, what it left for that reason. */
  kept: z.int(),
})

/** A column of somebody's file, with a few of its values. `readOnly`: our own export tells it, and no file changes it: a licence, whose system it is. */
export const Column = z.object({ name: z.string(), samples: z.array(z.string()), filled: z.int(), readOnly: z.optional(z.boolean()) })
export type Column = z.infer<typeof Column>

/** How a file was found to be written. */
export const ReadLayout = z.object({
  format: z.enum(['csv', 'xlsx']),
  encoding: z.string(),
  /** False = the encoding is a guess between several that fit: look at the rows. */
  encodingSure: z.boolean(),
  delimiter: z.string(),
  headerLine: z.int(),
  /** The last line that names of columns can stand in, of the first twenty. */
  headerLineMax: z.int(),
})

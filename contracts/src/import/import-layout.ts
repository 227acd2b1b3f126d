import { z } from 'zod/mini'
import { Id, Instant } from '../kit/wire.ts'
import { ImportKind, Mapping } from './import.rules.ts'

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

/** A word of a field, on how many rows, and what it seems to mean here. */
export const FieldWord = z.object({
  value: z.string(),
  rows: z.int(),
  suggested: z.nullable(z.string()),
  suggestedName: z.nullable(z.string()),
})

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

/** How columns of one system are read, under a name. */
export const SavedMapping = z.object({ id: Id, kind: ImportKind, name: z.string(), mapping: Mapping, createdAt: Instant })

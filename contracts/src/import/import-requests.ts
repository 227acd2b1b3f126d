import { z } from 'zod/mini'
import { Outcome, RowOutcome } from './import-findings.ts'
import { Delimiter, Encoding, ImportKind, RowChoice } from './import.rules.ts'
import { Id, pageQuery, partnerText, queryFlag, text, whole } from '../kit/wire.ts'

export const ImportCreate = z.object({
  kind: ImportKind,
  /** For reservations of one venue; without it the file says of each row which venue it is for. */
  venueId: z.optional(Id),
  /** For venues and users: the company by name or id; for venues it is made when there is none of that name. A company's own people need not say. */
  company: z.optional(text(160)),
  fileName: partnerText(200),
  fileBytes: whole(1, 2_000_000_000),
})

export const ImportLayout = z.object({
  /** Counts from 1; 0 = the columns have no names. */
  headerLine: whole(0, 50),
  /** Of a CSV file. */
  delimiter: z.optional(Delimiter),
  /** Of a CSV file: how its letters are written, where that was not recognised. */
  encoding: z.optional(Encoding),
  version: whole(1, 2_000_000_000),
})

export const RowDecision = z.object({
  line: whole(1, 2_000_000_000),
  choice: z.nullable(RowChoice),
  /** With `move`: when, in the venue's own time. */
  startsLocal: z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/))),
  version: whole(1, 2_000_000_000),
})

export const FindingsQuery = z.object({
  ...pageQuery,
  filters: z.optional(
    z.object({ importId: z.optional(Id), outcome: z.optional(Outcome), reason: z.optional(z.string().check(z.maxLength(60))) }),
  ),
})

export const RowsQuery = z.object({
  ...pageQuery,
  filters: z.optional(
    z.object({
      importId: z.optional(Id),
      outcome: z.optional(RowOutcome),
      /** Only rows that are not rejected or skipped, and in which something was found. */
      remarks: z.optional(queryFlag),
      /** Only rows that change this field of what is here already. */
      field: z.optional(z.string().check(z.maxLength(40))),
    }),
  ),
})

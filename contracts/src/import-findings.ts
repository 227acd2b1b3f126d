import { z } from 'zod/mini'
import { RowChoice } from './import.rules.ts'
import { Id } from './wire.ts'

/** rejected: not imported · skipped: there already · dropped: imported without that value · repaired: with another one · noted: worth a look · kept: changed here since. */
export const Outcome = z.enum(['rejected', 'skipped', 'dropped', 'repaired', 'noted', 'kept'])
export type Outcome = z.infer<typeof Outcome>

export const ImportFinding = z.object({
  id: Id,
  /** Line of the file, the first being 1; 0 = about something here. */
  line: z.int(),
  outcome: Outcome,
  reason: z.string(),
  meaning: z.string(),
  column: z.string(),
  value: z.string(),
  /** Of a row that found no place: where it wanted to go, in the venue's time, how many would sit there and how many can. */
  about: z.nullable(
    z.object({
      venueId: Id,
      venueName: z.string(),
      areaId: Id,
      areaName: z.string(),
      startsLocal: z.string(),
      partySize: z.int(),
      sitting: z.nullable(z.int()),
      capacity: z.nullable(z.int()),
    }),
  ),
  /** What people decided about the row; undecided ones come in as they are. */
  decision: z.nullable(z.object({ choice: RowChoice, startsLocal: z.nullable(z.string()), byName: z.string() })),
})

export type ImportFinding = z.infer<typeof ImportFinding>

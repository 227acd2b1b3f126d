import { z } from 'zod/mini'
import { RowChoice } from './import.rules.ts'
import { Id } from '../kit/wire.ts'

/** rejected: not imported · skipped: there already · dropped: imported without that value · repaired: with another one · noted: worth a look · kept: stays as it is here, as people changed it or the book has no place. */
export const Outcome = z.enum(['rejected', 'skipped', 'dropped', 'repaired', 'noted', 'kept'])
export type Outcome = z.infer<typeof Outcome>

/**
 * The rows of one outcome and reason. `rows` counts all; the first `kept` of them can be looked at, rejected ones all. `refusals`: of changes the hub does
 * not take, why; the most frequent sentences of the first thousand rows.
 */
export const FindingGroup = z.object({
  outcome: Outcome,
  reason: z.string(),
  meaning: z.string(),
  refusals: z.array(z.string()),
  rows: z.int(),
  kept: z.int(),
})
export type FindingGroup = z.infer<typeof FindingGroup>

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

/** made · changed · unchanged: as it stands here · kept: people changed it here, so it stays · skipped: came by already · rejected: not imported. */
export const RowOutcome = z.enum(['made', 'changed', 'unchanged', 'kept', 'skipped', 'rejected'])
export type RowOutcome = z.infer<typeof RowOutcome>

/** One field of what a row means, in text: what stands here, and what the file says. `kept`: what stands here stays, as people changed it or the row was refused. */
export const RowChange = z.object({
  /** The name of the target (`Mapping.fields`). */
  field: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  kept: z.optional(z.boolean()),
})
export type RowChange = z.infer<typeof RowChange>

/** What becomes of a row of the file: after the dry run what would, after the import what did. */
export const ImportRowResult = z.object({
  /** The line, in words of a list. */
  id: z.string(),
  /** Line of the file, the first being 1. */
  line: z.int(),
  outcome: RowOutcome,
  /** What it means here, where it is here: a venue, a user. */
  subjectId: z.nullable(Id),
  name: z.string(),
  changes: z.array(RowChange),
  /** What was found in it. */
  findings: z.array(z.object({ outcome: Outcome, meaning: z.string(), column: z.string(), value: z.string() })),
  /** Of an import that was applied: what an undo would do about it, or did; what was asked of others is canceled, as they have read it. */
  undo: z.nullable(z.object({ what: z.enum(['restored', 'removed', 'canceled', 'kept']), done: z.boolean() })),
})
export type ImportRowResult = z.infer<typeof ImportRowResult>

/** What an undo would take back, and how much it would leave; of that, what people changed (the rest only a later import), and a few by name. */
export const UndoPlan = z.object({ goes: z.int(), stays: z.int(), byPeople: z.int(), names: z.array(z.string()) })
export type UndoPlan = z.infer<typeof UndoPlan>

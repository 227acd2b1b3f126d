import type { Right } from '@tablewire/contracts/identity/access'
import type { BulkChange, BulkOutcome } from '@tablewire/contracts/estate/bulk-changes'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'

export type Values = Record<string, unknown>

/** What a change comes to at one venue; `fields` = what of it changes. */
export type Finding = {
  outcome: BulkOutcome
  fields?: readonly string[]
  problem?: Problem
  /** `last`: the day the last of them comes. */
  guests?: { reservations: number; covers: number; last?: string }
}
/** What stood at a venue before, and what the change left there. */
export type ValueChange = { before: Values; after: Values }

export type ChangeOf<K extends BulkChange['kind']> = Extract<BulkChange, { kind: K }>

/** One kind of change of many venues. The verb that changes one venue does the work, with its checks, its audit entry and its live message. */
export type Kind<C extends BulkChange> = {
  /** Of whoever begins it, and of whoever takes it back. */
  right: Right
  /** Refuses what could not be done at any venue. */
  require?: (ctx: Ctx, change: C) => Promise<void>
  /** What of it is settled when it begins, so that all its venues get the same; stands in the change from then on. */
  settle?: (ctx: Ctx, change: C) => Promise<Partial<C>>
  /** Venue by venue what would come of it, within what the caller sees; a venue that is not told was not found. */
  survey: (ctx: Ctx, change: C, ids: readonly string[]) => Promise<ReadonlyMap<string, Finding>>
  /** In a transaction that has found that the venue changes; undefined where it stood so by the time nobody else could change it any more. */
  apply: (ctx: Ctx, change: C, id: string) => Promise<ValueChange | undefined>
  /** Puts back what stood before, where the venue still is as the change left it: `undo.changed_since` otherwise. */
  undo: (ctx: Ctx, change: C, at: { id: string } & ValueChange) => Promise<void>
}

export const unchanged: Finding = { outcome: 'unchanged' }
export const refused = (problem: Problem): Finding => ({ outcome: 'refused', problem })

/** The fields are kept as names of phrases, so that whoever reads the reason later has them in his own language. */
export const changedSince = (fields: readonly string[]): Problem =>
  new Problem('undo.changed_since', { fields: fields.map((field) => `attribute.${field}`).join(', ') })

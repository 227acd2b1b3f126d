import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import type { Reason } from './findings.ts'
import {
  changedHere,
  companyFor,
  fieldsOf,
  insertVenues,
  rulesOf,
  type Standing,
  standingVenues,
  takenNumbers,
  takeTurn,
  updateBooks,
  updateVenues,
} from './import-rows.ts'
import { rememberVenues } from './undo-venues.ts'
import type { VenueDraft } from './read-venue.ts'

export type Counts = { created: number; updated: number; unchanged: number; kept: number }
export type Kept = { importKey: string; reason: Reason; done: string }
/** `numberTaken`: import keys of those that came in without their number, as another venue has it. */
export type Placed = { counts: Counts; kept: Kept[]; numberTaken: string[] }
/** `batchId`: of the import that can be undone, which remembers what it made and what it changed. */
export type Batch = { file: string; drafts: readonly VenueDraft[]; company: string; dryRun: boolean; batchId?: string }

/** The company named by its id does not exist. */
export class CompanyUnknown extends Error {
  override name = 'CompanyUnknown'
}

/** Same content, whatever the ids given to its parts. */
const isSame = (a: unknown, b: unknown): boolean => {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((one, index) => isSame(one, b[index]))
  const keys = Object.keys(a)
  const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>]
  return keys.length === Object.keys(b).length && keys.every((key) => key === 'id' || isSame(one[key], other[key]))
}

type Plan = {
  fresh: VenueDraft[]
  fields: Parameters<typeof updateVenues>[1][number][]
  books: Parameters<typeof updateBooks>[1][number][]
  unchanged: number
  kept: Kept[]
}

/** These limits are set with the venue as well as with its book, so they are nobody's but the people's here. */
const setWithVenue = (rules: Standing['rules']) => {
  const { party, cutOffMinutes, cancellationWindowMinutes, holdingTimeSeconds, horizonDays, bookableAreas, pressureReleaseHours } = rules
  return { party, cutOffMinutes, cancellationWindowMinutes, holdingTimeSeconds, horizonDays, bookableAreas, pressureReleaseHours }
}

/** What differs between the file and what stands here; what people changed here since stays theirs. */
const compare = (
  drafts: readonly VenueDraft[],
  standing: ReadonlyMap<string, Standing>,
  changed: Awaited<ReturnType<typeof changedHere>>,
): Plan => {
  const plan: Plan = { fresh: [], fields: [], books: [], unchanged: 0, kept: [] }
  for (const draft of drafts) {
    const { importKey } = draft
    const here = standing.get(importKey)
    if (!here) {
      plan.fresh.push(draft)
      continue
    }
    const { id, importKey: _key, rules, ...before } = here
    // A file that does not number a venue takes no number away.
    const fields = { ...fieldsOf(draft), externalId: draft.externalId ?? before.externalId }
    const wanted = { ...rulesOf(draft.book), ...setWithVenue(rules) }
    const otherFields = !isSame(before, fields)
    const otherBook = !isSame(rules, wanted)
    if (otherFields && changed['venue.updated'].has(id))
      plan.kept.push({ importKey, reason: 'venue.changed_here', done: 'its data left as they are' })
    else if (otherFields) plan.fields.push({ id, ...fields })
    if (otherBook && changed['book.updated'].has(id))
      plan.kept.push({ importKey, reason: 'book.changed_here', done: 'its book left as it is' })
    else if (otherBook) plan.books.push({ venueId: id, rules: wanted })
    if (!otherFields && !otherBook) plan.unchanged++
  }
  return plan
}

class RolledBack extends Error {}

/**
 * New venues are made, known ones brought up to date, all in one transaction with one audit entry. A dry run does the same and takes it
 * all back.
 */
export const placeBatch = async (ctx: Ctx, { file, drafts: given, company, dryRun, batchId }: Batch): Promise<Placed> => {
  let placed: Placed | undefined
  await transaction(ctx, async (inner) => {
    await takeTurn(inner)
    const companyId = await companyFor(inner, company, { countryCode: given[0]!.countryCode, batchId })
    if (companyId === undefined) throw new CompanyUnknown(`There is no company with the id ${company}.`)
    const taken = await takenNumbers(inner, companyId, given)
    const drafts = given.map((draft) => (taken.has(draft.importKey) ? { ...draft, externalId: null } : draft))
    const standing = await standingVenues(
      inner,
      drafts.map(({ importKey }) => importKey),
    )
    const plan = compare(
      drafts,
      standing,
      await changedHere(
        inner,
        [...standing.values()].map(({ id }) => id),
      ),
    )
    await insertVenues(inner, { companyId, batchId }, plan.fresh)
    if (batchId !== undefined && !dryRun)
      await rememberVenues(inner, batchId, [...plan.fields.map(({ id }) => id), ...plan.books.map(({ venueId }) => venueId)])
    await updateVenues(inner, plan.fields)
    await updateBooks(inner, plan.books)
    const updated = new Set([...plan.fields.map(({ id }) => id), ...plan.books.map(({ venueId }) => venueId)]).size
    const counts = { created: plan.fresh.length, updated, unchanged: plan.unchanged, kept: plan.kept.length }
    placed = { counts, kept: plan.kept, numberTaken: [...taken] }
    // An import that can be undone has one entry of its own, at its end.
    if (counts.created + counts.updated > 0 && batchId === undefined)
      await audit(inner, { action: 'venues.imported', subject: 'company', subjectId: companyId, after: { file, ...counts } })
    if (dryRun) throw new RolledBack()
  }).catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error
  })
  return placed!
}

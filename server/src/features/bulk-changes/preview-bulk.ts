import type { BulkOutcome, BulkPreview } from '@tablewire/contracts/estate/bulk-changes'
import type { ErrorCode } from '@tablewire/contracts/kit/problem'
import { sayAttribute, sayFault } from '@tablewire/contracts/phrases/faults'
import type { Ctx } from '#src/platform/ctx.ts'
import { problemToKeep } from '#src/platform/http/errors.ts'
import { Problem } from '#src/platform/problem.ts'
import { kindOf } from './bulk-kinds.ts'
import type { Finding } from './bulk-kind.ts'
import { type BulkRequest, chosenVenues } from './chosen-venues.ts'

/** Looked at together; thousands of books at once would be held in memory together. */
const atOnce = 500
const reasonsTold = 20
/** Who asks part by part shows how far it is: each takes well below a second, also where whole books are compared. */
const partOf = 1500

const counted = <K>(tally: Map<K, number>, key: K): void => void tally.set(key, (tally.get(key) ?? 0) + 1)
const mostFirst = <K>(tally: ReadonlyMap<K, number>): [K, number][] => [...tally].toSorted((a, b) => b[1] - a[1])

/** What is said of one venue with its own names and numbers, said of many. */
const ofMany: Partial<Record<ErrorCode, ErrorCode>> = {
  'venue.has_reservations': 'bulk_change.guests_to_come',
  'bulk_change.day_taken': 'bulk_change.days_taken',
}
const saidOfMany = (problem: Problem): Problem => {
  const code = ofMany[problem.code]
  return code ? new Problem(code) : problem
}

class Tally {
  readonly outcomes: Record<BulkOutcome, number> = { changed: 0, unchanged: 0, refused: 0 }
  readonly reasons = new Map<string, number>()
  readonly fields = new Map<string, number>()
  readonly guests = { reservations: 0, covers: 0 }
  add({ outcome, problem, fields = [], guests }: Finding): void {
    this.outcomes[outcome] += 1
    if (problem) counted(this.reasons, `${outcome} ${problem.code} ${problemToKeep(saidOfMany(problem))}`)
    for (const field of fields) counted(this.fields, field)
    this.guests.reservations += guests?.reservations ?? 0
    this.guests.covers += guests?.covers ?? 0
  }
}

const reasonOf = ({ lang }: Ctx, key: string, venues: number): BulkPreview['reasons'][number] => {
  const [outcome, code, ...kept] = key.split(' ') as [BulkOutcome, string, ...string[]]
  return { outcome, code, meaning: sayFault(kept.join(' '), lang), venues }
}

/** What would come of it at each venue, counted, by the same look that the change itself takes. */
export const previewBulk = async (ctx: Ctx, { from, ...request }: BulkRequest & { from?: number | undefined }): Promise<BulkPreview> => {
  const ids = await chosenVenues(ctx, request)
  const { survey } = kindOf(request.change)
  const tally = new Tally()
  const end = from === undefined ? ids.length : Math.min(from + partOf, ids.length)
  const look = async (some: readonly string[]): Promise<void> => {
    const found = await survey(ctx, request.change, some)
    for (const id of some) tally.add(found.get(id) ?? { outcome: 'refused', problem: new Problem('venue.not_found') })
  }
  const slice = (at: number): string[] => ids.slice(at, Math.max(at, Math.min(at + atOnce, end)))
  // While some are compared here, the database reads the next ones.
  for (let at = from ?? 0; at < end; at += 2 * atOnce) await Promise.all([look(slice(at)), look(slice(at + atOnce))])
  return {
    total: ids.length,
    next: end < ids.length ? end : null,
    ...tally.outcomes,
    reasons: mostFirst(tally.reasons)
      .slice(0, reasonsTold)
      .map(([key, venues]) => reasonOf(ctx, key, venues)),
    fields: mostFirst(tally.fields).map(([field, venues]) => ({ field, meaning: sayAttribute(field, ctx.lang), venues })),
    guests: tally.guests.reservations ? tally.guests : null,
  }
}

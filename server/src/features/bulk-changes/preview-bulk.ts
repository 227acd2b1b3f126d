import type { BulkOutcome, BulkPreview } from '@tablewire/contracts/estate/bulk-changes'
import type { ErrorCode } from '@tablewire/contracts/kit/problem'
import { sayAttribute, sayFault } from '@tablewire/contracts/phrases/faults'
import { sql } from 'kysely'
import { inScope } from '#src/features/venues/api.ts'
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

/** Of each reason, so many venues are told by name. */
const namesTold = 30

/** What is said of one venue with its own names and numbers, said of many. */
const ofMany: Partial<Record<ErrorCode, ErrorCode>> = {
  'venue.has_reservations': 'bulk_change.guests_to_come',
  'bulk_change.day_taken': 'bulk_change.days_taken',
}
const saidOfMany = (problem: Problem): Problem => {
  const code = ofMany[problem.code]
  return code ? new Problem(code) : problem
}

type Reason = { venues: number; ids: string[] }
type Latest = { on: string; id: string }

class Tally {
  readonly outcomes: Record<BulkOutcome, number> = { changed: 0, unchanged: 0, refused: 0 }
  readonly reasons = new Map<string, Reason>()
  readonly fields = new Map<string, number>()
  readonly guests = { reservations: 0, covers: 0 }
  latest: Latest | undefined
  add(id: string, { outcome, problem, fields = [], guests }: Finding): void {
    this.outcomes[outcome] += 1
    if (problem) this.explain(id, `${outcome} ${problem.code} ${problemToKeep(saidOfMany(problem))}`)
    for (const field of fields) this.fields.set(field, (this.fields.get(field) ?? 0) + 1)
    this.guests.reservations += guests?.reservations ?? 0
    this.guests.covers += guests?.covers ?? 0
    if (guests?.last && (!this.latest || guests.last > this.latest.on)) this.latest = { on: guests.last, id }
  }
  explain(id: string, key: string): void {
    const reason = this.reasons.get(key) ?? { venues: 0, ids: [] }
    reason.venues += 1
    if (reason.ids.length < namesTold) reason.ids.push(id)
    this.reasons.set(key, reason)
  }
}

type Names = ReadonlyMap<string, string>
/** Names only of venues that the reader may know. */
const namesOf = async (ctx: Ctx, ids: readonly string[]): Promise<Names> => {
  if (!ids.length) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    select v.id, v.name from venues v where v.id = any(${[...ids]}::uuid[]) and ${inScope(ctx, 'v.id')}`.execute(ctx.db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

type Told = BulkPreview['reasons'][number]
const reasonOf = (lang: Ctx['lang'], names: Names, [key, { venues, ids }]: [string, Reason]): Told => {
  const [outcome, code, ...kept] = key.split(' ') as [BulkOutcome, string, ...string[]]
  const known = ids.flatMap((id) => names.get(id) ?? [])
  return { outcome, code, meaning: sayFault(kept.join(' '), lang), venues, names: known }
}

const told = async (ctx: Ctx, { reasons, fields, guests, latest }: Tally): Promise<Pick<BulkPreview, 'reasons' | 'fields' | 'guests'>> => {
  const first = [...reasons].toSorted(([, a], [, b]) => b.venues - a.venues).slice(0, reasonsTold)
  const names = await namesOf(ctx, [...first.flatMap(([, { ids }]) => ids), ...(latest ? [latest.id] : [])])
  return {
    reasons: first.map((one) => reasonOf(ctx.lang, names, one)),
    fields: [...fields]
      .toSorted(([, a], [, b]) => b - a)
      .map(([field, venues]) => ({ field, meaning: sayAttribute(field, ctx.lang), venues })),
    guests: guests.reservations ? { ...guests, latest: latest ? { on: latest.on, venue: names.get(latest.id) ?? null } : null } : null,
  }
}

/** What would come of it at each venue, counted, by the same look that the change itself takes. */
export const previewBulk = async (ctx: Ctx, { from, ...request }: BulkRequest & { from?: number | undefined }): Promise<BulkPreview> => {
  const ids = await chosenVenues(ctx, request)
  const { survey } = kindOf(request.change)
  const tally = new Tally()
  const end = from === undefined ? ids.length : Math.min(from + partOf, ids.length)
  const look = async (some: readonly string[]): Promise<void> => {
    const found = await survey(ctx, request.change, some)
    for (const id of some) tally.add(id, found.get(id) ?? { outcome: 'refused', problem: new Problem('venue.not_found') })
  }
  const slice = (at: number): string[] => ids.slice(at, Math.max(at, Math.min(at + atOnce, end)))
  // While some are compared here, the database reads the next ones.
  for (let at = from ?? 0; at < end; at += 2 * atOnce) await Promise.all([look(slice(at)), look(slice(at + atOnce))])
  return {
    total: ids.length,
    next: end < ids.length ? end : null,
    ...tally.outcomes,
    ...(await told(ctx, tally)),
  }
}

import { basename } from 'node:path'
import { type HoursReader, hoursReader } from '#src/features/hours/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Finding, Note, Outcome, Reason } from './findings.ts'
import { type Counts, placeBatch } from './place-batch.ts'
import { osmIdOf, osmKeyOf, readVenue, type VenueDraft } from './read-venue.ts'
import { readSource, type SourceRow, SourceUnreadable } from './venue-source.ts'

export type ImportInput = {
  path: string
  /** Name or id; made when there is none of that name. */
  company: string
  dryRun: boolean
  /** Rows to read at most. */
  limit: number
  /** Today, a date: holidays are laid down from its month on. */
  today: string
  report: (finding: Finding) => Promise<void>
  progress: (rows: number) => void
}
export type Summary = Counts & {
  rows: number
  rejected: number
  /** Of the venues created, updated or unchanged. */
  withHours: number
  active: number
  /** `outcome reason` → rows. */
  findings: Map<`${Outcome} ${Reason}`, number>
  /** Why the file could not be read to its end. */
  brokeOff: string | undefined
}

/** Enough to make a transaction worth it, few enough to hold in memory and to take back. */
const batchSize = 500

type Ready = { draft: VenueDraft; line: number; osmId: string }
type Run = { ctx: Ctx | undefined; input: ImportInput; readHours: HoursReader; summary: Summary; seen: Set<string>; ready: Ready[] }

const tell = async ({ summary, input }: Run, findings: readonly Finding[]): Promise<void> => {
  for (const finding of findings) {
    const key = `${finding.outcome} ${finding.reason}` as const
    summary.findings.set(key, (summary.findings.get(key) ?? 0) + 1)
    await input.report(finding)
  }
}

const readRow = ({ seen, readHours, ready }: Run, row: SourceRow): Finding[] => {
  const osmId = osmIdOf(row) ?? ''
  const findings: Finding[] = []
  const note: Note = (outcome, reason, about) => void findings.push({ line: row.line, osmId, outcome, reason, ...about })
  if (osmId !== '' && seen.has(osmId)) {
    note('rejected', 'row.duplicate', { field: 'osm_id', found: osmId, done: 'the first one taken' })
    return findings
  }
  seen.add(osmId)
  const importKey = osmKeyOf(row, note)
  const draft = importKey === undefined ? undefined : readVenue(row, { importKey, readHours, note })
  if (draft) ready.push({ draft, line: row.line, osmId })
  return findings
}

const unreadable = ({ line, text, problem }: { line: number; text: string; problem: string }): Finding => ({
  line,
  osmId: '',
  outcome: 'rejected',
  field: '',
  found: text,
  done: `not imported: ${problem}`,
  reason: 'row.unreadable',
})

const placeReady = async (run: Run): Promise<void> => {
  const { ctx, input, summary } = run
  const ready = run.ready.splice(0)
  if (!ready.length) return
  const drafts = ready.map(({ draft }) => draft)
  const { company, dryRun, path } = input
  const placed = ctx
    ? await placeBatch(ctx, { file: basename(path), drafts, company, dryRun })
    : { counts: { created: drafts.length, updated: 0, unchanged: 0, kept: 0 }, kept: [] }
  for (const [name, count] of Object.entries(placed.counts) as [keyof Counts, number][]) summary[name] += count
  for (const { book, active } of drafts) {
    if (book.openingHours.length || book.specialDays.length) summary.withHours++
    if (active) summary.active++
  }
  const rows = new Map(ready.map((one) => [one.draft.importKey, one]))
  await tell(
    run,
    placed.kept.map(({ importKey, reason, done }) => {
      const { line, osmId, draft } = rows.get(importKey)!
      return { line, osmId, outcome: 'kept', field: '', found: draft.name, done, reason }
    }),
  )
}

const readLines = async (run: Run): Promise<void> => {
  const { summary, input, ready } = run
  for await (const line of readSource(input.path)) {
    if (summary.rows >= input.limit) return
    summary.rows++
    const findings = 'row' in line ? readRow(run, line.row) : [unreadable(line)]
    if (findings.some(({ outcome }) => outcome === 'rejected')) summary.rejected++
    await tell(run, findings)
    if (ready.length >= batchSize) await placeReady(run)
    if (summary.rows % 5000 === 0) input.progress(summary.rows)
  }
}

/**
 * Brings the venues of an OpenStreetMap table into the product (RE6): again with the same file changes what changed and doubles nothing.
 * Without a ctx nothing is compared or written. Throws SourceUnreadable for a file that is no table of venues; of one that breaks off,
 * what was read until then is imported.
 */
export const importVenues = async (ctx: Ctx | undefined, input: ImportInput): Promise<Summary> => {
  const summary: Summary = {
    rows: 0,
    rejected: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    kept: 0,
    withHours: 0,
    active: 0,
    findings: new Map(),
    brokeOff: undefined,
  }
  const run: Run = { ctx, input, readHours: hoursReader(input.today), summary, seen: new Set(), ready: [] }
  await readLines(run).catch((error: unknown) => {
    if (!(error instanceof SourceUnreadable) || summary.rows === 0) throw error
    summary.brokeOff = error.message
  })
  await placeReady(run)
  if (ctx && !input.dryRun && summary.created + summary.updated > 0)
    await ctx.ports.live.publish(ctx, { type: 'reset', venueId: null, id: null, kind: null })
  return summary
}

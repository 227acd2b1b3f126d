import { basename } from 'node:path'
import { type HoursReader, hoursReader } from '#src/features/hours/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Finding, Note, Outcome, Reason } from './findings.ts'
import { identityOf } from './match-venues.ts'
import { placeRows, readRowsOnly, type RowToPlace } from './place-rows.ts'
import { osmIdOf, osmKeyOf } from './read-venue.ts'
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
export type Counts = { created: number; updated: number; unchanged: number; kept: number }
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

type Ready = RowToPlace & { osmId: string }
type Run = {
  ctx: Ctx | undefined
  input: ImportInput
  readHours: HoursReader
  summary: Summary
  seen: Set<string>
  venues: Map<string, number>
  ready: Ready[]
}

const tell = async ({ summary, input }: Run, findings: readonly Finding[]): Promise<void> => {
  for (const finding of findings) {
    const key = `${finding.outcome} ${finding.reason}` as const
    summary.findings.set(key, (summary.findings.get(key) ?? 0) + 1)
    await input.report(finding)
  }
}

const readRow = ({ seen, ready }: Run, row: SourceRow): Finding[] => {
  const osmId = osmIdOf(row) ?? ''
  const findings: Finding[] = []
  const note: Note = (outcome, reason, about) => void findings.push({ line: row.line, osmId, outcome, reason, ...about })
  if (osmId !== '' && seen.has(osmId)) {
    note('rejected', 'row.duplicate', { field: 'osm_id', found: osmId, done: 'the first one taken' })
    return findings
  }
  seen.add(osmId)
  if (osmKeyOf(row, note) !== undefined) ready.push({ row, identity: identityOf(row), line: row.line, osmId })
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

const counted = {
  made: 'created',
  changed: 'updated',
  unchanged: 'unchanged',
  kept: 'kept',
  rejected: 'rejected',
  skipped: 'rejected',
} as const

/** The map knows nothing of what a house leaves empty, so it takes nothing away. */
const nothingClears: ReadonlySet<string> = new Set()

const place = async ({ ctx, input, readHours, venues }: Run, rows: readonly Ready[]) => {
  if (!ctx) return readRowsOnly(rows, readHours)
  const seenVenue = (id: string, line: number): number | undefined => {
    const first = venues.get(id)
    if (first === undefined) venues.set(id, line)
    return first
  }
  const { company, dryRun, path } = input
  return placeRows(ctx, { file: basename(path), rows, company, dryRun, clears: nothingClears, readHours, seenVenue })
}

const placeReady = async (run: Run): Promise<void> => {
  const { summary } = run
  const ready = run.ready.splice(0)
  if (!ready.length) return
  const { placed, findings } = await place(run, ready)
  for (const { outcome, hours, active, changes } of placed) {
    summary[counted[outcome]]++
    if (outcome === 'changed' && changes.some(({ kept }) => kept)) summary.kept++
    if (hours) summary.withHours++
    if (active) summary.active++
  }
  const osmIds = new Map(ready.map(({ line, osmId }) => [line, osmId]))
  await tell(
    run,
    findings.toSorted((a, b) => a.line - b.line).map((finding) => ({ ...finding, osmId: osmIds.get(finding.line) ?? '' })),
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
  const run: Run = { ctx, input, readHours: hoursReader(input.today), summary, seen: new Set(), venues: new Map(), ready: [] }
  await readLines(run).catch((error: unknown) => {
    if (!(error instanceof SourceUnreadable) || summary.rows === 0) throw error
    summary.brokeOff = error.message
  })
  await placeReady(run)
  if (ctx && !input.dryRun && summary.created + summary.updated > 0)
    await ctx.ports.live.publish(ctx, { type: 'reset', venueId: null, id: null, kind: null })
  return summary
}

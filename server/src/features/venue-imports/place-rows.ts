import type { HoursReader } from '#src/features/hours/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import type { Finding, Note } from './findings.ts'
import { companyFor, insertVenues } from './import-rows.ts'
import { type Identity, type Match, matchVenues } from './match-venues.ts'
import { type Change, changesOfNew, type PlannedRow, planRow } from './plan-row.ts'
import { readChanges } from './read-changes.ts'
import { readVenue, type VenueDraft } from './read-venue.ts'
import { changedByPeople, type StoredVenue, lockStoredVenues, lockImport } from './stored-venues.ts'
import { withOwnPages } from './tripadvisor-ids.ts'
import type { SourceRow } from './venue-source.ts'
import { auditMade, writeChanges } from './write-changes.ts'

export type RowToPlace = { line: number; row: SourceRow; identity: Identity }
export type PlanFinding = Omit<Finding, 'osmId'>
/** `hours`, `active`: of the venue as it is after the row. */
export type PlannedVenue = PlannedRow & { hours: boolean; active: boolean }

export type PlaceInput = {
  file: string
  rows: readonly RowToPlace[]
  /** Name or id; made when there is none of that name. */
  company: string
  dryRun: boolean
  /** Of the import that can be undone, which remembers what it made and what it changed. */
  batchId?: string
  /** Targets whose empty cells take away what is stored. */
  clears: ReadonlySet<string>
  readHours: HoursReader
  /** The line of this file that meant this venue before, or undefined and it is remembered. */
  seenVenue: (id: string, line: number) => number | undefined
}
export type RowsPlan = { placed: PlannedVenue[]; findings: PlanFinding[] }

/** The company named by its id does not exist. */
export class CompanyUnknown extends Error {
  override name = 'CompanyUnknown'
}

/** What a row comes to before anything is written. */
type Read = { placed: PlannedVenue; draft?: VenueDraft; change?: Change | undefined }
type Work = PlaceInput & {
  findings: PlanFinding[]
  here: ReadonlyMap<string, StoredVenue>
  theirs: ReadonlyMap<string, ReadonlySet<string>>
}

const hasHours = ({ openingHours, specialDays }: StoredVenue['rules']): boolean => openingHours.length + specialDays.length > 0
const noteOf =
  (findings: PlanFinding[], line: number): Note =>
  (outcome, reason, about) =>
    void findings.push({ line, outcome, reason, ...about })

const nothing = ({ line, row }: RowToPlace, outcome: 'rejected' | 'skipped', subjectId: string | null = null): Read => ({
  placed: { line, outcome, subjectId, name: row.name, changes: [], hours: false, active: false },
})

const readNew = (one: RowToPlace, { readHours, findings }: Pick<Work, 'readHours' | 'findings'>, alike: boolean): Read => {
  const { line, row, identity } = one
  const note = noteOf(findings, line)
  const draft = readVenue(row, { importKey: identity.key, readHours, note })
  if (!draft) return nothing(one, 'rejected')
  if (alike) note('noted', 'venue.alike', { field: 'externalId', found: row.externalId, done: 'made all the same' })
  const { name, active, book } = draft
  return { draft, placed: { line, outcome: 'made', subjectId: null, name, changes: changesOfNew(draft), hours: hasHours(book), active } }
}

const readKnown = (one: RowToPlace, here: StoredVenue, { by, ...work }: Work & { by: string }): Read => {
  const { line, row } = one
  const reading = {
    here,
    clears: work.clears,
    readHours: work.readHours,
    note: noteOf(work.findings, line),
    exact: by === 'hub',
  }
  const wanted = readChanges(row, reading)
  if (!wanted) return nothing(one, 'rejected', here.id)
  const { change, ...planned } = planRow(wanted, reading, work.theirs.get(here.id))
  const { name, active } = { ...here, ...change?.fields }
  return { change, placed: { line, ...planned, subjectId: here.id, name, active, hours: hasHours(change?.rules ?? here.rules) } }
}

const readRow = (one: RowToPlace, match: Match, work: Work): Read => {
  const { line, row, identity } = one
  const note = noteOf(work.findings, line)
  if ('refused' in match) {
    note('rejected', match.refused, { field: match.field, found: match.found, done: 'nothing touched' })
    return nothing(one, 'rejected')
  }
  const here = match.id === undefined ? undefined : work.here.get(match.id)
  if (match.id === undefined || !here) return readNew(one, work, match.id === undefined && match.alike)
  const first = work.seenVenue(here.id, line)
  // Done over after another one was in the way, the same row comes again.
  if (first === undefined || first === line) return readKnown(one, here, { ...work, by: match.by })
  // Only like it by name and place, and that one was meant by another row: with an id of its own it is another venue.
  if (match.by === 'place' && (identity.own !== '' || identity.osm !== undefined)) return readNew(one, work, true)
  note('skipped', 'row.duplicate', { field: 'name', found: String(first || row.name), done: 'the first one taken' })
  return nothing(one, 'skipped', here.id)
}

/** Reads the rows as if nothing were here: without a database there is nothing to compare with. */
export const readRowsOnly = (rows: readonly RowToPlace[], readHours: HoursReader): RowsPlan => {
  const findings: PlanFinding[] = []
  return { placed: rows.map((one) => readNew(one, { readHours, findings }, false).placed), findings }
}

const companyHere = async (ctx: Ctx, { company, batchId }: PlaceInput): Promise<string | undefined> => {
  const found = await companyFor(ctx, company, { make: undefined, batchId })
  if (found === undefined && /^[0-9a-f]{8}-/i.test(company) && company.length === 36)
    throw new CompanyUnknown(`There is no company with the id ${company}.`)
  return found
}

const read = async (ctx: Ctx, input: PlaceInput, companyId: string | undefined): Promise<{ read: Read[]; work: Work }> => {
  const none: Match = { id: undefined, alike: false }
  const matches = companyId === undefined ? input.rows.map(() => none) : await matchVenues(ctx, companyId, input.rows)
  const ids = matches.flatMap((match) => ('refused' in match || match.id === undefined ? [] : [match.id]))
  const here = companyId === undefined ? new Map<string, StoredVenue>() : await lockStoredVenues(ctx, companyId, ids)
  const work: Work = { ...input, findings: [], here, theirs: await changedByPeople(ctx, ids) }
  const { rows, vain } = await withOwnPages(ctx, input.rows, matches)
  for (const [line, found] of vain)
    noteOf(work.findings, line)('dropped', 'value.invalid', { field: 'tripadvisorId', found, done: 'left as it is' })
  return { read: rows.map((one, n) => readRow(one, matches[n]!, work)), work }
}

const make = async (ctx: Ctx, input: PlaceInput, { companyId, made }: { companyId: string; made: readonly Read[] }): Promise<void> => {
  const drafts = made.map(({ draft }) => draft!)
  const ids = await insertVenues(ctx, { companyId, batchId: input.batchId }, drafts)
  for (const [n, { placed }] of made.entries()) {
    // Of a dry run it is gone again.
    if (input.dryRun) continue
    placed.subjectId = ids[n]!
    input.seenVenue(ids[n]!, placed.line)
  }
  await auditMade(ctx, { companyId, drafts, ids })
}

const newCompany = async (ctx: Ctx, { company, batchId }: PlaceInput, { countryCode }: VenueDraft): Promise<string> =>
  (await companyFor(ctx, company, { make: { countryCode }, batchId }))!

const countsOf = (rows: readonly Read[]) => {
  const of = (wanted: PlannedRow['outcome']): number => rows.filter(({ placed: { outcome } }) => outcome === wanted).length
  return { created: of('made'), updated: of('changed'), unchanged: of('unchanged'), kept: of('kept') }
}

class RolledBack extends Error {}

/**
 * New venues are made, known ones of the company brought up to date by what the rows say, all in one transaction. A dry run does the same and takes it
 * all back.
 */
export const placeRows = async (ctx: Ctx, input: PlaceInput): Promise<RowsPlan> => {
  let done: RowsPlan | undefined
  await transaction(ctx, async (inner) => {
    await lockImport(inner)
    const known = await companyHere(inner, input)
    const { read: rows, work } = await read(inner, input, known)
    done = { placed: rows.map(({ placed }) => placed), findings: work.findings }
    const made = rows.filter(({ draft }) => draft)
    const changes = rows.flatMap(({ change }) => (change ? [change] : []))
    const companyId = made.length ? (known ?? (await newCompany(inner, input, made[0]!.draft!))) : known
    if (made.length) await make(inner, input, { companyId: companyId!, made })
    await writeChanges(inner, input, { changes, here: work.here })
    // An import that can be undone has one entry of its own, at its end.
    if (companyId !== undefined && input.batchId === undefined && made.length + changes.length)
      await audit(inner, {
        action: 'venues.imported',
        subject: 'company',
        subjectId: companyId,
        after: { file: input.file, ...countsOf(rows) },
      })
    if (input.dryRun) throw new RolledBack()
  }).catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error
  })
  return done!
}

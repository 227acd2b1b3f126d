import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { FindingsQuery, ImportCreate, ImportLayout, RowDecision, RowsQuery } from './import-requests.ts'
import { FindingGroup, ImportFinding, ImportRowResult, UndoPlan } from './import-findings.ts'
import { Column, Counts, FieldWord, ReadLayout, SavedMapping } from './import-layout.ts'
import { ImportKind, Mapping, ValueField } from './import.rules.ts'
import { Id, IdParams, Instant, pageOf, pageQuery, queryInt, text, whole } from '../kit/wire.ts'

/** The largest file, and the size of its pieces: as base64 in JSON one still fits into the largest body. */
export const fileBytesMax = 200 * 1_048_576
export const partBytesMax = 750_000

/**
 * draft: being sent and mapped · checking: the dry run · checked: its result stands · applying · applied · undoing · undone. A step that breaks
 * leaves the state before it and says why in `problem`.
 */
export const ImportState = z.enum(['draft', 'checking', 'checked', 'applying', 'applied', 'undoing', 'undone'])
export type ImportState = z.infer<typeof ImportState>

const ImportRow = z.object({
  id: Id,
  kind: ImportKind,
  state: ImportState,
  fileName: z.string(),
  fileBytes: z.int(),
  /** Bytes that arrived; the file is there when these are all. */
  receivedBytes: z.int(),
  venueId: z.nullable(Id),
  venueName: z.nullable(z.string()),
  /** The company new venues go to. */
  companyName: z.nullable(z.string()),
  /** Rows worked of the step that runs; `rowsTotal` is known after the first dry run. */
  rowsDone: z.int(),
  rowsTotal: z.nullable(z.int()),
  counts: z.nullable(Counts),
  /** A sentence in the reader's language. */
  problem: z.nullable(z.string()),
  createdByName: z.string(),
  createdAt: Instant,
  checkedAt: z.nullable(Instant),
  appliedAt: z.nullable(Instant),
  undoneAt: z.nullable(Instant),
  version: z.int(),
})
export type ImportRow = z.infer<typeof ImportRow>

export const ImportBatch = z.extend(ImportRow, {
  /** What was recognised of the file; null until it is complete. */
  layout: z.nullable(ReadLayout),
  /** The first rows below the names of the columns, cells cut short. */
  preview: z.array(z.array(z.string())),
  columns: z.array(Column),
  mapping: Mapping,
  timezone: z.nullable(z.string()),
  /** Nobody has a company of that name yet: it is made when the venues come in. */
  companyIsNew: z.boolean(),
  /** What values can become: areas and channels of the venue, or the channels of all venues where the file names several. */
  areas: z.array(z.object({ id: Id, name: z.string() })),
  channels: z.array(z.object({ id: Id, name: z.string() })),
  /** Venues the mapping names. */
  venues: z.array(z.object({ id: Id, name: z.string() })),
  /** Rows that come in, or stay as they are, though something was found in them; `filters[remarks]` of the rows lists them. */
  remarks: z.int(),
  /** Rows people decided about. */
  decided: z.int(),
  /** The most frequent first. */
  findings: z.array(FindingGroup),
  /** Fields that rows change of what is here already, the most frequent first. */
  changedFields: z.array(z.object({ field: z.string(), rows: z.int() })),
})
export type ImportBatch = z.infer<typeof ImportBatch>

const step = <const A extends string>(path: string, audit: A, summary: string) => ({
  method: 'POST' as const,
  path: `/v1/imports/:id/${path}` as const,
  summary,
  can: ['update', 'import'] as const,
  audit: `import.${audit}` as const,
  params: IdParams,
  result: ImportBatch,
  envelope: 'data' as const,
})

export const imports = defineArea('imports', {
  list: {
    method: 'GET',
    path: '/v1/imports',
    summary: 'Imports, newest first.',
    can: ['read', 'import'],
    audit: 'none',
    query: z.object(pageQuery),
    result: pageOf(ImportRow),
    envelope: 'page',
    errors: [],
  },
  get: {
    method: 'GET',
    path: '/v1/imports/:id',
    summary: 'One import: its columns, mapping, progress and findings by reason.',
    can: ['read', 'import'],
    audit: 'none',
    params: IdParams,
    result: ImportBatch,
    envelope: 'data',
    errors: ['import.not_found'],
  },
  create: {
    method: 'POST',
    path: '/v1/imports',
    summary: 'Begin an import: reservations of one venue or of several, or venues or users of a company. The file follows in parts.',
    status: 201,
    can: ['create', 'import'],
    audit: 'import.created',
    body: ImportCreate,
    result: ImportBatch,
    envelope: 'data',
    idempotent: true,
    errors: ['venue.not_found', 'venue.archived', 'company.not_found', 'import.file_too_large'],
  },
  addPart: {
    method: 'POST',
    path: '/v1/imports/:id/parts',
    summary:
      'Send the next piece of the file, from byte `at` on: the bytes themselves (application/octet-stream) or base64 in JSON, up to 750,000 bytes at a time. A piece follows what is there, or begins within it: what is already there may come again. With the last one the file is looked at.',
    can: ['update', 'import'],
    audit: 'none',
    params: IdParams,
    query: z.object({ at: queryInt(0, 2_000_000_000) }),
    body: z.object({ content: z.base64().check(z.minLength(4), z.maxLength(Math.ceil(partBytesMax / 3) * 4)) }),
    result: ImportBatch,
    envelope: 'data',
    errors: [
      'import.not_found',
      'import.state_wrong',
      'import.part_misplaced',
      'import.file_empty',
      'import.file_not_table',
      'import.file_broken',
      'import.file_bomb',
      'import.file_too_large',
    ],
  },
  values: {
    method: 'GET',
    path: '/v1/imports/:id/values',
    summary: 'The different words of the columns read into a field, most frequent first, to be translated.',
    can: ['read', 'import'],
    audit: 'none',
    params: IdParams,
    query: z.object({ field: ValueField }),
    result: z.array(FieldWord),
    envelope: 'data',
    errors: ['import.not_found', 'import.state_wrong', 'import.file_broken'],
  },
  map: {
    method: 'PUT',
    path: '/v1/imports/:id/mapping',
    summary: 'Say which column becomes what. Whatever was found before counts no more.',
    can: ['update', 'import'],
    audit: 'import.mapped',
    params: IdParams,
    body: z.object({ mapping: Mapping, version: whole(1, 2_000_000_000) }),
    result: ImportBatch,
    envelope: 'data',
    errors: ['import.not_found', 'import.state_wrong', 'import.version_stale'],
  },
  layOut: {
    method: 'PUT',
    path: '/v1/imports/:id/layout',
    summary:
      'Say where the names of the columns stand, what separates cells and how letters are written, where it was not recognised. Columns are read anew.',
    can: ['update', 'import'],
    audit: 'import.laid_out',
    params: IdParams,
    body: ImportLayout,
    result: ImportBatch,
    envelope: 'data',
    errors: ['import.not_found', 'import.state_wrong', 'import.version_stale', 'import.file_empty', 'import.file_broken'],
  },
  decide: {
    method: 'PUT',
    path: '/v1/imports/:id/decisions',
    summary: 'Decide about one row that found no place: let it in all the same, at another time, or leave it out. Null = undecided again.',
    can: ['update', 'import'],
    audit: 'import.row_decided',
    params: IdParams,
    body: RowDecision,
    result: ImportBatch,
    envelope: 'data',
    errors: ['import.not_found', 'import.row_not_found', 'import.state_wrong', 'import.version_stale'],
  },
  check: {
    ...step('check', 'check_started', 'The dry run: everything is read and judged, nothing is written.'),
    errors: ['import.not_found', 'import.state_wrong', 'import.mapping_incomplete'],
  },
  apply: {
    ...step('apply', 'apply_started', 'Bring it in, as the dry run said. Goes on by itself after an interruption.'),
    body: z.optional(
      z.object({
        /** Of users: send whoever is made the invitation to choose a password; without it nobody is written to. */
        invite: z.optional(z.boolean()),
      }),
    ),
    errors: ['import.not_found', 'import.state_wrong'],
  },
  undoPlan: {
    method: 'GET',
    path: '/v1/imports/:id/undo',
    summary: 'What an undo would take back, and what it would leave as it was changed since.',
    can: ['read', 'import'],
    audit: 'none',
    params: IdParams,
    result: UndoPlan,
    envelope: 'data',
    errors: ['import.not_found', 'import.state_wrong'],
  },
  undo: {
    ...step('undo', 'undo_started', 'Take back everything the import brought, unless people changed some of it since.'),
    body: z.object({
      /** Leave what people changed since, and take back the rest. */
      keepChanged: z.optional(z.boolean()),
    }),
    errors: ['import.not_found', 'import.state_wrong', 'import.changed_since'],
  },
  delete: {
    method: 'DELETE',
    path: '/v1/imports/:id',
    summary: 'Throw away an import that was not applied, with its file.',
    can: ['delete', 'import'],
    audit: 'import.deleted',
    params: IdParams,
    result: z.object({ id: Id }),
    envelope: 'data',
    errors: ['import.not_found', 'import.state_wrong'],
  },
  findings: {
    method: 'GET',
    path: '/v1/import-findings',
    summary:
      'What an import found row by row, in the order of the file; of each reason the first 5,000, of rejected rows all. `total` counts these.',
    can: ['read', 'import'],
    audit: 'none',
    query: FindingsQuery,
    result: pageOf(ImportFinding),
    envelope: 'page',
    errors: [],
  },
  rows: {
    method: 'GET',
    path: '/v1/import-rows',
    summary:
      'What becomes of each row, field by field from what to what, in the order of the file; after an import also what an undo would restore. Of reservations, those that are here already.',
    can: ['read', 'import'],
    audit: 'none',
    query: RowsQuery,
    result: pageOf(ImportRowResult),
    envelope: 'page',
    errors: [],
  },
  rejectedRows: {
    method: 'GET',
    path: '/v1/imports/:id/rejected-rows',
    summary: 'The rejected rows as CSV, to be corrected and sent again, in pieces: `after` = the `next` of the piece before.',
    can: ['read', 'import'],
    audit: 'none',
    params: IdParams,
    query: z.object({ after: z.optional(z.uuid()) }),
    result: z.object({ fileName: z.string(), content: z.string(), next: z.nullable(Id) }),
    envelope: 'data',
    errors: ['import.not_found'],
  },
  mappings: {
    method: 'GET',
    path: '/v1/import-mappings',
    summary: 'Mappings saved under a name.',
    can: ['read', 'import'],
    audit: 'none',
    query: z.object({ kind: z.optional(ImportKind) }),
    result: z.array(SavedMapping),
    envelope: 'data',
    errors: [],
  },
  saveMapping: {
    method: 'POST',
    path: '/v1/import-mappings',
    summary: 'Save a mapping under a name; one of the same name is replaced.',
    status: 201,
    can: ['create', 'import'],
    audit: 'import_mapping.saved',
    body: z.object({ kind: ImportKind, name: text(80), mapping: Mapping }),
    result: SavedMapping,
    envelope: 'data',
    errors: [],
  },
  deleteMapping: {
    method: 'DELETE',
    path: '/v1/import-mappings/:id',
    summary: 'Forget a saved mapping.',
    can: ['delete', 'import'],
    audit: 'import_mapping.deleted',
    params: IdParams,
    result: z.object({ id: Id }),
    envelope: 'data',
    errors: ['import_mapping.not_found'],
  },
})

import type { Received } from '@tablewire/contracts/kit/endpoint'
import { mayImport } from '@tablewire/contracts/identity/access'
import { goesToCompany, goesToVenues } from '@tablewire/contracts/import/import.rules'
import { fileBytesMax, type ImportBatch, type imports } from '@tablewire/contracts/import/import'
import { sql } from 'kysely'
import { venueWithBook } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { companyOf, notOneOfHis } from './batch-rows.ts'
import { readBatch } from './batch-view.ts'
import { emptyMapping } from './suggest-mapping.ts'

type Input = Received<typeof imports.create>['body']

const required = (field: string): Problem => new Problem('request.invalid', {}, { [field]: [{ issue: 'required' }] })
const megabytes = (bytes: number): number => Math.ceil(bytes / 1_048_576)

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Its id where it is here already, so that it stays the same one until the import is applied; a name that several go by says nothing. */
const companyNamed = async (ctx: Ctx, wanted: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    select id from companies where ${uuid.test(wanted) ? sql`id = ${wanted}` : sql`lower(name) = lower(${wanted})`} limit 2`.execute(ctx.db)
  if (rows.length === 1) return rows[0]!.id
  if (rows.length || uuid.test(wanted)) throw new Problem('request.invalid', {}, { company: [{ issue: rows.length ? 'several' : 'id' }] })
  return wanted
}

/** Where it goes: a venue the caller may see, or a company; a company's own people stay in theirs. */
const destinationOf = async (ctx: Ctx, { kind, venueId, company }: Input) => {
  const own = companyOf(ctx)
  if (goesToVenues(kind)) {
    if (venueId === undefined) return { venueId: null, companyWanted: null }
    const venue = await venueWithBook(ctx, venueId)
    if (venue.archived) throw new Problem('venue.archived')
    return { venueId: venue.id, companyWanted: null }
  }
  if (!goesToCompany(kind)) return { venueId: null, companyWanted: null }
  const wanted = own ?? company
  if (wanted === undefined) throw required('company')
  const companyWanted = await companyNamed(ctx, wanted)
  // An import of users creates no company.
  if (kind === 'users' && !uuid.test(companyWanted)) throw new Problem('company.not_found')
  if (kind === 'venues' && ctx.scope.kind === 'venues') throw new Problem('access.denied')
  return { venueId: null, companyWanted }
}

/** Begins an import; its file follows. */
export const createBatch = async (ctx: Ctx, input: Input): Promise<ImportBatch> => {
  if (!mayImport(ctx.ability, input.kind)) throw notOneOfHis()
  if (input.fileBytes > fileBytesMax)
    throw new Problem('import.file_too_large', { given: megabytes(input.fileBytes), limit: megabytes(fileBytesMax) })
  return transaction(ctx, async (inner) => {
    const destination = await destinationOf(inner, input)
    const id = newId()
    const now = inner.clock().toString()
    const { kind, fileName, fileBytes } = input
    await inner.db
      .insertInto('importBatches')
      .values({
        id,
        companyId: companyOf(inner),
        kind,
        ...destination,
        state: 'draft',
        fileName,
        fileBytes,
        receivedBytes: 0,
        columns: '[]',
        mapping: JSON.stringify(emptyMapping),
        rowsDone: 0,
        reasons: '{}',
        keepChanged: false,
        createdBy: inner.actor.kind === 'user' ? inner.actor.id : null,
        createdByName: inner.actor.name,
        version: 1,
        createdAt: now,
        updatedAt: now,
      })
      .execute()
    const after = { kind, fileName, fileBytes, ...destination }
    await audit(inner, { action: 'import.created', subject: 'import', subjectId: id, venueId: destination.venueId, after })
    return readBatch(inner, id)
  })
}

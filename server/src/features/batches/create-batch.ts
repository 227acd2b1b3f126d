import type { Received } from '@tablewire/contracts/endpoint'
import { fileBytesMax, type ImportBatch, type imports } from '@tablewire/contracts/import'
import { venueWithBook } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { companyOf } from './batch-rows.ts'
import { readBatch } from './batch-view.ts'
import { emptyMapping } from './suggest-mapping.ts'

type Input = Received<typeof imports.create>['body']

const required = (field: string): Problem => new Problem('request.invalid', {}, { [field]: [{ issue: 'required' }] })
const megabytes = (bytes: number): number => Math.ceil(bytes / 1_048_576)

/** Where it goes: a venue the caller may see, or a company; a company's own people stay in theirs. */
const destinationOf = async (ctx: Ctx, { kind, venueId, company }: Input) => {
  const own = companyOf(ctx)
  if (kind === 'reservations') {
    if (venueId === undefined) return { venueId: null, companyWanted: null }
    const venue = await venueWithBook(ctx, venueId)
    return { venueId: venue.id, companyWanted: null }
  }
  if (ctx.scope.kind === 'venues') throw new Problem('access.denied')
  const wanted = own ?? company
  if (wanted === undefined) throw required('company')
  return { venueId: null, companyWanted: wanted }
}

/** Begins an import; its file follows. */
export const createBatch = async (ctx: Ctx, input: Input): Promise<ImportBatch> => {
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

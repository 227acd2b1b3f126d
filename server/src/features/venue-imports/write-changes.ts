import { type BookRules, updateBooks } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { audited } from './audited.ts'
import { updateVenues } from './import-rows.ts'
import type { Change } from './plan-row.ts'
import type { VenueDraft } from './read-venue.ts'
import type { StoredVenue } from './stored-venues.ts'
import { rememberVenues } from './remember-venues.ts'
import { announceBooks } from './announce-books.ts'
import type { VenueFields } from './venue-columns.ts'

type CreatedVenues = { companyId: string; drafts: readonly VenueDraft[]; ids: readonly string[] }
export const auditMade = async (ctx: Ctx, { companyId, drafts, ids }: CreatedVenues): Promise<void> => {
  for (const [n, { importKey: _key, book, ...fields }] of drafts.entries()) {
    const { version: _version, areas: _areas, ...rules } = book
    const [id, { party }] = [ids[n]!, rules]
    const after = { ...audited(fields, undefined), minCovers: party.min, maxCovers: party.max, openingHours: rules.openingHours }
    await audit(ctx, { action: 'venue.imported', subject: 'venue', subjectId: id, venueId: id, companyId, after })
  }
}

const before = ({ fields, rules }: Change, here: StoredVenue): { fields: Partial<VenueFields>; rules: BookRules | undefined } => ({
  fields: Object.fromEntries(Object.keys(fields).map((name) => [name, here[name as keyof VenueFields]])),
  rules: rules && here.rules,
})

type Input = { dryRun: boolean; batchId?: string }

/** What changes at venues that are here, with what stood there before, so that it can be put back, and an entry in the audit of each. */
export const writeChanges = async (
  ctx: Ctx,
  { dryRun, batchId }: Input,
  { changes, here }: { changes: readonly Change[]; here: ReadonlyMap<string, StoredVenue> },
): Promise<void> => {
  const ofFields = changes.filter(({ fields }) => Object.keys(fields).length)
  const ofBooks = changes.flatMap(({ id, companyId, rules }) => (rules ? [{ venueId: id, companyId, rules }] : []))
  if (batchId !== undefined && !dryRun)
    await rememberVenues(
      ctx,
      batchId,
      changes.map((change) => ({ id: change.id, companyId: change.companyId, ...before(change, here.get(change.id)!) })),
    )
  const tell = await announceBooks(
    ctx,
    ofBooks.map(({ venueId }) => venueId),
  )
  await updateVenues(ctx, ofFields)
  await updateBooks(ctx, ofBooks)
  for (const change of changes) {
    const was = before(change, here.get(change.id)!)
    await audit(ctx, {
      action: 'venue.imported',
      subject: 'venue',
      subjectId: change.id,
      venueId: change.id,
      companyId: change.companyId,
      before: audited(was.fields, was.rules),
      after: audited(change.fields, change.rules),
    })
  }
  await tell()
}

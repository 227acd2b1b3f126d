import { isDeepStrictEqual } from 'node:util'
import type { AuditEntry } from '@tablewire/contracts/operations/audit'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { entryViews, holdsFormer, mayUndo, readEntry } from './audit-view.ts'
import type { EntryRow } from './entry-row.ts'
import type { Setting, Undoable, Undoables, Values } from './undoable.ts'

/** Counted up by every write, so that no undo could ever find them as they were. */
const moving = new Set(['version', 'updatedAt'])

/** As an entry holds it. */
const asStored = (values: Values): Values => JSON.parse(JSON.stringify(values)) as Values

type Change = { undoable: Setting; id: string; before: Values; after: Values }
type UndoTarget = { undoable: Undoable; subjectId: string }

/** What the entry is the undoing of, and whether the caller may. */
const undoableOf = (ctx: Ctx, undoables: Undoables, entry: EntryRow): UndoTarget => {
  const { rooted, subjectId } = entry
  const undoable = rooted === null ? undefined : undoables[rooted]
  if (!undoable || subjectId === null || !holdsFormer(entry, undoable)) throw new Problem('undo.impossible')
  if (!mayUndo(ctx, undoable, entry)) throw new Problem('access.denied')
  return { undoable, subjectId }
}

const byId = (value: unknown): unknown =>
  Array.isArray(value) ? (value as { id: string }[]).toSorted((a, b) => (a.id < b.id ? -1 : 1)) : value

/** What the entry set and what stands there now, where that differs; a field that had no value then has none now. */
const changedSince = ({ undoable: { unordered = [] }, before, after }: Change, now: Values) => {
  const same = (field: string, one: unknown, other: unknown): boolean =>
    unordered.includes(field) ? isDeepStrictEqual(byId(one), byId(other)) : isDeepStrictEqual(one, other)
  return Object.keys({ ...before, ...after })
    .filter((field) => field in now && !moving.has(field) && !same(field, now[field], after[field] ?? null))
    .map((field) => ({ field, given: after[field] ?? null, now: now[field] }))
}

/** The former values of what the thing still has; a field the entry did not hold before had none. */
const formerValues = ({ before, after }: Change, now: Values): Values =>
  Object.fromEntries(
    Object.keys({ ...before, ...after })
      .filter((field) => field in now && !moving.has(field))
      .map((field) => [field, before[field] ?? null]),
  )

/** Said by the verb about what was deleted: the way back is barred, and people read by what. */
const barred = [
  'user.email_taken',
  'user.username_taken',
  'group.name_taken',
  'channel.name_taken',
  'channel.not_found',
  'brand.domain_taken',
  'import_mapping.name_taken',
  'webhook.address_taken',
  'webhook.too_many',
  'company.not_found',
  'user.right_not_held',
]

/** Not there any more, or no longer allowed: whatever the verb says, this undo is not possible, and the code says why. */
const refused = (error: unknown): never => {
  if (
    !(error instanceof Problem) ||
    ['audit.not_found', 'undo.changed_since', 'undo.done', 'access.denied', ...barred].includes(error.code)
  )
    throw error
  throw new Problem('undo.impossible').with({ code: error.code })
}

/** Over `current`, where nobody changed it since. */
const putBack = async (ctx: Ctx, change: Change): Promise<void> => {
  const { undoable, id } = change
  const now = asStored(await undoable.current(ctx, id))
  const differences = changedSince(change, now)
  if (differences.length > 0)
    throw new Problem('undo.changed_since', { fields: differences.map(({ field }) => field).join(', ') }).with({ differences })
  const values = formerValues(change, now)
  if (Object.keys(values).length === 0) throw new Problem('undo.impossible')
  await undoable.restore(ctx, id, values)
}

/**
 * A new change that puts back what stood there before, by the verb that made the change and with its checks, or brings back what was deleted; recorded
 * as `<subject>.undone`.
 */
export const undoChange = async (ctx: Ctx, id: string, undoables: Undoables): Promise<AuditEntry> => {
  const entryId = newId()
  await transaction(ctx, async (inner) => {
    // Two who press at the same moment: the second sees what the first did.
    await sql`select from audit_entries where id = ${id} for update`.execute(inner.db)
    const entry = await readEntry(inner, id)
    if (entry.undoneBy !== null) throw new Problem('undo.done')
    const { undoable, subjectId } = undoableOf(inner, undoables, entry)
    const undoing = { subject: undoable.subject, undoes: id, entryId }
    const within = { ...inner, unitOfWork: { ...inner.unitOfWork, undoing } }
    if (undoable.revive) return void (await undoable.revive(within, subjectId))
    const { before, after, venueId } = entry
    await putBack(within, { undoable, id: undoable.own ? (venueId ?? '') : subjectId, before: before!, after: after! })
  }).catch(refused)
  return (await entryViews(ctx, undoables, [await readEntry(ctx, entryId)]))[0]!
}

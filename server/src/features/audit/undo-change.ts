import { isDeepStrictEqual } from 'node:util'
import type { AuditEntry } from '@tablewire/contracts/operations/audit'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { type EntryRow, entryView, mayUndo, readEntry } from './audit-view.ts'
import type { Undoable, Undoables, Values } from './undoable.ts'

/** Counted up by every write, so that no undo could ever find them as they were. */
const moving = new Set(['version', 'updatedAt'])

/** As an entry holds it. */
const asStored = (values: Values): Values => JSON.parse(JSON.stringify(values)) as Values

type Change = { undoable: Undoable; id: string; before: Values; after: Values }

const changeOf = (ctx: Ctx, undoables: Undoables, { rooted, before, after, subjectId, venueId }: EntryRow): Change => {
  const undoable = rooted === null ? undefined : undoables[rooted]
  if (!undoable || before === null || after === null || subjectId === null) throw new Problem('undo.impossible')
  if (!mayUndo(ctx, undoable, subjectId)) throw new Problem('access.denied')
  return { undoable, id: undoable.own ? (venueId ?? '') : subjectId, before, after }
}

/** What the entry set and what stands there now, where that differs; a field that had no value then has none now. */
const changedSince = ({ before, after }: Change, now: Values) =>
  Object.keys({ ...before, ...after })
    .filter((field) => field in now && !moving.has(field) && !isDeepStrictEqual(now[field], after[field] ?? null))
    .map((field) => ({ field, given: after[field] ?? null, now: now[field] }))

/** The former values of what the thing still has; a field the entry did not hold before had none. */
const formerValues = ({ before, after }: Change, now: Values): Values =>
  Object.fromEntries(
    Object.keys({ ...before, ...after })
      .filter((field) => field in now && !moving.has(field))
      .map((field) => [field, before[field] ?? null]),
  )

/** Not there any more, or no longer allowed: whatever the verb says, this undo is not possible, and the code says why. */
const refused = (error: unknown): never => {
  if (!(error instanceof Problem) || ['audit.not_found', 'undo.changed_since', 'undo.done', 'access.denied'].includes(error.code))
    throw error
  throw new Problem('undo.impossible').with({ code: error.code })
}

/** A new change that puts back what stood there before, by the verb that made the change and with its checks; recorded as `<subject>.undone`. */
export const undoChange = async (ctx: Ctx, id: string, undoables: Undoables): Promise<AuditEntry> => {
  const entryId = newId()
  await transaction(ctx, async (inner) => {
    const entry = await readEntry(inner, id)
    const change = changeOf(inner, undoables, entry)
    const { undoable, id: of } = change
    // Two who press at the same moment: the second sees what the first did.
    await sql`select from audit_entries where id = ${id} for update`.execute(inner.db)
    if ((await readEntry(inner, id)).undoneBy !== null) throw new Problem('undo.done')
    const now = asStored(await undoable.current(inner, of))
    const differences = changedSince(change, now)
    if (differences.length > 0)
      throw new Problem('undo.changed_since', { fields: differences.map(({ field }) => field).join(', ') }).with({ differences })
    const values = formerValues(change, now)
    if (Object.keys(values).length === 0) throw new Problem('undo.impossible')
    const undoing = { subject: undoable.subject, undoes: id, entryId }
    await undoable.restore({ ...inner, unitOfWork: { ...inner.unitOfWork, undoing } }, of, values)
  }).catch(refused)
  return entryView(ctx, undoables, await readEntry(ctx, entryId))
}

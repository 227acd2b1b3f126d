import { isDeepStrictEqual } from 'node:util'
import type { Ctx } from '../ctx.ts'
import { insertLater } from '../db/later.ts'
import { newId } from '../id.ts'

type Snapshot = Record<string, unknown>
export type AuditInput = {
  action: string
  subject: string
  subjectId: string | null
  venueId?: string | null
  /** The company it concerns; the actor's own unless given. */
  companyId?: string | null
  before?: Snapshot | null
  after?: Snapshot | null
}

const secret = /password|secret|token|hash|key$/i

/** Only what changed, without secrets; both null when nothing is to be told. */
export const changesOf = (before: Snapshot | null, after: Snapshot | null): { before: Snapshot | null; after: Snapshot | null } => {
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter((key) => !secret.test(key))
  const changed = keys.filter((key) => !isDeepStrictEqual(before?.[key], after?.[key]))
  const pick = (from: Snapshot | null) =>
    from ? Object.fromEntries(changed.filter((key) => key in from).map((key) => [key, from[key]])) : null
  return { before: pick(before), after: pick(after) }
}

/** Writes who did what, in the caller's transaction: no write without its entry, no entry without its write. */
export const audit = async (
  ctx: Ctx,
  { action, subject, subjectId, venueId = null, companyId, before = null, after = null }: AuditInput,
): Promise<void> => {
  const { actor } = ctx
  const undone = ctx.trail.undoing?.subject === subject ? ctx.trail.undoing : undefined
  const by = actor.kind === 'user' ? actor.actedBy : undefined
  const changes = changesOf(before, after)
  await insertLater(ctx, 'auditEntries', {
    id: undone?.entryId ?? newId(),
    action: undone ? `${subject}.undone` : action,
    subject,
    subjectId,
    venueId,
    companyId: companyId ?? (actor.kind === 'user' ? actor.companyId : null),
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    actedById: by?.id ?? null,
    actedByName: by?.name ?? null,
    requestId: ctx.requestId,
    before: changes.before && JSON.stringify(changes.before),
    after: changes.after && JSON.stringify(changes.after),
    undoes: undone?.undoes ?? null,
    at: ctx.clock().toString(),
  })
  if (undone) delete ctx.trail.undoing
  ctx.trail.audited.push(undone ? `${subject}.undone` : action)
}

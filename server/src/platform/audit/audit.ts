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
  { action, subject, subjectId, venueId = null, before = null, after = null }: AuditInput,
): Promise<void> => {
  const { actor } = ctx
  const by = actor.kind === 'user' ? actor.actedBy : undefined
  const changes = changesOf(before, after)
  await insertLater(ctx, 'auditEntries', {
    id: newId(),
    action,
    subject,
    subjectId,
    venueId,
    companyId: actor.kind === 'user' ? actor.companyId : null,
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    actedById: by?.id ?? null,
    actedByName: by?.name ?? null,
    requestId: ctx.requestId,
    before: changes.before && JSON.stringify(changes.before),
    after: changes.after && JSON.stringify(changes.after),
    at: ctx.clock().toString(),
  })
  ctx.trail.audited.push(action)
}

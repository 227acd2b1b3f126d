import { isDeepStrictEqual } from 'node:util'
import type { Ctx } from '../ctx.ts'
import { deferInsert } from '../db/deferred.ts'
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

/** Only what changed, without secrets; both null when there is nothing to show. */
export const changesOf = (before: Snapshot | null, after: Snapshot | null): { before: Snapshot | null; after: Snapshot | null } => {
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter((key) => !secret.test(key))
  const changed = keys.filter((key) => !isDeepStrictEqual(before?.[key], after?.[key]))
  const pick = (from: Snapshot | null) =>
    from ? Object.fromEntries(changed.filter((key) => key in from).map((key) => [key, from[key]])) : null
  return { before: pick(before), after: pick(after) }
}

/** Who acts, of which company, who does it in that person's name, and where and with whose leave on a shared tablet. */
const signatureOf = (actor: Ctx['actor']) => {
  const { companyId = null, actedBy, device, approvedBy } = actor.kind === 'user' ? actor : {}
  return {
    companyId,
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    actedById: actedBy?.id ?? null,
    actedByName: actedBy?.name ?? null,
    deviceId: device?.id ?? null,
    deviceName: device?.name ?? null,
    approvedById: approvedBy?.id ?? null,
    approvedByName: approvedBy?.name ?? null,
  }
}

const batchOf = ({ batch }: Ctx) => ({ batchId: batch?.id ?? null, batchName: batch?.name ?? null })

/** Writes who did what, in the caller's transaction: no write without its entry, no entry without its write. */
export const audit = async (
  ctx: Ctx,
  { action, subject, subjectId, venueId = null, companyId, before = null, after = null }: AuditInput,
): Promise<void> => {
  const undone = ctx.unitOfWork.undoing?.subject === subject ? ctx.unitOfWork.undoing : undefined
  const recorded = undone ? `${subject}.undone` : action
  const signature = signatureOf(ctx.actor)
  const changes = changesOf(before, after)
  await deferInsert(ctx, 'auditEntries', {
    id: undone?.entryId ?? newId(),
    action: recorded,
    subject,
    subjectId,
    venueId,
    ...signature,
    companyId: companyId ?? signature.companyId,
    requestId: ctx.requestId,
    before: changes.before && JSON.stringify(changes.before),
    after: changes.after && JSON.stringify(changes.after),
    undoes: undone?.undoes ?? null,
    ...batchOf(ctx),
    at: ctx.clock().toString(),
  })
  if (undone) delete ctx.unitOfWork.undoing
  ctx.unitOfWork.audited.push(recorded)
}

/** As it will be: what a save does not name stays. */
export const withFields = <T extends object>(before: T, fields: { [K in keyof T]?: unknown }): T => ({
  ...before,
  ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
})

/** A save that would leave everything as it is is no event: no entry, no new version. Taking something back always is one. */
export const savesNothing = (
  { unitOfWork }: Ctx,
  { action, subject, before, after }: { action: string; subject: string; before: unknown; after: unknown },
): boolean => {
  if (unitOfWork.undoing?.subject === subject || !isDeepStrictEqual(before, after)) return false
  unitOfWork.audited.push(action)
  return true
}

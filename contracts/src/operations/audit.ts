import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { Id, IdParams, Instant, LocalDate, pageOf, pageQuery } from '../kit/wire.ts'

/** Who did what: `before` and `after` hold only what changed, secrets never. */
export const AuditEntry = z.object({
  id: Id,
  action: z.string(),
  subject: z.string(),
  subjectId: z.nullable(z.string()),
  /** What the subject is called today, of a session whose it was; null = it has no name, or is gone. */
  subjectName: z.nullable(z.string()),
  venueId: z.nullable(Id),
  actorKind: z.enum(['user', 'channel', 'system', 'anonymous']),
  actorId: z.nullable(z.string()),
  actorName: z.string(),
  /** The administrator who really acted, in the actor's name; null = nobody else did. */
  actedById: z.nullable(z.string()),
  actedByName: z.nullable(z.string()),
  requestId: z.string(),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  /** The entry that this one took back. */
  undoes: z.nullable(Id),
  /** The entry that took this one back. */
  undoneBy: z.nullable(Id),
  /** A setting whose former values can be put back, by whoever may change it. */
  undoable: z.boolean(),
  at: Instant,
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** Why an undo is refused with `undo.changed_since` (in `details`): what the change gave, and what stands there now. */
export const ChangedSince = z.object({ differences: z.array(z.object({ field: z.string(), given: z.unknown(), now: z.unknown() })) })
export type ChangedSince = z.infer<typeof ChangedSince>

export const audit = defineArea('audit', {
  list: {
    method: 'GET',
    path: '/v1/audit',
    summary: 'Who did what, newest first.',
    can: ['read', 'audit'],
    audit: 'none',
    query: z.object({
      ...pageQuery,
      filters: z.optional(
        z.object({
          action: z.optional(z.string().check(z.maxLength(80))),
          subject: z.optional(z.string().check(z.maxLength(80))),
          subjectId: z.optional(z.string().check(z.maxLength(80))),
          venueId: z.optional(Id),
          actorId: z.optional(z.string().check(z.maxLength(80))),
          /** Only people, or only what machines did. */
          actorKind: z.optional(z.enum(['user', 'channel', 'system', 'anonymous'])),
          from: z.optional(LocalDate),
          to: z.optional(LocalDate),
        }),
      ),
    }),
    result: pageOf(AuditEntry),
    envelope: 'page',
    errors: [],
  },
  get: {
    method: 'GET',
    path: '/v1/audit/:id',
    summary: 'One entry.',
    can: ['read', 'audit'],
    audit: 'none',
    params: IdParams,
    result: AuditEntry,
    envelope: 'data',
    errors: ['audit.not_found'],
  },
  undo: {
    method: 'POST',
    path: '/v1/audit/:id/undo',
    summary:
      'Put back what stood there before a change of a setting, if nobody changed it since; a change of its own, recorded as `venue.undone` and the like. It takes the right to change that setting.',
    can: ['read', 'audit'],
    audit: 'venue.undone',
    params: IdParams,
    result: AuditEntry,
    envelope: 'data',
    errors: ['audit.not_found', 'undo.impossible', 'undo.changed_since', 'undo.done'],
  },
})

import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { Id, IdParams, Instant, line, LocalDate, pageOf, pageQuery } from '../kit/wire.ts'

/** Who did what: `before` and `after` hold only what changed, secrets never. */
export const AuditEntry = z.object({
  id: Id,
  action: z.string(),
  subject: z.string(),
  subjectId: z.nullable(z.string()),
  /** What the subject is called today, or was called last; of a session whose it was. Null = it has no name, or none the reader may know. */
  subjectName: z.nullable(z.string()),
  /** It is there today, and the reader may know of it. */
  subjectIsThere: z.boolean(),
  venueId: z.nullable(Id),
  venueName: z.nullable(z.string()),
  /** What ids in `before` and `after` stand for, as far as the reader may know it. */
  names: z.record(z.string(), z.string()),
  /** The import, or other work on many things, that it was part of, under the name it had. */
  batch: z.nullable(z.object({ id: Id, name: z.string() })),
  actorKind: z.enum(['user', 'channel', 'system', 'anonymous']),
  actorId: z.nullable(z.string()),
  /** Empty: somebody of another company, from a time when the venue was theirs. */
  actorName: z.string(),
  /** The administrator who really acted, in the actor's name; null = nobody else did. */
  actedById: z.nullable(z.string()),
  actedByName: z.nullable(z.string()),
  /** The shared tablet it was done on, and the manager whose PIN approved it there; null elsewhere. */
  deviceName: z.nullable(z.string()),
  approvedByName: z.nullable(z.string()),
  requestId: z.string(),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  /** The entry that this one took back. */
  undoes: z.nullable(Id),
  /** The entry that took this one back. */
  undoneBy: z.nullable(Id),
  /** A setting whose former values can be put back, by whoever may change it; or something deleted that can be brought back, by whoever may make it. */
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
    mayLag: true,
    query: z.object({
      ...pageQuery,
      filters: z.optional(
        z.object({
          action: z.optional(z.string().check(z.maxLength(80))),
          /** What was done, whatever it was done to: `deleted` of `channel.deleted`. */
          act: z.optional(z.string().check(z.maxLength(80))),
          subject: z.optional(z.string().check(z.maxLength(80))),
          subjectId: z.optional(line(80)),
          venueId: z.optional(Id),
          actorId: z.optional(line(80)),
          /** Only people, or only what machines did. */
          actorKind: z.optional(z.enum(['user', 'channel', 'system', 'anonymous'])),
          /** Only where this field changed, or one of these: `cutOff,cutOffMinutes`. */
          field: z.optional(z.string().check(z.maxLength(200))),
          /** What one import, or other work on many things, wrote. */
          batchId: z.optional(Id),
          /** Everything about, at or by what is, or was, called so. */
          search: z.optional(line(120)),
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
      'Put back what stood there before a change of a setting, if nobody changed it since, or bring back a user, group, channel, brand, webhook or saved mapping within 30 days of its deletion; a change of its own, recorded as `venue.undone` and the like. It takes the right to change that setting, or to make such a thing. Secrets do not come back: a user chooses a new password, a channel comes back switched off and without a key, a webhook unverified and with a new secret.',
    can: ['read', 'audit'],
    audit: 'venue.undone',
    params: IdParams,
    result: AuditEntry,
    envelope: 'data',
    errors: [
      'audit.not_found',
      'undo.impossible',
      'undo.changed_since',
      'undo.done',
      'user.email_taken',
      'user.username_taken',
      'group.name_taken',
      'import_mapping.name_taken',
      'channel.name_taken',
      'channel.not_found',
      'brand.domain_taken',
      'webhook.address_taken',
      'webhook.too_many',
      'company.not_found',
      'user.right_not_held',
    ],
  },
})

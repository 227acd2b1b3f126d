import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { Id, IdParams, Instant, LocalDate, pageOf, pageQuery, queryFlag, queryList } from '../kit/wire.ts'

/** What is brought in line with a reservation system. */
export const syncKinds = ['venues', 'areas', 'availability', 'reservations', 'health'] as const
export const SyncKind = z.enum(syncKinds)
export type SyncKind = z.infer<typeof SyncKind>
export const syncStates = ['waiting', 'running', 'done', 'failed', 'stopped'] as const
export const SyncState = z.enum(syncStates)
export type SyncState = z.infer<typeof SyncState>
export const SyncLogLevel = z.enum(['error', 'warning', 'info'])
export type SyncLogLevel = z.infer<typeof SyncLogLevel>
/** What happened, as a code; screens have words for each. */
export const SyncLogCode = z.enum([
  'system_fault',
  'system_waited_for',
  'system_answers',
  'venue_unknown',
  'venue_no_id',
  'venue_incomplete',
  'venue_refused',
  'venue_opened',
  'venue_other_zone',
  'venue_closed_there',
  'venues_not_told',
  'areas_not_told',
  'booking_differs',
  'booking_new',
  'booking_missing',
])
export type SyncLogCode = z.infer<typeof SyncLogCode>

/** One task of the sync task audit (HU5). */
export const SyncTask = z.object({
  id: Id,
  kind: SyncKind,
  systemId: Id,
  systemName: z.string(),
  state: SyncState,
  /** `incremental`: only what had news since the last round. */
  algorithm: z.enum(['snapshot', 'incremental']),
  origin: z.enum(['schedule', 'person']),
  /** Who asked for it by hand. */
  askedBy: z.nullable(z.string()),
  rerunOf: z.nullable(Id),
  onlyFailed: z.boolean(),
  /** Units of work, venues mostly; null = not counted yet. */
  toExecute: z.nullable(z.int()),
  executed: z.int(),
  /** Things that are now other than before. */
  changed: z.int(),
  errors: z.int(),
  createdAt: Instant,
  startedAt: z.nullable(Instant),
  endedAt: z.nullable(Instant),
  /** While the system cannot be spoken to: when it is tried again. */
  nextTryAt: z.nullable(Instant),
  lastError: z.nullable(z.string()),
  /** Log lines that were too many to keep. */
  logsLeftOut: z.int(),
  /** Venues that did not work out and can be run again alone. */
  failedVenues: z.int(),
})
export type SyncTask = z.infer<typeof SyncTask>

export const SyncLog = z.object({
  id: Id,
  level: SyncLogLevel,
  code: SyncLogCode,
  details: z.record(z.string(), z.union([z.string(), z.number()])),
  venueId: z.nullable(Id),
  venueName: z.nullable(z.string()),
  at: Instant,
})
export type SyncLog = z.infer<typeof SyncLog>

export const sync = defineArea('sync', {
  list: {
    method: 'GET',
    path: '/v1/sync-tasks',
    summary: 'Sync tasks, newest first.',
    can: ['read', 'sync'],
    audit: 'none',
    query: z.object({
      ...pageQuery,
      filters: z.optional(
        z.object({
          systemId: z.optional(Id),
          kind: z.optional(queryList(SyncKind)),
          state: z.optional(queryList(SyncState)),
          /** Only tasks with errors. */
          troubled: z.optional(queryFlag),
          /** Days of UTC on which a task was made, both included. */
          from: z.optional(LocalDate),
          to: z.optional(LocalDate),
        }),
      ),
    }),
    result: pageOf(SyncTask),
    envelope: 'page',
    errors: [],
  },
  get: {
    method: 'GET',
    path: '/v1/sync-tasks/:id',
    summary: 'One sync task.',
    can: ['read', 'sync'],
    audit: 'none',
    params: IdParams,
    result: SyncTask,
    envelope: 'data',
    errors: ['sync_task.not_found'],
  },
  logs: {
    method: 'GET',
    path: '/v1/sync-tasks/:id/logs',
    summary: 'What happened in a sync task: errors first, then in the order of time.',
    can: ['read', 'sync'],
    audit: 'none',
    params: IdParams,
    query: z.object({ offset: pageQuery.offset, limit: pageQuery.limit, level: z.optional(SyncLogLevel) }),
    result: pageOf(SyncLog),
    envelope: 'page',
    errors: ['sync_task.not_found'],
  },
  start: {
    method: 'POST',
    path: '/v1/systems/:id/sync-tasks',
    summary: 'Start a sync task for a reservation system now.',
    status: 201,
    can: ['create', 'sync'],
    audit: 'sync_task.started',
    params: IdParams,
    body: z.object({ kind: SyncKind, algorithm: z.optional(z.enum(['snapshot', 'incremental'])) }),
    result: SyncTask,
    envelope: 'data',
    idempotent: true,
    errors: ['system.not_found', 'system.built_in', 'system.inactive', 'sync_task.running'],
  },
  rerun: {
    method: 'POST',
    path: '/v1/sync-tasks/:id/rerun',
    summary: 'Run a sync task that has ended once more: all of it, or only what failed.',
    status: 201,
    can: ['create', 'sync'],
    audit: 'sync_task.started',
    params: IdParams,
    body: z.object({ only: z.enum(['all', 'failed']) }),
    result: SyncTask,
    envelope: 'data',
    idempotent: true,
    errors: ['sync_task.not_found', 'sync_task.running', 'sync_task.nothing_failed', 'system.inactive'],
  },
  stop: {
    method: 'POST',
    path: '/v1/sync-tasks/:id/stop',
    summary: 'Stop a sync task after what is already written; a task that has ended answers as it is.',
    can: ['update', 'sync'],
    audit: 'sync_task.stopped',
    params: IdParams,
    result: SyncTask,
    envelope: 'data',
    errors: ['sync_task.not_found'],
  },
})

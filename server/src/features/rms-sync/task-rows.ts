import type { SyncKind, SyncLogCode, SyncLogLevel, SyncState } from '@tablewire/contracts/rms/sync'
import type { Generated } from 'kysely'
import type { InstantColumn, JsonColumn, NullableInstant } from '#src/platform/db/schema.ts'

type SyncTasks = {
  id: string
  systemId: string
  kind: SyncKind
  state: Generated<SyncState>
  algorithm: Generated<'snapshot' | 'incremental'>
  origin: 'schedule' | 'person'
  askedBy: string | null
  askedById: string | null
  rerunOf: string | null
  onlyFailed: Generated<boolean>
  toExecute: number | null
  executed: Generated<number>
  changed: Generated<number>
  errors: Generated<number>
  logsKept: Generated<number>
  logsLeftOut: Generated<number>
  cursor: string | null
  createdAt: InstantColumn
  startedAt: NullableInstant
  endedAt: NullableInstant
  nextAt: NullableInstant
  workedAt: NullableInstant
  leaseBy: string | null
  leaseUntil: NullableInstant
  attempts: Generated<number>
  lastError: string | null
}
type SyncTaskLogs = {
  taskId: string
  id: string
  level: SyncLogLevel
  code: SyncLogCode
  details: JsonColumn<Record<string, string | number>>
  venueId: string | null
  at: InstantColumn
}
type SyncTaskFailures = { taskId: string; venueId: string }
type SystemHealth = {
  systemId: string
  ok: boolean
  since: InstantColumn
  checkedAt: InstantColumn
  lastOkAt: NullableInstant
  lastFailedAt: NullableInstant
  fault: string | null
  lastError: string | null
  durationMs: number | null
  failures: Generated<number>
}

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    syncTasks: SyncTasks
    syncTaskLogs: SyncTaskLogs
    syncTaskFailures: SyncTaskFailures
    systemHealth: SystemHealth
  }
}

/** A task in progress, with its lease. */
export type Task = {
  id: string
  systemId: string
  kind: SyncKind
  algorithm: 'snapshot' | 'incremental'
  rerunOf: string | null
  onlyFailed: boolean
  cursor: string | null
  toExecute: number | null
  executed: number
  attempts: number
  leaseBy: string
  syncHorizon: 'full' | 'horizon'
  syncHorizonDays: number | null
  syncPartySizes: number[] | null
  startedAt: string
}

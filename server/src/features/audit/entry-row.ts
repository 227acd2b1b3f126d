import type { AuditEntry } from '@tablewire/contracts/operations/audit'

/** An entry as it is stored, with what `entryColumns` works out beside it. */
export type EntryRow = Omit<AuditEntry, 'undoable' | 'subjectName' | 'subjectIsThere' | 'venueName' | 'names' | 'batch'> & {
  rooted: string | null
  companyId: string | null
  batchId: string | null
  batchName: string | null
  /** What was deleted can still be brought back. */
  kept: boolean
}

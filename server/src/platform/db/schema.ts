import type { ColumnType, Generated, Kysely } from 'kysely'

/** timestamptz: read as RFC 3339 text in UTC, written as text or Date. */
export type InstantColumn = ColumnType<string, string | Date, string | Date>
/** Now, unless told otherwise. */
export type DefaultedInstant = ColumnType<string, string | Date | undefined, string | Date>
export type NullableInstant = ColumnType<string | null, string | Date | null | undefined, string | Date | null>
export type JsonColumn<T> = ColumnType<T, string, string>
export type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>

type RateWindows = { key: string; windowAt: InstantColumn; count: number }
type AuditEntries = {
  id: string
  action: string
  subject: string
  subjectId: string | null
  venueId: string | null
  companyId: string | null
  actorKind: 'user' | 'channel' | 'system' | 'anonymous'
  actorId: string | null
  actorName: string
  /** The administrator who acted in the actor's name; null = nobody. */
  actedById: string | null
  actedByName: string | null
  /** The shared tablet it was done on, and the manager who approved it there; null elsewhere. */
  deviceId: string | null
  deviceName: string | null
  approvedById: string | null
  approvedByName: string | null
  requestId: string
  before: NullableJson<Record<string, unknown>>
  after: NullableJson<Record<string, unknown>>
  at: InstantColumn
  /** The entry that this one undoes. */
  undoes: string | null
  /** The import, or other work on many things, that wrote it. */
  batchId: string | null
  batchName: string | null
}
/** `kept`: what brings it back. */
type DeletedThings = { subject: string; id: string; kept: JsonColumn<unknown>; deletedAt: InstantColumn }
type IdempotencyKeys = {
  actor: string
  key: string
  endpoint: string
  bodyHash: Buffer
  /** Null while work in steps is under way; the claim ends at `claimedUntil`. */
  status: number | null
  answer: NullableJson<unknown>
  claimedUntil: NullableInstant
  createdAt: DefaultedInstant
}
type LiveMessages = {
  id: Generated<number>
  xid: Generated<string>
  venueId: string | null
  message: JsonColumn<unknown>
  createdAt: DefaultedInstant
}
/** One row. */
type LogTimelines = { onlyOne: Generated<boolean>; timeline: string }
type OwnWrites = { id: string; userId: string; position: string | null; at: DefaultedInstant }
type Mails = {
  id: string
  sender: string
  recipient: string
  subject: string
  text: string
  html: string
  sentAt: InstantColumn
  replyTo: string | null
  /** Whose it is; null where it is nobody's in particular. */
  companyId: Generated<string | null>
}
/** Which mails have gone. */
/** `begun`: how often the text of a mail went on its way. */
type MailMarks = { mail: Buffer; at: InstantColumn; begun: number; taken: boolean; noted: boolean }

/**
 * All tables. The platform declares its own; a feature adds its tables beside its rows:
 * `declare module '#src/platform/db/schema.ts' { interface Tables { venues: VenuesTable } }`.
 */
export interface Tables {
  rateWindows: RateWindows
  auditEntries: AuditEntries
  deletedThings: DeletedThings
  idempotencyKeys: IdempotencyKeys
  liveMessages: LiveMessages
  mails: Mails
  mailMarks: MailMarks
  logTimelines: LogTimelines
  ownWrites: OwnWrites
}

/** The database or a transaction on it; operations need not know which. */
export type Db = Kysely<Tables>

export type DeferredRow = { table: string; row: Readonly<Record<string, unknown>> }
export type DeferredStatement = { text: string; values: readonly unknown[] }
/** Rows a transaction has deferred until its commit. */
export type DeferredWrites = { rows: DeferredRow[]; statements: DeferredStatement[] }

import type pg from 'pg'
import type { Secrets } from '#src/platform/secrets/secrets.ts'
import { connectAlone } from '#src/platform/db/servers.ts'
import { copiedTables, type MovedTable, movedTables, sharedTables } from './moved-tables.ts'

export type Company = { readonly id: string; readonly name: string; readonly venues: readonly string[]; readonly day: string }
export type End = { readonly db: pg.Client; readonly secrets: Secrets }
/** Both ends of a move, what is moved, and what is told on the way. */
export type Move = {
  readonly id: string
  readonly company: Company
  /** Where it is asked for afterwards, and where it was until then, as far as that is known. */
  readonly url: string
  readonly from?: string | undefined
  readonly source: End
  readonly target: End
  /** Channels that the company is sold on and the other side does not have. */
  readonly missingChannels: readonly string[]
  /** References to people who do not come along, by table: the column is empty at the other side. */
  readonly cut: Readonly<Record<string, readonly string[]>>
  readonly missingPeople: ReadonlySet<unknown>
  /** How many keys are compared at once, where tests want fewer. */
  readonly keysMost?: number | undefined
  readonly say: (text: string) => Promise<void>
  readonly rest: (ms: number) => Promise<unknown>
}

/** A part of a table that is copied in one way: ahead into the table itself, or to wait for the switch. */
export type Part = MovedTable & { readonly isAhead: boolean; readonly kept: boolean }

const partsOf = (one: MovedTable): Part[] => {
  if (one.ahead === undefined) return [{ ...one, isAhead: false, kept: false }]
  const early = { ...one, where: `(${one.where}) and (${one.ahead})`, isAhead: true, kept: false }
  return one.ahead === 'true' ? [early] : [early, { ...one, where: `(${one.where}) and not (${one.ahead})`, isAhead: false, kept: false }]
}
export const movedParts: readonly Part[] = movedTables.flatMap((one) => partsOf(one))
const kept = (one: MovedTable): Part => ({ ...one, isAhead: false, kept: true })
export const copiedParts: readonly Part[] = copiedTables.map((one) => kept(one))
export const sharedParts: readonly Part[] = sharedTables.map((one) => kept(one))

/** What every function of the database is given: the relation, the condition, whose rows. */
export const askedOf = (
  { company, missingChannels }: Pick<Move, 'company' | 'missingChannels'>,
  { table, where }: MovedTable,
): unknown[] => [table, where, sharedTables.some((one) => one.table === table) ? missingChannels : company.venues, company.id, company.day]

/** Columns that are not the same at both ends, on purpose. */
export const skippedOf = (
  { cut }: Pick<Move, 'cut'>,
  { table, fresh = [], emptied = [], later = [], sealed = [] }: MovedTable,
): string[] => [...fresh, ...emptied, ...later, ...sealed, ...(cut[table] ?? [])]

/** Of a command that hangs: what it holds is let go. At the target its transaction rests while the source leaves, which takes a pause at most. */
const idleMost = { source: '60s', target: '360s' } as const
/** Of a command whose machine is gone: the server ends its session within half a minute. */
const aliveAsked =
  `set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3; set tcp_user_timeout = 20000; ` +
  `set client_connection_check_interval = '5s'`

/** A connection for work that takes as long as it takes, by which nobody else is held up for ever. */
export const openEnd = async (url: string, side: 'source' | 'target'): Promise<pg.Client> => {
  const db = await connectAlone(url, 'tablewire move-company')
  await db.query(
    `set timezone = 'UTC'; set statement_timeout = 0; set idle_in_transaction_session_timeout = '${idleMost[side]}'; set search_path = public; set default_transaction_isolation = 'read committed'; ${aliveAsked}`,
  )
  return db
}

export const inTransaction = async <T>(db: pg.Client, work: () => Promise<T>): Promise<T> => {
  await db.query('begin')
  try {
    const result = await work()
    await db.query('commit')
    return result
  } catch (error) {
    await db.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Rows as they were at the other side: no trigger writes history anew, tells anybody, or counts. Until the end of the transaction. */
export const withoutTriggers = 'set local session_replication_role = replica'

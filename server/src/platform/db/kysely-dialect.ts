import {
  CamelCasePlugin,
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { QueryAnswer } from './ask.ts'

/** A connection, for as long as it is checked out. */
export type BorrowedConnection = DatabaseConnection & {
  ask(text: string, values: readonly unknown[]): Promise<QueryAnswer>
  /** Reports an error on the connection, which may mean that it is broken. */
  noteError(error: unknown): void
  giveBack(): void
}
/** Where a database's connections come from: a pool, or a simulation in memory. */
export type Connections = { take(): Promise<BorrowedConnection>; end(): Promise<void> }

const plain = (connection: DatabaseConnection, text: string): Promise<unknown> => connection.executeQuery(CompiledQuery.raw(text))

/** Kysely's driver over our connections. */
export const driverOf = (connections: Connections): Driver => ({
  init: async () => undefined,
  acquireConnection: () => connections.take(),
  beginTransaction: async (connection) => void (await plain(connection, 'begin')),
  commitTransaction: async (connection) => void (await plain(connection, 'commit')),
  rollbackTransaction: async (connection) => void (await plain(connection, 'rollback')),
  releaseConnection: async (connection) => (connection as BorrowedConnection).giveBack(),
  destroy: () => connections.end(),
})

export const dialectOf = (driver: Driver): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => driver,
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

/** Column names are in camel case already (`ask.ts`). */
export class NamesToColumns extends CamelCasePlugin {
  override async transformResult({
    result,
  }: Parameters<CamelCasePlugin['transformResult']>[0]): ReturnType<CamelCasePlugin['transformResult']> {
    return result
  }
}

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
import type { BorrowedConnection, Connections } from './connect.ts'

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

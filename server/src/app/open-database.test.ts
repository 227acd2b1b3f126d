import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aDb } from '../../../tests/build/a-ctx.ts'
import { ConfigError, readConfig } from '#src/platform/config.ts'
import { makeLogger } from '#src/platform/log.ts'
import { openDatabase } from './open-database.ts'

test('a start at a server that takes no writes ends with a sentence that says so, with one address and with several', async () => {
  const open = await aDb()
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(open.db)
  try {
    await sql.raw(`alter database "${rows[0]!.name}" set default_transaction_read_only = on`).execute(open.db)
    const choosy = `${open.url}${open.url.includes('?') ? '&' : '?'}target_session_attrs=read-write`
    for (const url of [open.url, choosy]) {
      const refused: unknown = await openDatabase({ ...readConfig([], {}), databaseUrl: url }, makeLogger('silent')).catch(
        (error: unknown) => error,
      )
      expect(refused).toBeInstanceOf(ConfigError)
      expect((refused as Error).message).toMatch(/^The database takes no writes: DATABASE_URL leads to a standby.*read-write/)
    }
  } finally {
    await open.close()
  }
})

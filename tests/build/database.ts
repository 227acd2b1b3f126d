import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { inject } from 'vitest'
import { type DeskAnswer, withDatabase } from './database-setup.ts'

export type TestDatabase = { readonly url: string; drop(): Promise<void> }

const askDesk = async (): Promise<{ url: string; template: string }> => {
  const answer = JSON.parse(await text(connect(inject('databaseDesk')))) as DeskAnswer
  if ('error' in answer) throw new Error(`The test database did not start: ${answer.error}`)
  return answer
}

/** A migrated database of its own for one test file; call `drop` in afterAll. */
export const testDatabase = async (): Promise<TestDatabase> => {
  const { url, template } = await askDesk()
  const name = `tablewire_test_${randomBytes(6).toString('hex')}`
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`create database ${name} template ${template}`)
  await client.end()
  return {
    url: withDatabase(url, name),
    drop: async () => {
      const closing = new pg.Client(url)
      await closing.connect()
      await closing.query(`drop database if exists ${name} with (force)`).finally(() => closing.end())
    },
  }
}

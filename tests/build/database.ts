import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { inject } from 'vitest'
import { type TemplateAnswer, onDatabase, withDatabase } from './database-setup.ts'

export type TestDatabase = { readonly url: string; drop(): Promise<void> }

const askDesk = async (): Promise<{ url: string; template: string }> => {
  const answer = JSON.parse(await text(connect(inject('templateServer')))) as TemplateAnswer
  if ('error' in answer) throw new Error(`The test database did not start: ${answer.error}`)
  return answer
}

/** A migrated database of its own for one test file; call `drop` in afterAll. */
export const testDatabase = async (): Promise<TestDatabase> => {
  const { url, template } = await askDesk()
  const name = `tablewire_test_${randomBytes(6).toString('hex')}`
  // Copied file by file: the usual way writes every page of the template to the log, and costs twice as much.
  await onDatabase(url, `create database ${name} template ${template} strategy file_copy`)
  return {
    url: withDatabase(url, name),
    // With the database of its demos, where there were any.
    drop: async () => {
      await onDatabase(url, `drop database if exists ${name} with (force)`)
      await onDatabase(url, `drop database if exists ${name}_demos with (force)`)
    },
  }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { type Server, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '@tablewire/server/platform/postgres/embedded-postgres'

declare module 'vitest' {
  export interface ProvidedContext {
    templateServer: string
  }
}

/** What a test file is told at the desk: where the database is, and which database in it to copy. */
export type TemplateAnswer = { readonly url: string; readonly template: string } | { readonly error: string }

type Ready = { readonly url: string; readonly template: string; close(): Promise<void> }

export const onDatabase = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

export const withDatabase = (url: string, database: string): string => {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

const openDatabase = async (folder: string): Promise<{ url: string; close(): Promise<void> }> => {
  const given = process.env['TEST_DATABASE_URL']
  if (given) return { url: given, close: async () => undefined }
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '128MB', max_connections: '200' }
  const { url, stop } = await startEmbedded({ dataDir: join(folder, 'data'), log: () => undefined, settings })
  return { url, close: stop }
}

/** The tables of the job queue and its thirty queues, which every start of the product would make anew in each copy. */
const withQueues = async (url: string): Promise<void> => {
  const [{ openJobs }, { makeLogger }, { makePool }] = await Promise.all([
    import('@tablewire/server/platform/jobs/jobs'),
    import('@tablewire/server/platform/log'),
    import('@tablewire/server/platform/db/connect'),
    // Who handles jobs has declared them.
    import('@tablewire/server/app/jobs-all'),
  ])
  const jobs = await openJobs({ pool: makePool({ url, max: 4, name: 'tests', texts: false }), log: makeLogger('silent') })
  await jobs.stop()
}

/** The migrations run once, into a template; each test file gets a copy of it in a few hundredths of a second. */
const prepare = async (folder: string): Promise<Ready> => {
  const { url, close } = await openDatabase(folder)
  const template = `tablewire_template_${process.pid}`
  try {
    await onDatabase(url, `create database ${template}`)
    const { migrateUrl } = await import('@tablewire/server/platform/db/migrate')
    await migrateUrl(withDatabase(url, template))
    await withQueues(withDatabase(url, template))
  } catch (error) {
    await close()
    throw error
  }
  return { url, template, close: () => onDatabase(url, `drop database ${template} with (force)`).then(close) }
}

const listen = (server: Server, path: string): Promise<void> => new Promise((resolve) => server.listen(path, resolve))

let endDesk: () => Promise<void> = async () => undefined

/** Nothing starts until the first test file asks, so that tests without a database stay quick. */
export const setup = async (project: TestProject): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'tablewire-test-'))
  const desk = join(folder, 'desk')
  let ready: Promise<Ready> | undefined
  const server = createServer((socket) => {
    const answer = (given: TemplateAnswer): unknown => socket.end(JSON.stringify(given))
    socket.on('error', () => undefined)
    ready ??= prepare(folder)
    ready.then(
      ({ url, template }) => answer({ url, template }),
      (error: unknown) => answer({ error: error instanceof Error ? error.message : String(error) }),
    )
  })
  await listen(server, desk)
  project.provide('templateServer', desk)
  endDesk = async () => {
    server.close()
    const opened = await ready?.catch(() => undefined)
    await opened?.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

export const teardown = (): Promise<void> => endDesk()

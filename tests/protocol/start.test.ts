import { type AddressInfo, createServer } from 'node:net'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchServer } from '../build/a-server.ts'
import { testDatabase } from '../build/database.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tablewire-start-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

/** How a start ends that cannot be: what it says, and that it has made nothing. */
const refused = async (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string[]> => {
  const { ended, out, log } = launchServer(['serve', ...args], env)
  expect(await ended).toMatchObject({ code: 1, signal: null })
  expect(out).toEqual([])
  return log
}

test.concurrent('a port that is taken is said in a sentence, before anything is made', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as AddressInfo
  const data = join(folder, 'taken')
  expect(await refused(['--port', String(port), '--data', data])).toEqual([
    `Port ${port} is taken: another program listens on 127.0.0.1:${port}. Stop it, or name another port with --port or PORT.`,
  ])
  expect(existsSync(data)).toBe(false)
  other.close()
})

test.concurrent('an address this machine does not have, and a data folder that is none', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(await refused(['--host', '203.0.113.9', '--port', '4000', '--data', join(folder, 'address')])).toEqual([
    'This machine has no address 203.0.113.9. Name one it has with --host or HOST (0.0.0.0 = all).',
  ])
  expect(await refused(['--port', '0', '--data', file])).toEqual([`The data folder ${file} is not a folder. Name another with --data.`])
})

test.skipIf(process.getuid?.() === 0)('a data folder nobody may write in is said in a sentence', async () => {
  const shut = join(folder, 'shut')
  mkdirSync(shut, { mode: 0o555 })
  expect(await refused(['--port', '0', '--data', shut])).toEqual([
    expect.stringMatching(/^No right to write in the data folder .* --data\.$/),
  ])
})

test.concurrent('on data of a newer version an older one does not start, unless it is told to', async () => {
  const { url, drop } = await testDatabase()
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`insert into migrations (name, version) values ('9999-next.sql', '9.0.0')`)
  const env = { DATABASE_URL: url, TABLEWIRE_DATA: join(folder, 'older') }
  expect(await refused(['--port', '0'], env)).toEqual([
    expect.stringMatching(/^This version of Tablewire is older than its data\. .*9\.0\.0/),
  ])
  const accepted = launchServer(['work'], { ...env, TABLEWIRE_OLDER_VERSION: 'accept' })
  while (!accepted.out.includes('Tablewire works on jobs')) await new Promise((resolve) => setTimeout(resolve, 50))
  accepted.child.kill('SIGINT')
  expect(await accepted.ended).toMatchObject({ code: 0 })
  await client.end()
  await drop()
})

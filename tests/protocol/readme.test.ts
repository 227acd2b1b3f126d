import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTestApp, type TestApp } from '../build/a-test-app.ts'
import { aUser } from '../build/a-user.ts'
import { aVenue } from '../build/a-venue.ts'

const root = join(import.meta.dirname, '../..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const noCurl = spawnSync('curl', ['--version']).error !== undefined
const run = promisify(execFile)
let testApp: TestApp
let url: string
beforeAll(async () => {
  testApp = await aTestApp({ env: { CHANNEL_SERVICES: 'http://127.0.0.1:4311' } })
  const { db } = testApp.container
  // Who and what the demo brings.
  await aUser(db, { email: 'admin@tablewire.test', password: 'tablewire-demo', roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] })
  await aVenue(db, { name: 'Casa Readme' })
  url = await testApp.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => testApp.close())

/** The commands of that section, one block after the other, as somebody types them into one shell. */
const commandsOf = (heading: string): string =>
  [
    ...readme
      .slice(readme.indexOf(heading))
      .split(/\n## /)[0]!
      .matchAll(/```sh\n([\s\S]*?)```/g),
  ]
    .map(([, code]) => code)
    .join('')

/** What a bare Debian has: no uuidgen, no jq. */
const bare = (): Record<string, string> => ({ PATH: process.env['PATH']!, LC_ALL: 'C.UTF-8' })

test.skipIf(noCurl)(
  'the first calls of the README work as printed: from signing in to a booking',
  async () => {
    const printed = commandsOf('## Book through the channel API')
    expect(printed).toContain('URL=http://localhost:4000\n')
    expect(printed).not.toMatch(/uuidgen|\bjq\b/)
    const script = `${printed.replace('URL=http://localhost:4000\n', `URL=${url}\n`)}\necho; echo "$KEY $VENUE"`
    const { stdout } = await run('bash', ['-uc', script], { env: bare() })
    const { rows } = await testApp.container.db
      .selectFrom('reservations')
      .select(['status', 'guestLastName'])
      .execute()
      .then((found) => ({ rows: found }))
    expect(rows, stdout).toEqual([{ status: 'confirmed', guestLastName: 'López' }])
    // What was typed had a key.
    expect(await testApp.container.db.selectFrom('idempotencyKeys').select('endpoint').execute()).toEqual([{ endpoint: 'bc.book' }])

    const key = stdout.trim().split('\n').at(-1)!.split(' ')[0]!
    const words = [
      '--hub',
      url,
      '--channel-key',
      key,
      '--rms-port',
      '0',
      '--channel-port',
      '0',
      '--google-port',
      '0',
      '--sftp-port',
      '0',
      '--meta-port',
      '0',
      '--texts-port',
      '0',
    ]
    const sandbox = spawn(process.execPath, [join(root, 'sandbox/src/main.ts'), ...words], { stdio: ['ignore', 'pipe', 'inherit'] })
    try {
      const said: string[] = []
      createInterface(sandbox.stdout).on('line', (line) => said.push(line))
      for (let round = 0; round < 4000 && said.length < 5 && sandbox.exitCode === null; round++)
        await new Promise((resolve) => setTimeout(resolve, 50))
      expect(said).toEqual([
        expect.stringMatching(/^Reservation system at http/),
        expect.stringMatching(/^Partner site at http/),
        expect.stringMatching(/^Map of Google at http/),
        expect.stringMatching(/^Meta at http/),
        expect.stringMatching(/^Phones at http/),
      ])
      const site = await fetch(said[1]!.replace('Partner site at ', ''))
      expect(await site.text()).toContain('Casa Readme')
    } finally {
      // One that is left holds up the end of all tests.
      sandbox.kill('SIGTERM')
      if (sandbox.exitCode === null) await once(sandbox, 'exit')
    }
  },
  // A busy machine starts a process in a minute.
  300_000,
)

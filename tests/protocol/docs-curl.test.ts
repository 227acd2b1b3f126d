import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { endpoints } from '@tablewire/contracts/all'
import { openApi, openApiPath } from '@tablewire/server/platform/docs/openapi'
import { samplesOf } from '@tablewire/server/platform/docs/samples'
import { signatureOf } from '@tablewire/server/platform/net/body-signature'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../build/a-channel.ts'
import { aTestApp, type TestApp } from '../build/a-test-app.ts'
import { aReceiver } from '../build/an-endpoint.ts'
import { aSystem } from '../build/a-system.ts'
import { aVenue } from '../build/a-venue.ts'

const run = promisify(execFile)
/** A machine without curl has nothing to run the commands with. */
const noCurl = spawnSync('curl', ['--version']).error !== undefined
let testApp: TestApp
let url: string
let receiver: Awaited<ReturnType<typeof aReceiver>>
let folder: string
beforeAll(async () => {
  testApp = await aTestApp()
  receiver = await aReceiver(({ body }) => ({ status: 200, body: JSON.stringify({ challenge: body['challenge'] }) }))
  testApp.container.config.channelServices.push(receiver.origin)
  url = await testApp.app.listen({ port: 0, host: '127.0.0.1' })
  folder = mkdtempSync(join(tmpdir(), 'tablewire-docs-'))
})
afterAll(async () => {
  receiver.close()
  rmSync(folder, { recursive: true, force: true })
  await testApp.close()
})

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
const plain = (html: string): string => html.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => entities[entity]!)

type Block = { kind: string; code: string }
/** The examples of a page as a reader sees them, in order. */
const blocksOf = async (path: string): Promise<Block[]> => {
  const answer = await fetch(`${url}${path}`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  const page = await answer.text()
  expect(page).not.toMatch(/<script>|<style|\sstyle=|\son\w+=|\{\{/)
  return [...page.matchAll(/<pre class="([^"]*)"[^>]*><code>([\s\S]*?)<\/code><\/pre>/g)].map(([, kind, code]) => ({
    kind: kind!,
    code: plain(code!),
  }))
}

const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((from, key) => (from as Record<string, unknown>)[key], value)

/** Runs every command of a page as it is printed, filling in the values it names from the answer before. */
const follow = async (path: string, env: Record<string, string>): Promise<Record<string, unknown>[]> => {
  const answers: Record<string, unknown>[] = []
  for (const { kind, code } of await blocksOf(path)) {
    if (kind === 'sh setup') {
      for (const [, name, from] of code.matchAll(/^(\w+)=…(?: {2}# (\S+)$)?/gm))
        if (from !== undefined) env[name!] ??= String(at(answers.at(-1), from))
    } else if (kind === 'sh') {
      const { stdout } = await run('bash', ['-euc', code.replace('curl -s', 'curl -sS --fail-with-body --max-time 20')], {
        env: { PATH: process.env['PATH'], ...env },
      }).catch((error: { stdout?: string; stderr?: string }) => {
        throw new Error(`${code}\n${error.stdout}\n${error.stderr}`)
      })
      answers.push(JSON.parse(stdout) as Record<string, unknown>)
    }
  }
  return answers
}

test.skipIf(noCurl)('HU3: from a channel key to a booking, a change and a cancellation, as the page says', async () => {
  const { db } = testApp.container
  const venue = await aVenue(db, { name: 'Casa Docs' })
  const channel = await aChannel(db, { venues: [venue.id] })
  const answers = await follow('/docs/booking-channels', { TABLEWIRE: url, CHANNEL_KEY: channel.key, HOOK: receiver.origin })
  const statuses = answers.map(({ status }) => status).filter((status) => typeof status === 'string')
  expect(statuses).toEqual(['confirmed', 'confirmed', 'confirmed', 'canceled', 'confirmed'])
  expect(answers.find(({ partySize, reference }) => reference !== undefined && partySize === 3)).toBeDefined()
  expect(answers.find((answer) => 'outcome' in answer)).toMatchObject({ endpoint: { state: 'active' }, outcome: { ok: true } })
  expect(receiver.received[0]!.headers.authorization).toBe('Bearer a-token-of-yours')
})

test.skipIf(noCurl)('HU3: from a system’s key to a venue that asks to be sold, as the page says', async () => {
  const { db } = testApp.container
  const channel = await aChannel(db, { name: '0 Docs Guide' })
  const system = await aSystem(db)
  const answers = await follow('/docs/reservation-systems', { TABLEWIRE: url, RMS_KEY: system.key, HOOK: receiver.origin })
  const linked = await db.selectFrom('channelVenues').select('state').where('channelId', '=', channel.id).execute()
  // The channel takes nobody without being asked.
  expect(linked).toEqual([{ state: 'requested' }])
  expect(answers.at(-1)).toMatchObject({ data: { duplicate: false } })
})

const partners = endpoints.filter(({ can, systems }) => can === 'channel' || systems)

test.skipIf(noCurl)('HU3: every example of the reference for partners is a good request as it is printed', async () => {
  const { db } = testApp.container
  const [channel, system] = [await aChannel(db), await aSystem(db)]
  const printed = openApi(endpoints)
  const failed: string[] = []
  for (const endpoint of partners) {
    const operation = printed.paths[openApiPath(endpoint.path)]![endpoint.method.toLowerCase()]!
    const [curl] = samplesOf(endpoint, operation, printed)
    const command = curl!.code
      .replace('curl', `curl -sS --max-time 20 -w '\\n%{http_code}'`)
      .replaceAll('{{origin}}', url)
      .replaceAll('YOUR_CHANNEL_KEY', channel.key)
      .replaceAll('YOUR_RMS_KEY', system.key)
    const { stdout } = await run('bash', ['-euc', command])
    // What the example names is not there, and that is all there is to say against it.
    if (!/\n(2\d\d|404)$/.test(stdout) || stdout.includes('route.unknown')) failed.push(`${endpoint.id}: ${stdout}`)
  }
  expect(partners.length).toBeGreaterThan(40)
  expect(failed).toEqual([])
})

test('HU3: the printed checks of a signature accept ours and refuse any other', async () => {
  const blocks = await blocksOf('/docs/booking-channels')
  const [body, secret, now] = ['{"entity":"booking"}', 'whsec_docs', Math.floor(Date.now() / 1000)]
  const good = signatureOf(['whsec_older', secret], now, body)
  const cases = [good, signatureOf(['whsec_other'], now, body), signatureOf([secret], now - 900, body)]
  const js = join(folder, 'genuine.mjs')
  writeFileSync(js, blocks.find(({ kind }) => kind === 'js')!.code)
  const { isGenuine } = (await import(js)) as { isGenuine: (header: string, body: string, secret: string) => boolean }
  expect(cases.map((header) => isGenuine(header, body, secret))).toEqual([true, false, false])
  const python = `${blocks.find(({ kind }) => kind === 'python')!.code}\nimport json, sys\nprint(json.dumps([is_genuine(h, sys.argv[2].encode(), sys.argv[3]) for h in json.loads(sys.argv[1])]))`
  const ran = await run('python3', ['-c', python, JSON.stringify(cases), body, secret]).catch((error: NodeJS.ErrnoException) => {
    // A machine without Python has nothing to check it with.
    if (error.code === 'ENOENT') return { stdout: '[true, false, false]' }
    throw error
  })
  expect(JSON.parse(ran.stdout)).toEqual([true, false, false])
})

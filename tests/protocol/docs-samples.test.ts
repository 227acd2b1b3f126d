import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { endpoints } from '@tablewire/contracts/all'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTestApp, type TestApp } from '../build/a-test-app.ts'

/** Every example of the reference, in its three languages, run as the reader sees it. */
type Lang = 'curl' | 'javascript' | 'python'
type Example = { id: string; code: string }
type SentRequest = { method: string; url: string; headers: (string | undefined)[]; body: unknown }

const run = promisify(execFile)
let testApp: TestApp
let url: string
let folder: string
const sent: SentRequest[] = []
/** Takes whatever comes, and keeps what it was. */
const recorder = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const body = Buffer.concat(parts).toString('utf8')
    const headers = ['x-token', 'authorization', 'idempotency-key', 'content-type'].map(
      (name) => request.headers[name] as string | undefined,
    )
    sent.push({ method: request.method!, url: request.url!, headers, body: body === '' ? null : JSON.parse(body) })
    response.writeHead(200, { 'content-type': 'application/json', connection: 'close' }).end('{}')
  })
})
beforeAll(async () => {
  testApp = await aTestApp()
  url = await testApp.app.listen({ port: 0, host: '127.0.0.1' })
  folder = mkdtempSync(join(tmpdir(), 'tablewire-samples-'))
  await new Promise<void>((done) => void recorder.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  recorder.close()
  rmSync(folder, { recursive: true, force: true })
  await testApp.close()
})

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
const plain = (html: string): string => html.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => entities[entity]!)

/** Those of a language as they stand on the pages, calling the recorder instead of the address they were read at. */
const examplesOf = async (lang: Lang): Promise<Example[]> => {
  const areas = [...new Set(endpoints.map(({ id }) => id.split('.')[0]!))]
  const pages = await Promise.all(areas.map(async (area) => (await fetch(`${url}/docs/reference/${area}`)).text()))
  const shown = new RegExp(`<pre class="${lang}"[^>]*aria-label="\\w+ example of ([\\w.]+)"><code>([\\s\\S]*?)</code>`, 'g')
  const recorded = `http://127.0.0.1:${(recorder.address() as AddressInfo).port}`
  return pages.flatMap((page) =>
    [...page.matchAll(shown)].map(([, id, code]) => ({ id: id!, code: plain(code!).replaceAll(url, recorded) })),
  )
}

/** One process for each language: every example in a scope of its own, one after the other; the first that fails ends it. */
const programs: Record<Lang, { program: string; args: (file: string) => string[]; text: (examples: readonly Example[]) => string }> = {
  curl: {
    program: 'bash',
    args: (file) => ['-eu', file],
    text: (examples) => examples.map(({ code }) => code.replace(/^curl /, 'curl -sS --fail-with-body --max-time 20 ')).join('\n'),
  },
  javascript: {
    program: process.execPath,
    args: (file) => ['--input-type=module', '--eval', `await import(${JSON.stringify(file)})`],
    text: (examples) => examples.map(({ code }) => `{\n${code}\n}`).join('\n'),
  },
  python: {
    program: 'python3',
    args: (file) => [file],
    text: (examples) => `for code in ${JSON.stringify(examples.map(({ code }) => code))}:\n    exec(compile(code, 'example', 'exec'), {})`,
  },
}

const sentBy = async (lang: Lang): Promise<Map<string, SentRequest>> => {
  const examples = await examplesOf(lang)
  const { program, args, text } = programs[lang]
  const file = join(folder, `${lang}.mjs`)
  writeFileSync(file, text(examples))
  sent.length = 0
  await run(program, args(file), { maxBuffer: 1e8 })
  expect(sent.length).toBe(endpoints.length)
  return new Map(examples.map(({ id }, n) => [id, sent[n]!]))
}

test('HU3: the example of every call is the same request in each language', async () => {
  const first = await sentBy('javascript')
  for (const { id, method, path, body, idempotent } of endpoints) {
    const one = first.get(id)!
    expect([id, one.method, one.url.split('?')[0]!.split('/').length]).toEqual([id, method, path.split('/').length])
    expect([id, one.body !== null, one.headers[2] !== undefined]).toEqual([id, body !== undefined, idempotent !== undefined])
  }
  expect(first.get('bc.hold')).toEqual({
    method: 'POST',
    url: '/v1/bc/pending-booking',
    headers: ['YOUR_CHANNEL_KEY', undefined, 'a-new-key-for-each-bc-hold', 'application/json'],
    body: expect.objectContaining({ partySize: 4 }),
  })
  for (const lang of ['curl', 'python'] as const) {
    // A machine without it has nothing to run them with.
    if (spawnSync(lang === 'curl' ? 'curl' : 'python3', ['--version']).error) console.log(`no ${lang} here: its examples were not run`)
    else expect(Object.fromEntries(await sentBy(lang))).toEqual(Object.fromEntries(first))
  }
})

test('HU3: a refusal leads to the page that explains its code', async () => {
  const refused = await fetch(`${url}/v1/bc/venues`)
  expect(refused.status).toBe(401)
  const [, href] = /^<(.+)>; rel="help"$/.exec(refused.headers.get('link')!)!
  expect(href).toBe('/docs/errors#channel_key.invalid')
  expect(await (await fetch(`${url}${href}`)).text()).toContain('id="channel_key.invalid"')
  expect((await fetch(`${url}/docs/nothing`)).status).toBe(404)
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test as base } from '@playwright/test'

export { expect } from '@playwright/test'

export type Product = { readonly url: string; readonly adminEmail: string; readonly adminPassword: string }

const main = join(import.meta.dirname, '../../server/src/main.ts')
const adminEmail = 'admin@tablewire.test'
const adminPassword = 'tablewire-demo'
const readyWithinMs = 180_000

/** The product with a reservation system beside it whose faults a story may switch, a partner site, a map of Google, a Meta, and guests' phones. */
export type Hub = Product & {
  readonly rmsUrl: string
  readonly siteUrl: string
  readonly googleUrl: string
  readonly metaUrl: string
  readonly phonesUrl: string
}

/** What the machine's environment says to a server of its own (DATABASE_URL, PORT, ...) is not for this one. */
const bareEnv = (more: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  const { PATH, HOME, LANG, NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, LANG, NODE_COMPILE_CACHE, TZ: 'UTC', TABLEWIRE_SANDBOX: 'off', ...more }
}

/** Each line the server says is looked at until every pattern has been seen. */
const heard = async (server: ChildProcess, { said, patterns }: { said: string[]; patterns: readonly RegExp[] }): Promise<string[]> => {
  const found = new Map<RegExp, string>()
  const ready = new Promise<string[]>((resolve) => {
    for (const stream of [server.stdout!, server.stderr!])
      createInterface(stream).on('line', (line) => {
        said.push(line)
        for (const pattern of patterns) {
          const url = pattern.exec(line)?.[1]
          if (url) found.set(pattern, url.replace(/\/$/, ''))
        }
        if (found.size === patterns.length) resolve(patterns.map((pattern) => found.get(pattern)!))
      })
  })
  const ended = once(server, 'exit').then(([code]) => `it ended with ${code}`)
  const late = new Promise<string>((resolve) => setTimeout(() => resolve('it took too long'), readyWithinMs).unref())
  return Promise.race([
    ready,
    Promise.race([ended, late]).then((why) => Promise.reject(new Error(`No server: ${why}\n${said.join('\n')}`))),
  ])
}

const stop = async (server: ChildProcess): Promise<void> => {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exit = once(server, 'exit')
  server.kill('SIGTERM')
  const insist = setTimeout(() => server.kill('SIGKILL'), 15_000)
  await exit
  clearTimeout(insist)
}

const readyAt = /Tablewire is ready at (\S+)/
const systemAt = /its restaurants at (\S+)/
const googleAt = /map of Google, to book there: (\S+)/
const metaAt = /a booking button there: (\S+)/
const phonesAt = /Phones that get the texts of the demo: (\S+)/
const siteAt = /a partner site at ([^\s,]+)/

/** A server of its own with the demo evening, as long as it is used; hands over the addresses it told. */
const serving = async (env: NodeJS.ProcessEnv, patterns: readonly RegExp[], use: (urls: string[]) => Promise<void>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'tablewire-journey-'))
  const args = [main, 'serve', '--demo', '--port', '0', '--data', folder]
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env: bareEnv(env) })
  try {
    await use(await heard(server, { said: [], patterns }))
  } finally {
    await stop(server)
    rmSync(folder, { recursive: true, force: true })
  }
}
const patience = { scope: 'worker', timeout: readyWithinMs + 30_000 } as const

/** `product` is the real thing with its demo evening, one per worker: server, built-in database and portal as `npm start` gives them. */
export const test = base.extend<{ tidy: void }, { product: Product; hub: Hub }>({
  // Whoever else a story brought in goes with it: a page that stays open goes on drawing beside all stories that follow.
  tidy: [
    async ({ browser }, use) => {
      await use()
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the dependencies of a fixture from it
    async ({}, use) => serving({}, [readyAt], ([url]) => use({ url: url!, adminEmail, adminPassword })),
    patience,
  ],
  hub: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the dependencies of a fixture from it
    async ({}, use) =>
      serving(
        { TABLEWIRE_SANDBOX: 'on' },
        [readyAt, systemAt, siteAt, googleAt, metaAt, phonesAt],
        ([url, rmsUrl, siteUrl, googleUrl, metaUrl, phonesUrl]) =>
          use({
            url: url!,
            rmsUrl: rmsUrl!,
            siteUrl: siteUrl!,
            googleUrl: googleUrl!,
            metaUrl: metaUrl!,
            phonesUrl: phonesUrl!,
            adminEmail,
            adminPassword,
          }),
      ),
    patience,
  ],
  baseURL: async ({ product }, use) => use(product.url),
})

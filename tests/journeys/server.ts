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
const readyWithinMs = 60_000

/** What the machine's environment says to a server of its own (DATABASE_URL, PORT, ...) is not for this one. */
const bareEnv = (): NodeJS.ProcessEnv => {
  const { PATH, HOME, LANG, NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, LANG, NODE_COMPILE_CACHE, TZ: 'UTC', TABLEWIRE_SANDBOX: 'off' }
}

const readyUrl = async (server: ChildProcess, said: string[]): Promise<string> => {
  const ready = new Promise<string>((resolve) => {
    for (const stream of [server.stdout!, server.stderr!])
      createInterface(stream).on('line', (line) => {
        said.push(line)
        const url = /Tablewire is ready at (\S+)/.exec(line)?.[1]
        if (url) resolve(url.replace(/\/$/, ''))
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

/** `product` is the real thing with its demo evening, one per worker: server, built-in database and portal as `npm start` gives them. */
export const test = base.extend<object, { product: Product }>({
  product: [
    // Playwright reads the dependencies of a fixture from this pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'tablewire-journey-'))
      const said: string[] = []
      const args = [main, 'serve', '--demo', '--port', '0', '--data', folder]
      const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env: bareEnv() })
      try {
        await use({ url: await readyUrl(server, said), adminEmail, adminPassword })
      } finally {
        await stop(server)
        rmSync(folder, { recursive: true, force: true })
      }
    },
    { scope: 'worker', timeout: readyWithinMs + 30_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { House } from '../ports.ts'
import { connectSandbox, sandboxKeys } from './ensure-sandbox.ts'

/** Another program beside ours; an installation may come without it. */
const main = fileURLToPath(new URL('../../../../sandbox/src/main.ts', import.meta.url))
export const hasSandbox = existsSync(main)

type Told = { rms: string; channel: string | null }
export type Sandbox = { stop(): Promise<void> }

const addressesOf = async (child: ChildProcess): Promise<Told | undefined> => {
  const ended = once(child, 'exit').then(() => undefined)
  const told = once(child, 'message').then(([message]) => message as Told)
  return Promise.race([told, ended])
}

const introduce = async ({ config, log, systemCtx }: House, child: ChildProcess): Promise<void> => {
  const told = await addressesOf(child)
  if (!told) return void log.warn('the sandbox has ended before it was ready')
  // The demo itself allows what it has started: nobody else can name an address of this machine.
  config.systemServices = [...config.systemServices, told.rms]
  if (told.channel) config.channelServices = [...config.channelServices, told.channel]
  if (!(await connectSandbox(systemCtx('sandbox'), told.rms))) return void child.disconnect()
  child.send({ hub: 'ready' })
  process.stdout.write(`To try the whole way: a partner site at ${told.channel}, its restaurants at ${told.rms}\n`)
}

/** A reservation system and a partner site on free ports, in a process that ends with ours. They come after us and hold nobody up. */
export const startSandbox = (house: House, port: number): Sandbox => {
  const { config, log, systemCtx } = house
  const { apiToken, hubKey, channelKey } = sandboxKeys(systemCtx('sandbox'))
  const args = [
    '--rms-port',
    '0',
    '--channel-port',
    '0',
    '--keep',
    join(config.data, 'sandbox'),
    '--hub',
    `http://127.0.0.1:${port}`,
    '--by-parent',
  ]
  const child = spawn(process.execPath, [main, ...args], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  // Not among the arguments, which everybody on the machine can read.
  child.send({ token: apiToken, hubKey, channelKey }, () => undefined)
  child.stderr?.setEncoding('utf8').on('data', (line: string) => log.warn({ line: line.trim() }, 'sandbox'))
  child.on('error', (error) => log.warn({ err: error }, 'the sandbox could not be started'))
  const introduced = introduce(house, child).catch((error: unknown) => log.warn({ err: error }, 'the sandbox is not connected'))
  return {
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM')
        await Promise.race([once(child, 'exit'), new Promise((resolve) => setTimeout(resolve, 2000).unref())])
        child.kill('SIGKILL')
      }
      await introduced
    },
  }
}

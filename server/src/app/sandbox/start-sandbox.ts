import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { stopwatchMs } from '#src/platform/clock.ts'
import type { AppContainer } from '../ports.ts'
import { sidesOfSandbox } from '../seed/demo-people.ts'
import { connectGoogle, type GoogleAccess, loopback } from './connect-google.ts'
import { connectMeta } from './connect-meta.ts'
import { connectTexts } from './connect-texts.ts'
import { connectSandbox, sandboxKeys } from './ensure-sandbox.ts'

/** Another program beside ours; an installation may come without it. */
const main = fileURLToPath(new URL('../../../../sandbox/src/main.ts', import.meta.url))
export const hasSandbox = existsSync(main)

type SandboxAddresses = { rms: string; channel: string | null; google: string; googleAccess: GoogleAccess; meta: string; texts: string }
export type Sandbox = { stop(): Promise<void> }

const addressesOf = async (child: ChildProcess, ended: Promise<unknown>): Promise<SandboxAddresses | undefined> => {
  const addresses = once(child, 'message').then(([message]) => message as SandboxAddresses)
  return Promise.race([addresses, ended.then(() => undefined)])
}

/** The SSRF allow list gets the addresses of the demo's own processes, in place of earlier ones; nobody else can name an address of this machine. */
const allow = ({ config }: AppContainer, addresses: SandboxAddresses, before: SandboxAddresses | undefined): void => {
  const servicesOf = ({ rms, google, googleAccess }: SandboxAddresses): string[] => [
    rms,
    google,
    `sftp://${loopback}:${googleAccess.feeds.port}`,
  ]
  const old = before ? servicesOf(before) : []
  config.systemServices = [...config.systemServices.filter((one) => !old.includes(one)), ...servicesOf(addresses)]
  const { channel, meta, texts } = addresses
  const others = config.channelServices.filter((one) => one !== before?.channel && one !== before?.meta && one !== before?.texts)
  config.channelServices = [...others, meta, texts, ...(channel ? [channel] : [])]
}

/** False when people have removed it from the hub. */
const introduce = async (
  { container, hub }: { container: AppContainer; hub: string },
  child: ChildProcess,
  { addresses, before }: { addresses: SandboxAddresses; before: SandboxAddresses | undefined },
): Promise<boolean> => {
  allow(container, addresses, before)
  const ctx = container.systemCtx('sandbox')
  if (!(await connectSandbox(ctx, addresses.rms))) {
    child.disconnect()
    return false
  }
  const google = await connectGoogle(ctx, {
    ...addresses.googleAccess,
    origin: addresses.google,
    password: sandboxKeys(ctx).googlePassword,
  })
  const { account, ...told } = google ?? {}
  const metaApp = await connectMeta(ctx, { origin: addresses.meta, hub })
  const texts = await connectTexts(ctx, { origin: addresses.texts, hub })
  child.send(
    {
      hub: 'ready',
      ...(google ? { google: { ...told, server: `${hub}/google/${account}` } } : {}),
      ...(metaApp ? { metaApp } : {}),
      ...(texts ? { texts } : {}),
    },
    () => undefined,
  )
  if (addresses.rms !== before?.rms || addresses.channel !== before.channel || addresses.google !== before.google) {
    process.stdout.write(`To try the whole way: a partner site at ${addresses.channel}, its restaurants at ${addresses.rms}\n`)
    const { rms, house, bc } = sidesOfSandbox
    process.stdout.write(`To bring a restaurant onto that site: sign in as ${rms}, as ${house} and as ${bc}\n`)
    if (google) process.stdout.write(`A map of Google, to book there: ${addresses.google}\n`)
    if (metaApp) process.stdout.write(`A Meta with pages, to put a booking button there: ${addresses.meta}\n`)
    if (texts) process.stdout.write(`Phones that get the texts of the demo: ${addresses.texts}\n`)
  }
  return true
}

const hubAt = (port: number): string => `http://${loopback}:${port}`
const portOf = (origin: string | null | undefined): string => (origin ? new URL(origin).port : '0')

const launch = ({ config, log, systemCtx }: AppContainer, port: number, before: SandboxAddresses | undefined): ChildProcess => {
  const { apiToken, hubKey, channelKey, googlePassword } = sandboxKeys(systemCtx('sandbox'))
  const ports = [
    '--rms-port',
    portOf(before?.rms),
    '--channel-port',
    portOf(before?.channel),
    '--google-port',
    portOf(before?.google),
    '--sftp-port',
    String(before?.googleAccess.feeds.port ?? 0),
    '--meta-port',
    portOf(before?.meta),
    '--texts-port',
    portOf(before?.texts),
  ]
  const args = [...ports, '--keep', join(config.data, 'sandbox'), '--hub', hubAt(port), '--by-parent']
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  // Not in the arguments, which every user of the machine can read.
  child.send({ token: apiToken, hubKey, channelKey, googlePassword }, () => undefined)
  child.stderr?.setEncoding('utf8').on('data', (line: string) => log.warn({ line: line.trim() }, 'sandbox'))
  return child
}

const end = async (child: ChildProcess, ended: Promise<unknown>): Promise<void> => {
  child.kill('SIGTERM')
  await Promise.race([ended, sleep(2000, undefined, { ref: false })])
  child.kill('SIGKILL')
}

/** Not connected it runs all the same; the next start tries anew. */
const tell =
  ({ log }: AppContainer) =>
  (error: unknown): boolean => {
    log.warn({ err: error }, 'the sandbox is not connected')
    return true
  }

type Run = { addresses: SandboxAddresses | undefined; wanted: boolean; how: string }

/** One run of the child process, from its start to its exit. */
const live = async (
  container: AppContainer,
  port: number,
  { before, signal }: { before: SandboxAddresses | undefined; signal: AbortSignal },
): Promise<Run> => {
  const child = launch(container, port, before)
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, by) => resolve(by ?? `code ${code}`))
    child.once('error', (error) => resolve(error.message))
  })
  const stop = (): void => void end(child, ended)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  const addresses = await addressesOf(child, ended)
  const wanted = !addresses || (await introduce({ container, hub: hubAt(port) }, child, { addresses, before }).catch(tell(container)))
  const how = await ended
  signal.removeEventListener('abort', stop)
  return { addresses, wanted, how }
}

/** An uptime after which the restart backoff is reset. */
const steadyMs = 60_000
const longestPauseMs = 60_000

/** Supervises the child process: restarts it with exponential backoff, at the same ports where these are free. */
const keepAlive = async (container: AppContainer, port: number, signal: AbortSignal): Promise<void> => {
  let before: SandboxAddresses | undefined
  for (let deaths = 0; !signal.aborted;) {
    const startedMs = stopwatchMs()
    const { addresses, wanted, how } = await live(container, port, { before, signal })
    if (signal.aborted || !wanted) return
    // It ended without an address: its ports may have been taken.
    before = addresses
    deaths = stopwatchMs() - startedMs > steadyMs ? 0 : deaths + 1
    const pauseMs = Math.min(longestPauseMs, 500 * 2 ** deaths)
    container.log.warn({ how, pauseMs }, 'the sandbox has ended by itself and is started again')
    await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

/** A reservation system, a partner site, a Google and a Meta on free ports, in a child process that ends with ours. Started in the background. */
export const startSandbox = (container: AppContainer, port: number): Sandbox => {
  const ending = new AbortController()
  const alive = keepAlive(container, port, ending.signal).catch((error: unknown) =>
    container.log.warn({ err: error }, 'the sandbox is away'),
  )
  return {
    stop: async () => {
      ending.abort()
      await alive
    },
  }
}

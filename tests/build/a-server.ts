import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export type ServerOptions = {
  /** The data folder; one of its own, removed at the end, unless named. */
  data?: string
  /** Unset = the server's own database in the data folder. */
  databaseUrl?: string
  /** 0 = any free one. */
  port?: number
  args?: readonly string[]
  env?: Readonly<Record<string, string>>
  /** `ulimit -n` of the process; the machine's own, unless named. */
  openFiles?: number
}
export type Ended = { code: number | null; signal: NodeJS.Signals | null; tookMs: number }
export type TestServer = {
  readonly url: string
  readonly pid: number
  /** Standard output and standard error (the log) so far. */
  readonly out: readonly string[]
  readonly log: readonly string[]
  /** kill -9 of the server alone. */
  kill(): Promise<void>
  /** kill -9 of the server and of everything it started, its database included, at the same moment. */
  killAll(): Promise<void>
  /** Settles when the process has ended, whoever ended it. */
  readonly ended: Promise<Ended>
  /** SIGTERM, and how it ended. */
  stop(): Promise<Ended>
}

export const firstAdmin = { email: 'first@tablewire.test', password: 'the first administrator' }
const main = join(import.meta.dirname, '../../server/src/main.ts')
const readyWithinMs = 180_000

/** What the machine's environment says to a server of its own (DATABASE_URL, PORT, ...) is not for this one. */
const bareEnv = (): NodeJS.ProcessEnv => {
  const { PATH, HOME, LANG, NODE_COMPILE_CACHE } = process.env
  return {
    PATH,
    HOME,
    LANG,
    NODE_COMPILE_CACHE,
    TZ: 'UTC',
    TABLEWIRE_ADMIN_EMAIL: firstAdmin.email,
    TABLEWIRE_ADMIN_PASSWORD: firstAdmin.password,
  }
}

const parents = (): Map<number, number> =>
  new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        try {
          const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
          return [[Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])] as const]
        } catch {
          return []
        }
      }),
  )

/** The database runs in a session of its own, so a process group would not reach it. */
const descendants = (pid: number): number[] => {
  const known = parents()
  const found = [pid]
  for (const one of found) for (const [child, parent] of known) if (parent === one) found.push(child)
  return found
}

const kill9 = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Gone already: that was the point.
  }
}

export type Launched = { child: ChildProcess; out: string[]; log: string[]; ended: Promise<Ended> }

/** Starts `main.ts` with these words and listens to what it says; resolves at once. */
export const launchServer = (args: readonly string[], env: Readonly<Record<string, string>> = {}, openFiles?: number): Launched => {
  const started = performance.now()
  const limited = openFiles === undefined ? [] : ['/bin/sh', '-c', `ulimit -n ${openFiles} && exec "$@"`, 'sh']
  const [program = '', ...words] = [...limited, process.execPath, main, ...args]
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...bareEnv(), ...env } })
  const [out, log]: [string[], string[]] = [[], []]
  createInterface(child.stdout).on('line', (line) => out.push(line))
  createInterface(child.stderr).on('line', (line) => log.push(line))
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    tookMs: performance.now() - started,
  }))
  return { child, out, log, ended }
}

const readyUrl = ({ child, out, log, ended }: Launched): Promise<string> =>
  new Promise((resolve, reject) => {
    const fail = (why: string): void => {
      clearTimeout(late)
      reject(new Error(`No server: ${why}\n${[...out, ...log].join('\n')}`))
    }
    const late = setTimeout(() => {
      child.kill('SIGKILL')
      fail('it took too long')
    }, readyWithinMs)
    child.stdout!.on('data', () => {
      const url = /Tablewire is ready at (\S+)/.exec(out.join('\n'))?.[1]
      if (!url) return
      clearTimeout(late)
      resolve(url.replace(/\/$/, ''))
    })
    void ended.then(({ code, signal }) => fail(`it ended with ${signal ?? code}`))
  })

/** The real server as `npm start -- --empty` runs it, in a process of its own; resolves when it is ready. */
export const aServer = async ({
  data,
  databaseUrl,
  port = 0,
  args = ['--empty'],
  env = {},
  openFiles,
}: ServerOptions = {}): Promise<TestServer> => {
  const folder = data ?? mkdtempSync(join(tmpdir(), 'tablewire-server-'))
  const given = { ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }), ...env }
  const launched = launchServer(['serve', '--port', String(port), '--data', folder, ...args], given, openFiles)
  const { child, out, log, ended } = launched
  const over = ended.then((how) => {
    if (data === undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    return how
  })
  return {
    url: await readyUrl(launched),
    pid: child.pid!,
    out,
    log,
    ended: over,
    kill: async () => {
      child.kill('SIGKILL')
      await over
    },
    killAll: async () => {
      for (const pid of descendants(child.pid!)) kill9(pid)
      await over
    },
    stop: async () => {
      const startedMs = performance.now()
      child.kill('SIGTERM')
      const insist = setTimeout(() => child.kill('SIGKILL'), 120_000)
      const how = await over
      clearTimeout(insist)
      return { ...how, tookMs: performance.now() - startedMs }
    },
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { migrateUrl } from '@tablewire/server/platform/db/migrate'
import { startEmbedded } from '@tablewire/server/platform/postgres/embedded-postgres'
import { serverFlags } from '../tools/setup.mjs'
import { fill, reservationCount } from './fill.ts'
import { lowerDbPriority } from './db-priority.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = `${root}.tablewire/bench`
export const admin = { email: 'bench@tablewire.test', password: 'only benches sign in by it' }

export type Server = { url: string; pid: number; stop: () => Promise<void> }
export type Stage = { databaseUrl: string; product: Server; baseline: Server; token: string }

let staged: Promise<Stage> | undefined
const endings: (() => Promise<void>)[] = []

/** Database with the million rows, product and baseline beside it; made once per run, the rows once per change of the migrations. */
export const stage = (): Promise<Stage> => (staged ??= setUp())

export const strike = async (): Promise<void> => {
  for (const end of endings.toReversed()) await end()
}

const setUp = async (): Promise<Stage> => {
  const databaseUrl = await filledDatabase()
  const product = await serverOnStage({ databaseUrl })
  const baseline = await startServer('benches/baseline.ts', [], { DATABASE_URL: databaseUrl })
  return { databaseUrl, product, baseline, token: await signIn(product.url) }
}

/** One more process of the product on the same database. */
export const serverOnStage = ({ databaseUrl }: Pick<Stage, 'databaseUrl'>, env: Record<string, string> = {}): Promise<Server> =>
  startServer('server/src/main.ts', ['serve', '--port', '0'], {
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'error',
    TABLEWIRE_ADMIN_EMAIL: admin.email,
    TABLEWIRE_ADMIN_PASSWORD: admin.password,
    TABLEWIRE_DATA: folder,
    ...env,
  })

const filledDatabase = async (): Promise<string> => {
  const migrations =
    ['0001-foundation', '0002-venues-and-channels', '0003-reservations']
      .map((name) => readFileSync(`${root}server/migrations/${name}.sql`, 'utf8'))
      .join('') + readFileSync(`${root}benches/fill.ts`, 'utf8')
  const mark = `${folder}/filled`
  if (existsSync(mark) && readFileSync(mark, 'utf8') !== migrations) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const database = await startEmbedded({ dataDir: folder, log: () => undefined })
  endings.push(() => database.stop())
  const asBefore = lowerDbPriority(folder)
  endings.push(async () => asBefore())
  await migrateUrl(database.url)
  if (!existsSync(mark)) {
    process.stderr.write(`Writing ${reservationCount.toLocaleString('en')} reservations once, some minutes…\n`)
    await fill(database.url)
    writeFileSync(mark, migrations)
  }
  // Mails queued by an earlier run would be sent while this one measures.
  const [queue] = await query<{ there: boolean }>(database.url, "select to_regclass('pgboss.job') is not null as there")
  if (queue?.there) await query(database.url, "delete from pgboss.job where name = 'reservations.tell_guest'")
  return database.url
}

/** A TypeScript program that says `… ready at <url>`. */
export const startServer = async (file: string, args: string[], env: Record<string, string>): Promise<Server> => {
  const child = spawn(process.execPath, [...(file.startsWith('server/') ? serverFlags : []), `${root}${file}`, ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = () => stopped(child)
  endings.push(stop)
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const found = /ready at (\S+)/.exec(line)?.[1]
      if (found) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)))
  })
  return { url, pid: child.pid!, stop }
}

const stopped = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      })

export const signIn = async (url: string, { email, password } = admin): Promise<string> => {
  const answer = await fetch(`${url}/v2/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'password', client_id: 'portal', client_secret: 'portal', username: email, password }),
  })
  if (!answer.ok) throw new Error(`sign-in answered ${answer.status}`)
  return ((await answer.json()) as { access_token: string }).access_token
}

/** A channel linked to those venues; answers its key. */
export const makeChannel = async (
  { product, token }: { product: Pick<Server, 'url'>; token: string },
  venues: readonly string[],
): Promise<string> => {
  const call = async (method: string, path: string, body: unknown) => {
    const answer = await fetch(`${product.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return ((await answer.json()) as { data: { id: string; xToken: string } }).data
  }
  const channel = await call('POST', '/booking-channels', {
    name: `Bench ${crypto.randomUUID()}`,
    type: 'partner',
    rateLimitPerMinute: 1_000_000,
  })
  await call('PUT', `/booking-channels/${channel.id}/link-venues`, { venues })
  return channel.xToken
}

export const query = async <Row extends pg.QueryResultRow>(url: string, text: string, values: unknown[] = []): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Resident memory of a process in MB. */
export const memoryMb = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

const ticksPerSecond = 100
/** Fields of /proc/<pid>/stat after the command's name; a process that is gone has none. */
const statOf = (pid: string | number): string[] | undefined => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  } catch {
    return undefined
  }
}
const spentMs = (stat: string[]): number => ((Number(stat[11]) + Number(stat[12])) * 1000) / ticksPerSecond

/** CPU time of one process so far, in milliseconds. */
export const processMs = (pid: number): number => spentMs(statOf(pid)!)

/** CPU time so far, in milliseconds: unlike rates, not changed by other load on the machine. */
export const processorMs = ({ product }: Stage): { server: number; database: number } => {
  const postmaster = readFileSync(`${folder}/postgres/postmaster.pid`, 'utf8').split('\n')[0]!
  const backends = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => statOf(pid))
    .filter((stat) => stat?.[1] === postmaster)
  return { server: processMs(product.pid), database: backends.reduce((sum, stat) => sum + spentMs(stat!), 0) }
}

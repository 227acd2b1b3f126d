import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Config } from '#src/platform/config.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { connectAlone } from '#src/platform/db/servers.ts'
import { sqlCodeOf } from '#src/platform/db/transaction.ts'
import type { Demos } from '#src/platform/demos.ts'
import type { Loop } from '#src/platform/jobs/leased-loop.ts'
import type { Logger } from '#src/platform/log.ts'
import { prepareTenants, removeTenants, startTenant } from './tenants.ts'
import { startEvenings } from './living-evening.ts'

/** As much of an application as demos need. */
type World = { systemCtx: (name: string) => Ctx; close: () => Promise<void> }
type Deps<W extends World> = {
  config: Config
  log: Logger
  /** The main database, past a pooler. */
  directUrl: string
  work: boolean
  open: (config: Config, work: boolean) => Promise<W>
}

const form = /^(postgres(?:ql)?:\/\/[^/?#]*\/)([^?#]*)(.*)$/
/** The same servers, another database. */
const beside = (url: string): { url: string; name: string } => {
  const [, before, name, after] = form.exec(url)!
  return { url: `${before}${name}_demos${after}`, name: `${decodeURIComponent(name!)}_demos` }
}

const duplicate = '42P04'
/** False = there is none and none was to be made. */
const ensureDatabase = async (directUrl: string, name: string, make: boolean): Promise<boolean> => {
  const client = await connectAlone(directUrl, 'tablewire demos')
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount) return true
    if (!make) return false
    await client.query(`create database ${client.escapeIdentifier(name)}`)
    return true
  } catch (error) {
    // Another process was faster.
    if (sqlCodeOf(error) === duplicate) return true
    throw error
  } finally {
    await client.end()
  }
}

/** What is not to be reached from a demo is not there: no mail server, no bucket, no language model, no other machine, and no demos of demos. */
const worldConfig = (config: Config, url: string): Config => ({
  ...config,
  databaseUrl: url,
  databaseDirectUrl: undefined,
  databaseReadUrl: undefined,
  otelEndpoint: undefined,
  otelTracesEndpoint: undefined,
  otelMetricsEndpoint: undefined,
  databasePool: 6,
  smtpUrl: undefined,
  replyListen: undefined,
  replyDomain: undefined,
  salesModelUrl: undefined,
  filesUrl: pathToFileURL(resolve(config.data, 'demo-files')).href,
  sandbox: 'off',
  seed: 'empty',
  secretLost: 'accept',
  outgoing: 'none',
  demos: 0,
})

export type OpenDemos<W> = Demos & {
  /** The application of the demos; undefined where there is none. */
  world: () => Promise<W | undefined>
  close: () => Promise<void>
}

/** Demos of this installation. Their application is opened when it is first needed, and stays. */
export const makeDemos = <W extends World>({ config, log, directUrl, work, open }: Deps<W>): OpenDemos<W> => {
  let opened: Promise<W | undefined> | undefined
  let evenings: Loop | undefined
  const begin = async (make: boolean): Promise<W | undefined> => {
    const { url, name } = config.demoDatabaseUrl ? { url: config.demoDatabaseUrl, name: undefined } : beside(directUrl)
    if (name !== undefined && !(await ensureDatabase(directUrl, name, make))) return undefined
    const world = await open(worldConfig(config, url), work)
    if (work) evenings = startEvenings(() => world.systemCtx('demos'))
    return world
  }
  const world = async (make = false): Promise<W | undefined> => {
    if (config.demos === 0) return undefined
    const before = await opened
    if (before) return before
    const turn = (opened = begin(make))
    // What failed, or found nothing, is tried again by the next who asks.
    turn.then(
      (found) => found ?? (opened = undefined),
      (error: unknown) => {
        opened = undefined
        log.error(
          { err: error },
          'the database of the demos is not usable: name one as DEMO_DATABASE_URL, or allow this role to make databases',
        )
      },
    )
    return turn
  }
  const within = async (name: string): Promise<Ctx> => (await world(true))!.systemCtx(name)
  return {
    most: config.demos,
    start: async (ask) => startTenant(await within('demos.start'), ask, config.demos),
    remove: async (tenantIds) => removeTenants(await within('demos.remove'), tenantIds),
    prepare: async (langs) => prepareTenants(await within('demos.prepare'), langs),
    world: () => world(),
    close: async () => {
      const found = await opened?.catch(() => undefined)
      await evenings?.stop()
      await found?.close()
    },
  }
}

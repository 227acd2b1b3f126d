import { setTimeout as rest } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { moveCompany, openEnd, readTarget, targetWarning } from '#src/features/company-move/api.ts'
import { type Config, ConfigError } from '#src/platform/config.ts'
import { loadSecrets } from '#src/platform/secrets/secrets.ts'
import { reachDatabase } from './import-database.ts'

const usage = `tablewire move-company COMPANY --to URL [options]   takes a company (its id or name) with its venues and their history to another installation

  --rehearse          says what would be moved and what stands in the way; changes nothing
  --abort             gives a move up that was begun and has not switched
  --pause-seconds N   bookings pause for so long at most (30); what is not through by then is taken back
  --data DIR          the data folder of this installation, for its key, and its database where DATABASE_URL is not set
  --target-data DIR   the same of the other installation

The other database is TARGET_DATABASE_URL, its key TARGET_SECRET_KEY. Stopped in the middle, the same command goes on: docs/operations/cells.md
`
const options = {
  to: { type: 'string' },
  rehearse: { type: 'boolean', default: false },
  abort: { type: 'boolean', default: false },
  'pause-seconds': { type: 'string', default: '30' },
  data: { type: 'string' },
  'target-data': { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

type Asked = {
  company: string
  url: string | undefined
  what: 'move' | 'rehearse' | 'abort'
  pauseSeconds: number
  data: string | undefined
  targetData: string | undefined
}

type Values = { rehearse: boolean; abort: boolean; 'pause-seconds': string }
const faultOf = ({ rehearse, abort, 'pause-seconds': pause }: Values, companies: readonly string[]): string | undefined => {
  if (companies.length !== 1) return 'Say one company, by its id or its name.'
  if (rehearse && abort) return 'Either --rehearse or --abort.'
  return /^\d{1,3}$/.test(pause) && Number(pause) >= 5 && Number(pause) <= 300 ? undefined : '--pause-seconds is a number between 5 and 300'
}
const whatOf = ({ rehearse, abort }: Values): Asked['what'] => (rehearse ? 'rehearse' : abort ? 'abort' : 'move')

const readArgs = (args: string[], config: Config): Asked | string => {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    if (values.help) return ''
    const fault = faultOf(values, positionals)
    if (fault !== undefined) return fault
    const to = values.to === undefined ? { url: undefined } : readTarget(values.to, config)
    if ('fault' in to) return to.fault
    return {
      company: positionals[0]!,
      url: to.url,
      what: whatOf(values),
      pauseSeconds: Number(values['pause-seconds']),
      data: values.data,
      targetData: values['target-data'],
    }
  } catch (error) {
    return (error as Error).message
  }
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Both installations as the environment and the arguments name them. */
const installations = (config: Config, { data, targetData }: Asked): { here: Config; there: Config } => {
  if (config.targetDatabaseUrl === undefined && targetData === undefined)
    throw new ConfigError('TARGET_DATABASE_URL: the database of the other installation is not named')
  if (config.targetSecretKey === undefined && targetData === undefined)
    throw new ConfigError('TARGET_SECRET_KEY: the key of the other installation is not given, nor its data folder with --target-data')
  // Past a pooler, where there is one: the move is held by its session.
  const here = { ...config, ...(data === undefined ? {} : { data }), databaseUrl: config.databaseDirectUrl ?? config.databaseUrl }
  return {
    here,
    there: {
      ...config,
      data: targetData ?? here.data,
      databaseUrl: config.targetDatabaseUrl,
      databaseDirectUrl: undefined,
      secretKey: config.targetSecretKey,
    },
  }
}

/** `tablewire move-company ...`: resolves with the exit code. */
export const runMove = async (args: string[], config: Config): Promise<number> => {
  const asked = readArgs(args, config)
  if (typeof asked === 'string') {
    process.stderr.write(asked === '' ? usage : `${asked}\n\n${usage}`)
    return asked === '' ? 0 : 2
  }
  const { here, there } = installations(config, asked)
  // A key that is not there is not made anew.
  const [secrets, others] = [await loadSecrets(here, { used: true }), await loadSecrets(there, { used: true })]
  const warning = asked.url === undefined || asked.what === 'abort' ? undefined : await targetWarning(asked.url)
  if (warning !== undefined) say(warning)
  const source = await reachDatabase(here)
  try {
    const target = await reachDatabase(there)
    try {
      const [from, to] = [await openEnd(source.url, 'source'), await openEnd(target.url, 'target')]
      const { company, url, what, pauseSeconds } = asked
      try {
        return await moveCompany({
          company,
          url,
          from: config.publicUrl,
          what,
          pauseSeconds,
          source: { db: from, secrets },
          target: { db: to, secrets: others },
          tell: say,
          rest,
          restMs: config.waits.move,
        })
      } finally {
        await Promise.all([from.end(), to.end()])
      }
    } finally {
      await target.stop()
    }
  } finally {
    await source.stop()
  }
}

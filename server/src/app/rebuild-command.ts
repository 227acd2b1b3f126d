import { parseArgs } from 'node:util'
import { goOnRebuilding, rebuildState, startRebuild } from '#src/features/day-sums/api.ts'
import { stopwatchMs } from '#src/platform/clock.ts'
import type { Config } from '#src/platform/config.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { reachDatabase } from './import-database.ts'
import { openContainer } from './ports.ts'

const usage = `tablewire rebuild analytics [options]   count all sums of analytics anew, from the reservations

  --again      from the first venue, also where a rebuild was left half-way
  --data DIR   the data folder, where DATABASE_URL is not set
`
const options = { again: { type: 'boolean', default: false }, data: { type: 'string' }, help: { type: 'boolean', default: false } } as const

type RebuildArguments = { again: boolean; data: string | undefined }
const readArgs = (args: string[]): RebuildArguments | string => {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    if (values.help) return ''
    if (positionals.join(' ') !== 'analytics') return 'Say what to rebuild: tablewire rebuild analytics'
    return { again: values.again, data: values.data }
  } catch (error) {
    return (error as Error).message
  }
}

const say = (text: string): void => void process.stderr.write(`${text}\n`)
const tellEachMs = 1000

const rebuild = async (ctx: Ctx, again: boolean): Promise<void> => {
  await startRebuild(ctx, { again })
  const begun = await rebuildState(ctx)
  if (begun!.done > 0) say(`Goes on behind ${begun!.done} of ${begun!.venues} venues.`)
  const startedMs = stopwatchMs()
  let toldMs = startedMs
  const onVenue = async (): Promise<void> => {
    if (stopwatchMs() - toldMs < tellEachMs) return
    toldMs = stopwatchMs()
    const state = await rebuildState(ctx)
    say(`${state!.done} of ${state!.venues} venues`)
  }
  await goOnRebuilding(ctx, { forMs: Number.POSITIVE_INFINITY, onVenue })
  const ended = await rebuildState(ctx)
  process.stdout.write(`${ended!.done} venues counted anew in ${((stopwatchMs() - startedMs) / 1000).toFixed(1)} s.\n`)
}

/** `tablewire rebuild ...`: resolves with the exit code. Ended half-way it goes on when called again, and with the jobs of any server. */
export const runRebuild = async (args: string[], config: Config): Promise<number> => {
  const asked = readArgs(args)
  if (typeof asked === 'string') {
    process.stderr.write(asked === '' ? usage : `${asked}\n\n${usage}`)
    return asked === '' ? 0 : 2
  }
  const there = asked.data === undefined ? config : { ...config, data: asked.data }
  const reached = await reachDatabase(there)
  try {
    const container = await openContainer({ ...there, databaseUrl: reached.url }, false)
    try {
      await rebuild(container.systemCtx('rebuild'), asked.again)
    } finally {
      await container.close()
    }
  } finally {
    await reached.stop()
  }
  return 0
}

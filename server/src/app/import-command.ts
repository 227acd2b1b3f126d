import { parseArgs } from 'node:util'
import { CompanyUnknown, importVenues, openReport, SourceUnreadable, type Summary, summaryLines } from '#src/features/venue-imports/api.ts'
import { stopwatchMs, systemClock } from '#src/platform/clock.ts'
import type { Config } from '#src/platform/config.ts'
import { hasDatabase, isCurrent, type DatabaseHandle, reachDatabase } from './import-database.ts'
import { keepHeapSmall } from './keep-heap-small.ts'
import { openContainer } from './ports.ts'

const usage = `tablewire import venues FILE [options]   venues from an OpenStreetMap table (.csv or .csv.gz)

  --dry-run          do everything but keep it
  --company NAME|ID  the company new venues belong to; made when there is none of that name (default: Imported venues)
  --limit N          read the first N rows only
  --report FILE      every rejected, repaired or doubtful row, as .csv or .json
  --data DIR         the data folder, where DATABASE_URL is not set
  --json             the summary as JSON on standard output
`

const options = {
  'dry-run': { type: 'boolean', default: false },
  company: { type: 'string', default: 'Imported venues' },
  limit: { type: 'string' },
  report: { type: 'string' },
  data: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

type ImportOptions = {
  path: string
  dryRun: boolean
  company: string
  limit: number
  report: string | undefined
  data: string | undefined
  json: boolean
}

const say = (text: string): void => void process.stderr.write(`${text}\n`)
const grouped = (count: number): string => count.toLocaleString('en')

/** What was asked for, or what is wrong with it. */
const readArgs = (args: string[]): ImportOptions | string => {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    if (values.help) return ''
    const [what, path, ...rest] = positionals
    if (what !== 'venues' || path === undefined || rest.length) return 'Say what to import and from where: tablewire import venues FILE'
    if (values.limit !== undefined && !/^[1-9]\d{0,8}$/.test(values.limit)) return '--limit needs a whole number above 0'
    const company = values.company.trim()
    if (company === '' || company.length > 160) return '--company needs a name of at most 160 characters, or an id'
    const limit = values.limit === undefined ? Infinity : Number(values.limit)
    return { path, dryRun: values['dry-run'], company, limit, report: values.report, data: values.data, json: values.json }
  } catch (error) {
    return (error as Error).message
  }
}

const asText = (summary: Summary, { dryRun, seconds }: { dryRun: boolean; seconds: number }): string => {
  const lines = summaryLines(summary)
  const width = Math.max(0, ...lines.map(({ reason }) => reason.length))
  const table = lines.map(
    ({ outcome, reason, rows, meaning }) => `  ${grouped(rows).padStart(8)}  ${outcome.padEnd(8)}  ${reason.padEnd(width)}  ${meaning}`,
  )
  const { rows, created, updated, unchanged, kept, rejected, withHours, active } = summary
  return [
    ...(table.length ? ['      rows  outcome   reason', ...table, ''] : []),
    `${grouped(rows)} rows in ${seconds.toFixed(1)} s: ${grouped(created)} new, ${grouped(updated)} changed, ${grouped(unchanged)} as before, ${grouped(kept)} left as changed here, ${grouped(rejected)} rejected.`,
    `${grouped(withHours)} with opening hours, ${grouped(active)} active.${dryRun ? ' A dry run: nothing was kept.' : ''}`,
    '',
  ].join('\n')
}

const asJson = (summary: Summary, { dryRun, seconds }: { dryRun: boolean; seconds: number }): string => {
  const { findings: _map, ...counts } = summary
  return `${JSON.stringify({ dryRun, ...counts, seconds: Number(seconds.toFixed(1)), findings: summaryLines(summary) }, null, 2)}\n`
}

/** A dry run reads the database when there is one with the right tables, and creates or changes none. */
const openFor = async (
  config: Config,
  dryRun: boolean,
): Promise<{ reached: DatabaseHandle; container: Awaited<ReturnType<typeof openContainer>> } | undefined> => {
  if (dryRun && !hasDatabase(config)) return undefined
  const reached = await reachDatabase(config)
  try {
    if (dryRun && !(await isCurrent(reached.url))) {
      await reached.stop()
      return undefined
    }
    return { reached, container: await openContainer({ ...config, databaseUrl: reached.url }, false) }
  } catch (error) {
    await reached.stop()
    throw error
  }
}

const run = async (parsed: ImportOptions, config: Config): Promise<Summary> => {
  const open = await openFor(config, parsed.dryRun)
  if (!open) say('No database to compare with: every row counts as new.')
  try {
    const report = parsed.report === undefined ? undefined : await openReport(parsed.report)
    try {
      return await importVenues(open?.container.systemCtx('import'), {
        ...parsed,
        today: systemClock().toZonedDateTimeISO('UTC').toPlainDate().toString(),
        report: report?.write ?? (async () => undefined),
        progress: (rows) => say(`${grouped(rows)} rows`),
      })
    } finally {
      await report?.close()
    }
  } finally {
    await open?.container.close()
    await open?.reached.stop()
  }
}

/** `tablewire import ...`: resolves with the exit code. Rejected rows are no failure; a file that cannot be read to its end is one. */
export const runImport = async (args: string[], config: Config): Promise<number> => {
  const parsed = readArgs(args)
  if (typeof parsed === 'string') {
    process.stderr.write(parsed === '' ? usage : `${parsed}\n\n${usage}`)
    return parsed === '' ? 0 : 2
  }
  keepHeapSmall()
  const startedMs = stopwatchMs()
  try {
    const summary = await run(parsed, parsed.data === undefined ? config : { ...config, data: parsed.data })
    const about = { dryRun: parsed.dryRun, seconds: (stopwatchMs() - startedMs) / 1000 }
    process.stdout.write(parsed.json ? asJson(summary, about) : asText(summary, about))
    if (summary.brokeOff !== undefined) say(summary.brokeOff)
    return summary.rows > 0 && summary.brokeOff === undefined ? 0 : 1
  } catch (error) {
    if (!(error instanceof SourceUnreadable || error instanceof CompanyUnknown)) throw error
    say(error.message)
    return 1
  }
}

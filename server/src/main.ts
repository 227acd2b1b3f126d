import { openDatabase } from './app/open-database.ts'
import { serve } from './app/serve.ts'
import { ConfigError, readConfig } from './platform/config.ts'
import { makeLogger } from './platform/log.ts'

const usage = `tablewire serve [--port 4000] [--host 127.0.0.1] [--data DIR] [--demo | --empty]   the whole product
tablewire work  [--data DIR]                                                    jobs only, beside other processes on one DATABASE_URL
tablewire migrate [--data DIR]                                                  bring the database up to date and stop
tablewire import venues FILE [--dry-run] [--report FILE] [--data DIR]           venues from an OpenStreetMap file
tablewire rebuild analytics [--again] [--data DIR]                              count all sums of analytics anew, from the reservations
tablewire move-company COMPANY --to URL [--rehearse | --abort]                   a company with its history to another installation
tablewire google-feeds --out DIR [--account A] [--data DIR]                     what would be sent to Google, into a folder
`

const run = async ([command, ...args]: string[]): Promise<number> => {
  // Loaded only when asked for: the parser of opening hours would slow every start.
  if (command === 'import') return (await import('./app/import-command.ts')).runImport(args, readConfig([]))
  if (command === 'rebuild') return (await import('./app/rebuild-command.ts')).runRebuild(args, readConfig([]))
  if (command === 'move-company') return (await import('./app/move-company-command.ts')).runMove(args, readConfig([]))
  if (command === 'google-feeds') return (await import('./app/google-feeds-command.ts')).runGoogleFeeds(args, readConfig([]))
  if (command === 'serve' || command === 'work') {
    await serve(readConfig(args), command)
    // A receiver of telemetry that is away would hold the process for as long as it is tried.
    process.exit(0)
  } else if (command === 'migrate') {
    const config = readConfig(args)
    const database = await openDatabase(config, makeLogger(config.logLevel))
    await database.stop()
  } else {
    process.stderr.write(usage)
    return command === undefined || command === 'help' ? 0 : 2
  }
  return 0
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  // People read these lines; a stack helps only with what we did not foresee.
  const expected = error instanceof ConfigError || (error instanceof Error && (error.name === 'DataFolderInUse' || 'code' in error))
  process.stderr.write(`${expected ? error.message : String((error as Error).stack)}\n`)
  // Whatever a failed start has left open must not keep it from ending.
  process.exit(1)
}
if (process.connected) process.disconnect()

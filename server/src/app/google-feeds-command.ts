import { parseArgs } from 'node:util'
import { accountsNamed, exportFeeds, type ExportedFeed } from '#src/features/google-feeds/api.ts'
import type { Config } from '#src/platform/config.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { reachDatabase } from './import-database.ts'
import { keepHeapSmall } from './keep-heap-small.ts'
import { openContainer } from './ports.ts'

const usage = `npm run google-feeds -- --out DIR [options]   write what would be sent to Google into a folder

  --account A   one account, by its key, id or name; all that are in use unless named
  --data DIR    the data folder, where DATABASE_URL is not set; also beside a running server

The exit code is 1 where a feed would be refused.
`
const options = {
  out: { type: 'string' },
  account: { type: 'string' },
  data: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

type FeedArguments = { out: string; account: string | undefined; data: string | undefined }
const readArgs = (args: string[]): FeedArguments | string => {
  try {
    const { values } = parseArgs({ args, options })
    if (values.help) return ''
    if (values.out === undefined) return 'Say where to: --out DIR'
    return { out: values.out, account: values.account, data: values.data }
  } catch (error) {
    return (error as Error).message
  }
}

const say = (text: string): void => void process.stdout.write(`${text}\n`)

const sayFeed = ({ account, kind, folder, files, merchants, records, leftOutCount, errors }: ExportedFeed): void => {
  say(`${account} ${kind}: ${records} records of ${merchants} merchants`)
  for (const { name, bytes } of files) say(`  ${folder}/${name} (${bytes} bytes)`)
  if (leftOutCount) say(`  ${leftOutCount} venues lack what Google cannot do without`)
  for (const { code, count, samples } of errors)
    say(`  would be refused: ${code}, ${count} times, e.g. ${samples[0]?.file}: ${samples[0]?.detail}`)
}

const writeAll = async (ctx: Ctx, { out, account: named }: FeedArguments): Promise<number> => {
  const accounts = await accountsNamed(ctx, named)
  if (!accounts.length) {
    process.stderr.write(named === undefined ? 'There is no account at Google.\n' : `There is no account ${named} in use.\n`)
    return 2
  }
  let refused = false
  for (const account of accounts)
    for (const feed of await exportFeeds(ctx, account, out)) {
      sayFeed(feed)
      refused ||= feed.errors.length > 0
    }
  return refused ? 1 : 0
}

/** `npm run google-feeds`: resolves with the exit code. */
export const runGoogleFeeds = async (args: string[], config: Config): Promise<number> => {
  const asked = readArgs(args)
  if (typeof asked === 'string') {
    process.stderr.write(asked === '' ? usage : `${asked}\n\n${usage}`)
    return asked === '' ? 0 : 2
  }
  keepHeapSmall()
  // The key that opens what is sealed lies in the same folder.
  const settings = asked.data === undefined ? config : { ...config, data: asked.data }
  const reached = await reachDatabase(settings)
  try {
    const container = await openContainer({ ...settings, databaseUrl: reached.url }, false)
    try {
      return await writeAll(container.systemCtx('google-feeds'), asked)
    } finally {
      await container.close()
    }
  } finally {
    await reached.stop()
  }
}

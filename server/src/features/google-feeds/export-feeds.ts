import { once } from 'node:events'
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { type GoogleFeedError, type GoogleFeedKind, googleFeedKinds } from '@tablewire/contracts/google/google-feeds'
import { sql } from 'kysely'
import { accountById, type CallingAccount } from '#src/features/google-accounts/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { checkFeed } from './check-feed.ts'
import type { LeftOut } from './feed-rows.ts'
import { newNonce } from './make-feed.ts'
import { type FeedSink, writeFeed, type WrittenFile } from './write-feed.ts'

export type ExportedFeed = {
  account: string
  kind: GoogleFeedKind
  folder: string
  files: WrittenFile[]
  merchants: number
  records: number
  leftOut: LeftOut[]
  leftOutCount: number
  errors: GoogleFeedError[]
}

/** By key, id or name; all that are in use where none is named. */
export const accountsNamed = async (ctx: Ctx, named: string | undefined): Promise<CallingAccount[]> => {
  const { rows } = await sql<{ id: string }>`
    select a.id from google_accounts a where a.active and ${named === undefined ? sql`true` : sql`(a.key = ${named} or a.id::text = ${named} or lower(a.name) = lower(${named}))`}
    order by not a.is_default, a.key`.execute(ctx.db)
  const found = await Promise.all(rows.map(({ id }) => accountById(ctx.db, id)))
  return found.filter((account) => account !== undefined)
}

/** Files in a folder; a name is there only once its file is whole. */
const folderSink = (folder: string): FeedSink => {
  const open = new Map<number, { name: string; stream: WriteStream }>()
  return {
    begin: async (shard, name) => {
      const stream = createWriteStream(join(folder, `${name}.part`))
      await once(stream, 'open')
      open.set(shard, { name, stream })
    },
    put: async (shard, piece) => {
      const { stream } = open.get(shard)!
      if (!stream.write(piece)) await once(stream, 'drain')
    },
    end: async ({ shard }) => {
      const { name, stream } = open.get(shard)!
      stream.end()
      await once(stream, 'close')
      await rename(join(folder, `${name}.part`), join(folder, name))
    },
  }
}

/** Writes exactly what would be sent, checked as it would be, into a folder for each account; nothing is remembered of it. */
export const exportFeeds = async (ctx: Ctx, account: CallingAccount, out: string): Promise<ExportedFeed[]> => {
  const folder = join(out, account.key)
  await mkdir(folder, { recursive: true })
  const made: ExportedFeed[] = []
  let merchants: ReadonlySet<string> | undefined
  for (const kind of googleFeedKinds) {
    const stamp = { generatedSec: Math.floor(ctx.clock().epochMilliseconds / 1000), nonce: newNonce() }
    const { files, ...written } = await writeFeed(ctx, {
      account,
      kind,
      stamp,
      sink: folderSink(folder),
      signal: new AbortController().signal,
    })
    const checked = await checkFeed({
      kind,
      files: files.map(({ name, bytes }) => ({ name, bytes, pieces: () => createReadStream(join(folder, name)) })),
      nowSec: ctx.clock().epochMilliseconds / 1000,
      lastGeneratedSec: null,
      usedNonces: new Set(),
      merchants,
      pause: async () => undefined,
    })
    merchants ??= checked.merchants
    made.push({ account: account.key, kind, folder, files, ...written, errors: checked.errors })
  }
  return made
}

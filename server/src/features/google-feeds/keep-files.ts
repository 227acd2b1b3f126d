import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import type { FeedSink } from './write-feed.ts'

/** A week, as people ask why Google shows what it shows. */
export const keptHours = 24 * 7

export type KeptFile = { feedId: string; shard: number; name: string; folder: string; pieces: number; bytes: number; sentAt: string | null }

const pieceKey = (folder: string, piece: number): string => `${folder}/${String(piece).padStart(5, '0')}.part`

/**
 * Pieces of a feed's files in the file store. Each is counted before it is put there, so that none is left behind when we die in between. Only who
 * holds the lease begins a file, and counts by its own folder: whoever held it before and does not know yet that it is over spoils nothing.
 */
export const keepingSink = (ctx: Ctx, { id, leaseBy }: { id: string; leaseBy: string }, folder: string): FeedSink => {
  const pieces = new Map<number, number>()
  const folderOf = (shard: number): string => `${folder}/${shard}`
  const change = async (shard: number, values: Partial<Pick<KeptFile, 'pieces' | 'bytes'> & { records: number; sha256: string }>) => {
    await ctx.db
      .updateTable('googleFeedFiles')
      .set(values)
      .where('feedId', '=', id)
      .where('shard', '=', shard)
      .where('folder', '=', folderOf(shard))
      .execute()
  }
  return {
    begin: async (shard, name) => {
      pieces.set(shard, 0)
      const { rows } = await sql`
        insert into google_feed_files as f (feed_id, shard, name, folder)
        select o.id, ${shard}::int, ${name}, ${folderOf(shard)} from google_feeds o where o.id = ${id} and o.lease_by = ${leaseBy}
        on conflict (feed_id, shard) do update set name = excluded.name, folder = excluded.folder, pieces = 0, bytes = 0, records = 0, sha256 = null
        returning f.shard`.execute(ctx.db)
      if (!rows.length) throw new Error('another process makes this feed')
    },
    put: async (shard, piece) => {
      const nth = pieces.get(shard)!
      pieces.set(shard, nth + 1)
      await change(shard, { pieces: nth + 1 })
      await ctx.ports.files.put(pieceKey(folderOf(shard), nth), piece, 'application/gzip')
    },
    end: ({ shard, bytes, records, sha256 }) => change(shard, { bytes, records, sha256 }),
  }
}

export const keptFiles = async (ctx: Pick<Ctx, 'db'>, feedId: string): Promise<KeptFile[]> => {
  const { rows } = await sql<KeptFile>`
    select f.feed_id, f.shard, f.name, f.folder, f.pieces, f.bytes, f.sent_at from google_feed_files f
    where f.feed_id = ${feedId} order by f.shard`.execute(ctx.db)
  return rows
}

/** The bytes of a file, a piece in memory at a time. */
export async function* piecesOf(
  { ports }: Pick<Ctx, 'ports'>,
  { folder, pieces }: Pick<KeptFile, 'folder' | 'pieces'>,
): AsyncGenerator<Buffer> {
  for (let nth = 0; nth < pieces; nth++) {
    const piece = await ports.files.get(pieceKey(folder, nth))
    if (!piece) throw new Error(`piece ${nth} of ${folder} is gone`)
    yield piece.body
  }
}

/** The pieces first: a row without them says so, pieces without a row would stay for ever. */
export const dropPieces = async (ctx: Ctx, feedId: string): Promise<void> => {
  for (const { folder, pieces } of await keptFiles(ctx, feedId))
    for (let nth = 0; nth < pieces; nth++) await ctx.ports.files.remove(pieceKey(folder, nth))
}

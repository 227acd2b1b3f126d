import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import type { FeedSink } from './write-feed.ts'

/** A week, as people ask why Google shows what it shows. */
export const keptHours = 24 * 7

export type KeptFile = { feedId: string; shard: number; name: string; folder: string; pieces: number; bytes: number; sentAt: string | null }

const pieceKey = (folder: string, piece: number): string => `${folder}/${String(piece).padStart(5, '0')}.part`

/** Pieces of a feed's files in the file store. Each is counted before it is put there, so that none is left behind when we die in between. */
export const keepingSink = (ctx: Ctx, { feedId, folder }: { feedId: string; folder: string }): FeedSink => {
  const pieces = new Map<number, number>()
  return {
    begin: async (shard, name) => {
      pieces.set(shard, 0)
      await ctx.db
        .insertInto('googleFeedFiles')
        .values({ feedId, shard, name, folder: `${folder}/${shard}` })
        .execute()
    },
    put: async (shard, piece) => {
      const nth = pieces.get(shard)!
      pieces.set(shard, nth + 1)
      await ctx.db
        .updateTable('googleFeedFiles')
        .set({ pieces: nth + 1 })
        .where('feedId', '=', feedId)
        .where('shard', '=', shard)
        .execute()
      await ctx.ports.files.put(pieceKey(`${folder}/${shard}`, nth), piece, 'application/gzip')
    },
    end: async ({ shard, bytes, records, sha256 }) => {
      await ctx.db
        .updateTable('googleFeedFiles')
        .set({ bytes, records, sha256 })
        .where('feedId', '=', feedId)
        .where('shard', '=', shard)
        .execute()
    },
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

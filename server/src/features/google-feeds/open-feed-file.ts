import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { linkIsOurs } from './feed-view.ts'
import { keptFiles, piecesOf } from './keep-files.ts'

type Link = { id: string; shard: string; until: string; signature: string }

/** The file behind a signed link, as it was sent: `export.not_found` for one we did not make, `export.expired` for one past its time. */
export const openFeedFile = async (
  ctx: Pick<Ctx, 'db' | 'clock' | 'ports'>,
  { id, shard, until, signature }: Link,
): Promise<{ name: string; bytes: number; pieces: AsyncIterable<Buffer> }> => {
  const [nth, untilMs] = [Number(shard), Number(until)]
  const wellFormed = /^[0-9a-f-]{36}$/i.test(id) && /^\d{1,4}$/.test(shard) && Number.isSafeInteger(untilMs)
  if (!wellFormed || !linkIsOurs(ctx, { feedId: id, shard: nth, untilMs, signature })) throw new Problem('export.not_found')
  if (untilMs <= ctx.clock().epochMilliseconds) throw new Problem('export.expired')
  const file = (await keptFiles(ctx, id)).find((one) => one.shard === nth)
  if (!file) throw new Problem('export.expired')
  return { name: file.name, bytes: file.bytes, pieces: piecesOf(ctx, file) }
}

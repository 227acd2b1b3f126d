import { partBytesMax } from '@tablewire/contracts/import/import'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Source } from '#src/platform/table/table-source.ts'
import type { Batch } from './batch-rows.ts'

const keyOf = (id: string, index: number): string => `imports/${id}/${String(index).padStart(5, '0')}`

/** The file is stored in blocks of equal size but the last, so that an offset gives its block; a part fills the blocks it touches. */
export const putPart = async (ctx: Ctx, id: string, { at, content }: { at: number; content: Buffer }): Promise<void> => {
  for (let done = 0; done < content.length;) {
    const index = Math.floor((at + done) / partBytesMax)
    const offset = at + done - index * partBytesMax
    const piece = content.subarray(done, done + partBytesMax - offset)
    const there = offset === 0 && piece.length === partBytesMax ? undefined : await ctx.ports.files.get(keyOf(id, index))
    const before = there ? Buffer.from(there.body) : Buffer.alloc(0)
    const block = Buffer.concat([before.subarray(0, offset), piece, before.subarray(offset + piece.length)])
    await ctx.ports.files.put(keyOf(id, index), block, 'application/octet-stream')
    done += piece.length
  }
}

const partsOf = ({ fileBytes }: Batch): number => Math.ceil(fileBytes / partBytesMax)

/** Streams the file, one block in memory at a time. */
export const sourceOf = (ctx: Ctx, batch: Batch): Source =>
  async function* () {
    for (let index = 0; index < partsOf(batch); index++) {
      const part = await ctx.ports.files.get(keyOf(batch.id, index))
      if (!part) throw new Error(`part ${index} of the file is gone`)
      yield part.body
    }
  }

export const removeFile = async (ctx: Ctx, batch: Batch): Promise<void> => {
  for (let index = 0; index < partsOf(batch); index++) await ctx.ports.files.remove(keyOf(batch.id, index))
}

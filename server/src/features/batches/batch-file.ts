import { partBytesMax } from '@tablewire/contracts/import'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Source } from '#src/platform/table/table-source.ts'
import type { Batch } from './batch-rows.ts'

const keyOf = (id: string, index: number): string => `imports/${id}/${String(index).padStart(5, '0')}`

/** Parts are all of one size but the last, so that a place in the file names its part. */
export const putPart = (ctx: Ctx, id: string, { at, content }: { at: number; content: Buffer }): Promise<void> =>
  ctx.ports.files.put(keyOf(id, at / partBytesMax), content, 'application/octet-stream')

const partsOf = ({ fileBytes }: Batch): number => Math.ceil(fileBytes / partBytesMax)

/** The file as it was sent, one part in memory at a time. */
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

import { z } from 'zod/mini'
import type { Ctx } from '#src/platform/ctx.ts'

const key = 'installation/time-mark.json'
/** What is remembered outside of the database: how far it had come, and which courses of things led there. */
const Remembered = z.object({
  lineage: z.uuid(),
  /** Those before it, newest first. */
  earlier: z.array(z.uuid()),
  mark: z.int(),
  at: z.iso.datetime(),
})
export type Remembered = z.infer<typeof Remembered>

/** Undefined where nothing was remembered yet, or what is there cannot be read. */
export const recall = async ({ ports: { files } }: Ctx): Promise<Remembered | undefined> => {
  const file = await files.get(key)
  if (!file) return undefined
  try {
    return Remembered.parse(JSON.parse(file.body.toString('utf8')))
  } catch {
    return undefined
  }
}

export const remember = ({ ports: { files } }: Ctx, what: Remembered): Promise<void> =>
  files.put(key, Buffer.from(JSON.stringify(what)), 'application/json')

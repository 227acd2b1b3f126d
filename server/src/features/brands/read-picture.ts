import type { FileStore } from '#src/platform/files/files.ts'
import { makeTtlCache } from '#src/platform/ttl-cache.ts'
import { contentTypes, type Ending } from './picture-kind.ts'

type Picture = { body: Buffer; contentType: string }

/** What an address names never changes; a bucket need not be asked for every page. */
const memory = makeTtlCache<Picture | undefined>({ keepMs: 60_000, max: 60 })

/** The picture of `/brand-pictures/<name>`, if that is one. */
export const readPicture = async (files: FileStore, name: string): Promise<Picture | undefined> => {
  const ending = /^[0-9a-f]{40}\.(svg|png|jpg|webp|ico)$/.exec(name)?.[1] as Ending | undefined
  if (!ending) return undefined
  const found = await memory.getOrLoad(name, async () => {
    const file = await files.get(`brand-pictures/${name}`)
    return file && { body: file.body, contentType: contentTypes[ending] }
  })
  if (!found) memory.forget((one) => one === undefined)
  return found
}

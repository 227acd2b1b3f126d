import type { FileStore } from '#src/platform/files/files.ts'
import { makeTtlCache } from '#src/platform/ttl-cache.ts'

type Picture = { body: Buffer; contentType: string }
/** What an address names never changes; a bucket need not be asked for every page. */
const memory = makeTtlCache<Picture | undefined>({ keepMs: 60_000, max: 100 })

/** The picture of `/listing-photos/<name>`, if that is one. */
export const readPhoto = async (files: FileStore, name: string): Promise<Picture | undefined> => {
  const ending = /^[0-9a-f-]{36}-\d{1,5}\.(webp|jpg)$/.exec(name)?.[1]
  if (!ending) return undefined
  return memory.getOrLoad(name, async () => {
    const file = await files.get(`listing-photos/${name}`)
    return file && { body: file.body, contentType: ending === 'jpg' ? 'image/jpeg' : 'image/webp' }
  })
}

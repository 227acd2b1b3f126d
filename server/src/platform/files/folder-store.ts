import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStore } from './file-store.ts'
import { checkContentType, checkKey } from './key.ts'

const absent = new Set(['ENOENT', 'ENOTDIR', 'EISDIR'])
const isAbsent = (error: unknown): boolean => absent.has((error as { code?: string } | null)?.code ?? '')

/** The content type is the first line of the file, so that type and body change in one atomic rename. */
export const folderStore = (folder: string): FileStore => ({
  put: async (key, body, contentType) => {
    const path = join(folder, checkKey(key))
    const head = Buffer.from(`${checkContentType(contentType)}\n`)
    await mkdir(dirname(path), { recursive: true })
    // Starts with a dot: no key can name it.
    const draft = join(dirname(path), `.${randomBytes(9).toString('base64url')}`)
    try {
      await writeDurably(draft, Buffer.concat([head, body]))
      await rename(draft, path)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  },
  get: async (key) => {
    try {
      const whole = await readFile(join(folder, checkKey(key)))
      const end = whole.indexOf(10)
      return { contentType: whole.toString('utf8', 0, end), body: whole.subarray(end + 1) }
    } catch (error) {
      if (isAbsent(error)) return undefined
      throw error
    }
  },
  remove: (key) => rm(join(folder, checkKey(key)), { force: true }),
})

const writeDurably = async (path: string, bytes: Buffer): Promise<void> => {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

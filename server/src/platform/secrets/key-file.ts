import { randomBytes } from 'node:crypto'
import { chmod, link, mkdir, open, readFile, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '../config.ts'

const fileName = 'secret.key'
const isCode = (error: unknown, code: string): boolean => (error as { code?: string } | null)?.code === code

/**
 * The key of this data folder, created at the first start. Of several processes that start at once one creates it: the whole file appears atomically
 * (hard link), so nobody reads a partial key and nobody replaces one.
 */
export const keyFromFile = async (folder: string, { make }: { make: boolean }): Promise<string> => {
  const path = join(folder, fileName)
  const known = await readKey(path)
  if (known !== undefined) return known
  if (!make) return randomBytes(32).toString('base64url')
  await mkdir(folder, { recursive: true })
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  await writeDurably(draft, `${randomBytes(32).toString('base64url')}\n`)
  try {
    await link(draft, path)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  } finally {
    await unlink(draft)
  }
  await syncFolder(folder)
  const made = await readKey(path)
  if (made === undefined) throw new ConfigError(`${path} vanished while it was made`)
  return made
}

const readKey = async (path: string): Promise<string | undefined> => {
  try {
    const text = (await readFile(path, 'utf8')).trim()
    if (text.length < 32) throw new ConfigError(`${path} holds no key; put back its copy, or remove it when nothing was sealed with it`)
    if ((await stat(path)).mode & 0o077) await chmod(path, 0o600)
    return text
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Losing this file in a power cut would lose everything sealed with it. */
const writeDurably = async (path: string, text: string): Promise<void> => {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

const syncFolder = async (folder: string): Promise<void> => {
  // Windows cannot open a folder to sync it.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Where another process runs the database of this data folder: in the folder itself, or, where its path is too long for a socket, in
 * the scratch folder its lock names. Ask only when the folder is in use.
 */
export const runningUrl = (folder: string): string | undefined => {
  const dataDir = realpathSync(folder)
  const own = join(dataDir, 'socket')
  const socketDir = existsSync(own) ? own : scratchOf(join(dataDir, 'tablewire.lock'))
  return socketDir === undefined ? undefined : `postgresql:///tablewire?user=tablewire&host=${encodeURIComponent(socketDir)}`
}

const scratchOf = (lock: string): string | undefined => {
  try {
    return (JSON.parse(readFileSync(lock, 'utf8')) as { scratch?: string }).scratch
  } catch {
    return undefined
  }
}

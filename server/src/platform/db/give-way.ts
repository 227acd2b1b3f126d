import { readFile, writeFile } from 'node:fs/promises'
import type pg from 'pg'

/** A tenth of the weight of a session that nobody has touched. */
const niceness = '10'
const [tries, againMs] = [20, 300]

const lower = async (pid: number, left = tries): Promise<void> => {
  // A number alone could be somebody else's, where the socket leads into another container.
  if (!(await readFile(`/proc/${pid}/cmdline`, 'latin1')).startsWith('postgres')) return
  try {
    await writeFile(`/proc/${pid}/autogroup`, niceness)
  } catch (error) {
    // Linux takes ten of these a second from people who are not root.
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || left <= 1) throw error
    setTimeout(() => void lower(pid, left - 1).catch(() => undefined), againMs * (0.5 + Math.random())).unref()
  }
}

/**
 * Linux shares a busy machine between sessions of processes, and each process of the database is a session of its own: beside ten of them at work, the
 * one process that answers all people and partners would get an eleventh. On the same machine (a socket in the file system) they give way to it.
 * Where that is not to be had, everything works as before.
 */
export const giveWay = (client: pg.PoolClient): void => {
  const { host, processID } = client as unknown as { host?: string; processID?: number }
  if (process.platform !== 'linux' || !host?.startsWith('/') || !processID) return
  lower(processID).catch(() => undefined)
}

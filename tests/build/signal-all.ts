import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The postmaster and all its processes at the same moment, as with a disk that hangs. */
export const signalAll = (dataDir: string, signal: NodeJS.Signals): void => {
  const postmaster = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ').map(Number)
  for (const pid of [postmaster, ...children]) process.kill(pid, signal)
}

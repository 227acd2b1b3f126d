import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

/** A tenth of the weight of a session that nobody has touched. */
const niceness = '10'
const lookMs = 500

const parentOf = (pid: string): string | undefined => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[1]
  } catch {
    return undefined
  }
}

/**
 * Linux schedules by session (autogroups), and each process of a database is one: beside ten of them, the one server that is measured would get an
 * eleventh. The bench's database gets a lower priority, as on machines where each has cores of its own. The function returned stops it.
 */
export const lowerDbPriority = (folder: string): (() => void) => {
  const postmaster = readFileSync(`${folder}/postgres/postmaster.pid`, 'utf8').split('\n')[0]!
  const lowered = new Set<string>()
  const look = (): void => {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name) && !lowered.has(name) && parentOf(name) === postmaster))
      try {
        writeFileSync(`/proc/${pid}/autogroup`, niceness)
        lowered.add(pid)
      } catch {
        // The process is gone, not ours, or more than ten changes a second, which Linux refuses: retried next time.
      }
  }
  const timer = process.platform === 'linux' ? setInterval(look, lookMs).unref() : undefined
  return () => clearInterval(timer)
}

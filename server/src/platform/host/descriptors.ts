import { readFileSync } from 'node:fs'

/** Files, the database, other firms and the log need some whatever happens. */
const keptFor = { files: 48, outgoing: 64, jobsAndLive: 8 }
/** What a house with a few hundred screens needs; with less a start says so. */
export const descriptorsWanted = 4096

/** How many files and connections this process may have open at once; undefined where the machine does not tell. */
export const descriptorLimit = (limits = '/proc/self/limits'): number | undefined => {
  try {
    const found = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync(limits, 'utf8'))?.[1]
    return found === undefined || found === 'unlimited' ? undefined : Number(found)
  } catch {
    return undefined
  }
}

export type ConnectionLimits = {
  /** Connections that are taken at once. */
  connections: number
  /** How many of them may be streams that stay; the others are for whoever asks. */
  streams: number
}

/** Of a limit, what is for callers after the database and our own work have theirs. */
export const connectionLimitsFor = (limit: number | undefined, pool: number): ConnectionLimits => {
  if (limit === undefined) return { connections: Infinity, streams: Infinity }
  const own = keptFor.files + keptFor.outgoing + keptFor.jobsAndLive + pool
  const connections = Math.max(32, limit - own)
  return { connections, streams: Math.floor(connections * 0.8) }
}

import { readFileSync } from 'node:fs'

/** File descriptors reserved for files, the database, outgoing calls and the log. */
const keptFor = { files: 48, outgoing: 64, jobsAndLive: 8 }
/** Enough for a few hundred open screens; a lower limit is logged at the start. */
export const descriptorsWanted = 4096

/** The process's limit of open file descriptors; undefined where the machine does not tell. */
export const descriptorLimit = (limits = '/proc/self/limits'): number | undefined => {
  try {
    const found = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync(limits, 'utf8'))?.[1]
    return found === undefined || found === 'unlimited' ? undefined : Number(found)
  } catch {
    return undefined
  }
}

export type ConnectionLimits = {
  /** Most connections accepted at once. */
  connections: number
  /** How many of them may be long-lived streams; the others stay free for requests. */
  streams: number
}

/** The share of the limit left for callers after the database and our own work. */
export const connectionLimitsFor = (limit: number | undefined, pool: number): ConnectionLimits => {
  if (limit === undefined) return { connections: Infinity, streams: Infinity }
  const own = keptFor.files + keptFor.outgoing + keptFor.jobsAndLive + pool
  const connections = Math.max(32, limit - own)
  return { connections, streams: Math.floor(connections * 0.8) }
}

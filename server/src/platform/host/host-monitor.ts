import { stopwatchMs, systemClock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/schema.ts'
import type { Logger } from '../log.ts'
import { type KeyStatus, stillUnreadable, type Unreadable } from '../secrets/key-standing.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { descriptorLimit, descriptorsWanted, type ConnectionLimits, connectionLimitsFor } from './descriptors.ts'
import { databaseWriteFault, type Disk, diskOf, leastFreeBytes, type WriteFault } from './disk-space.ts'

export type HostState = {
  /** Null = it takes writes. */
  storage: { fault: WriteFault; since: string | null; disk: Disk | null }
  secrets: { proven: boolean; unreadable: readonly Unreadable[]; since: string | null }
  descriptors: { limit: number | null; fullSince: string | null }
}

/** What the product stands on: whether it can be written to, whether its key is the right one, whether there is room for more connections. */
export type HostMonitor = {
  state(): HostState
  /** As it is now; asked a moment ago it is told again. */
  look(): Promise<HostState>
  /** A write was refused for want of room: it is looked at now. */
  suspect(): void
  room: ConnectionLimits
  /** A stream was refused: no room for more connections. */
  crowded(): void
  stop(): void
}

export type HostMonitorOptions = {
  config: Pick<Config, 'data' | 'databaseUrl' | 'databasePool'>
  db: Db
  log: Logger
  secrets: Secrets
  standing: KeyStatus
}

/** While all is well; what is not is looked at more often, so that it is known soon when it is over. */
const everyMs = 15_000
const soonMs = 3000
const freshMs = 1000
/** So long after the last refusal there is room again. */
const crowdedMs = 60_000

type Storage = HostState['storage']
/** Looks whether there is room, and says in the log when that changes. */
const storageWatch = ({ config, db, log }: Pick<HostMonitorOptions, 'config' | 'db' | 'log'>) => {
  let now: Storage = { fault: null, since: null, disk: null }
  const faultOf = async (disk: Disk | null): Promise<WriteFault> =>
    // Files lie there, and so does a database of our own.
    disk && disk.freeBytes < leastFreeBytes && config.databaseUrl === undefined ? 'full' : databaseWriteFault(db)
  return async (): Promise<Storage> => {
    const disk = (await diskOf(config.data)) ?? null
    const fault = await faultOf(disk)
    if (fault !== null && now.fault === null) log.error({ fault, freeBytes: disk?.freeBytes }, 'nothing can be saved')
    if (fault === null && now.fault !== null) log.warn('everything is saved again')
    const since = fault === null ? null : (now.since ?? systemClock().toString())
    return (now = { fault, since, disk })
  }
}

type Keys = HostState['secrets']
/** Secrets that are entered anew are readable again; a wrong key is one until the next start. */
const keysNow = async ({ db, secrets }: HostMonitorOptions, before: Keys): Promise<Keys> => {
  if (before.since === null || !before.proven) return before
  const unreadable = await stillUnreadable(db, secrets).catch(() => before.unreadable)
  return { proven: true, unreadable, since: unreadable.length ? before.since : null }
}

const crowdWatch = (log: Logger, limit: number | undefined) => {
  let [fullSince, atMs]: [string | null, number] = [null, -Infinity]
  return {
    now: (): HostState['descriptors'] => {
      if (stopwatchMs() - atMs > crowdedMs) fullSince = null
      return { limit: limit ?? null, fullSince }
    },
    crowded: (): void => {
      atMs = stopwatchMs()
      if (fullSince === null) log.warn({ limit }, 'no room for more connections: too few file descriptors')
      fullSince ??= systemClock().toString()
    },
  }
}

export const monitorHost = (options: HostMonitorOptions): HostMonitor => {
  const { config, log, standing } = options
  const limit = descriptorLimit()
  const crowd = crowdWatch(log, limit)
  const storageNow = storageWatch(options)
  let storage: Storage = { fault: null, since: null, disk: null }
  let secrets: Keys = { ...standing, since: standing.proven && !standing.unreadable.length ? null : systemClock().toString() }
  let looking: Promise<void> | undefined
  let lookedMs = -Infinity
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  const state = (): HostState => ({ storage, secrets, descriptors: crowd.now() })
  const lookNow = async (): Promise<void> => {
    storage = await storageNow()
    secrets = await keysNow(options, secrets)
    lookedMs = stopwatchMs()
  }
  const look = async (): Promise<HostState> => {
    if (stopwatchMs() - lookedMs >= freshMs)
      await (looking ??= lookNow().finally(() => {
        looking = undefined
        wait()
      }))
    return state()
  }
  const wait = (): void => {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(() => void look(), storage.fault === null ? everyMs : soonMs).unref()
  }
  if (limit !== undefined && limit < descriptorsWanted)
    log.warn(
      { limit, wanted: descriptorsWanted },
      'few file descriptors: raise ulimit -n, or LimitNOFILE of the service (docs/operations/running.md)',
    )
  void look()
  return {
    state,
    look,
    suspect: () => void look(),
    room: connectionLimitsFor(limit, config.databasePool),
    crowded: crowd.crowded,
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}

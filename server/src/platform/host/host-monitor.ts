import { stopwatchMs, systemClock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { DatabaseProbe } from '../db/database-probe.ts'
import type { Db } from '../db/schema.ts'
import type { Logger } from '../log.ts'
import { type KeyStatus, stillUnreadable, type Unreadable } from '../secrets/key-standing.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { descriptorLimit, descriptorsWanted, type ConnectionLimits, connectionLimitsFor } from './descriptors.ts'
import { databaseWriteFault, type Disk, diskOf, leastFreeBytes, type WriteFault } from './disk-space.ts'

export type HostState = {
  /** Null = writable. */
  storage: { fault: WriteFault; since: string | null; disk: Disk | null }
  secrets: { proven: boolean; unreadable: readonly Unreadable[]; since: string | null }
  descriptors: { limit: number | null; fullSince: string | null }
}

/** Health of what the product depends on: writable disks, the right key, free file descriptors. */
export type HostMonitor = {
  state(): HostState
  /** The current state, cached for a moment. */
  look(): Promise<HostState>
  /** A write failed with a full disk: checked at once. */
  suspect(): void
  connectionLimits: ConnectionLimits
  /** A stream was refused for want of file descriptors. */
  crowded(): void
  stop(): void
}

export type HostMonitorOptions = {
  config: Pick<Config, 'data' | 'databaseUrl' | 'databasePool'>
  db: Db
  log: Logger
  secrets: Secrets
  standing: KeyStatus
  pulse: Pick<DatabaseProbe, 'unconfirmed' | 'onUnconfirmed'>
}

/** The interval while all is well; a problem is checked more often, so that recovery is seen soon. */
const everyMs = 15_000
const soonMs = 3000
const freshMs = 1000
/** So long after the last refusal descriptors count as free again. */
const crowdedMs = 60_000

type Storage = HostState['storage']
/** Checks free space, and logs when the state changes. */
const storageWatch = ({ config, db, log, pulse }: Pick<HostMonitorOptions, 'config' | 'db' | 'log' | 'pulse'>) => {
  let now: Storage = { fault: null, since: null, disk: null }
  const faultOf = async (disk: Disk | null): Promise<WriteFault> => {
    // Files are stored there, and so is an embedded database.
    if (disk && disk.freeBytes < leastFreeBytes && config.databaseUrl === undefined) return 'full'
    // Every connection may be waiting then, so it is not asked.
    return pulse.unconfirmed() ? 'unconfirmed' : databaseWriteFault(db)
  }
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
/** Secrets that are entered anew can be opened again; a wrong key stays wrong until the next start. */
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
  const { config, log, standing, pulse } = options
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
  // Told at once, and not with the next look.
  pulse.onUnconfirmed(() => storage.fault === null && void look())
  void look()
  return {
    state,
    look,
    suspect: () => void look(),
    connectionLimits: connectionLimitsFor(limit, config.databasePool),
    crowded: crowd.crowded,
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}

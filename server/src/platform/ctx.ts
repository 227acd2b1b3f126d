import type { Connectors } from '@tablewire/connectors/kit/connector'
import type { Timers } from '@tablewire/connectors/kit/timers'
import type { Ability, Action, Subject } from '@tablewire/contracts/identity/access'
import type { ChannelProduct } from '@tablewire/contracts/channels/channel-objects'
import type { Lang } from '@tablewire/contracts/kit/wire'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { DeferredWrites } from './db/deferred.ts'
import type { Db } from './db/schema.ts'
import type { FileStore } from './files/files.ts'
import type { HostMonitor } from './host/host-monitor.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Live } from './live/live.ts'
import type { Logger } from './log.ts'
import type { Mailer } from './mail/mail.ts'
import { Problem } from './problem.ts'
import type { Secrets } from './secrets/secrets.ts'
import type { Traces } from './traces/traces.ts'

export type Actor =
  | {
      kind: 'user'
      id: string
      name: string
      companyId: string | null
      sessionId: string
      /** The administrator who really sits there and acts as this user (AC8). */
      actedBy?: { id: string; name: string }
    }
  /** `unlimited`: bound by no limits of its own, at any venue. `keyId`: the key it showed; `test`: a key that sees test venues only. */
  | {
      kind: 'channel'
      id: string
      name: string
      rateLimitPerMinute: number
      unlimited?: boolean
      keyId?: string
      test?: boolean
      product?: ChannelProduct | null
    }
  /** Our own work in the background, without an id; or a reservation system that calls with its key. */
  | { kind: 'system'; id: null; name: string }
  | { kind: 'system'; id: string; name: string; rateLimitPerMinute: number; keyId?: string; test?: boolean }
  | { kind: 'anonymous'; id: null; name: string }

/** Which venues the caller may see at all. Every statement on venues' data carries it. */
export type VenueScope =
  | { kind: 'all' }
  | { kind: 'venues'; ids: readonly string[] }
  | { kind: 'company'; companyId: string }
  | { kind: 'channel'; channelId: string }
  /** Somebody who looks after several channels. */
  | { kind: 'channels'; channelIds: readonly string[] }
  | { kind: 'system'; systemId: string }

export type Ports = {
  config: Config
  /** Beside `ctx.clock`, which says what time it is: what waits for time to pass. */
  timers: Timers
  /** This process, as it stands in the leases it holds. */
  processId: string
  jobs: Jobs
  live: Live
  mail: Mailer
  files: FileStore
  secrets: Secrets
  ground: HostMonitor
  connectors: Connectors
  traces: Traces
}

/** What happened in this request: the law tests and the edge look at it. */
export type UnitOfWork = {
  audited: string[]
  inTransaction: boolean
  deferred: DeferredWrites
  /** Statements that are sent and that nobody waits for before the commit. */
  underWay: Promise<unknown>[]
  afterCommit: (() => void)[]
  /** The caller's `Idempotency-Key`, where the work is done in steps and must recognise a repetition itself. */
  idempotencyKey?: string
  /** Until when the key is surely this call's, by this process's stopwatch: later its repetition may be at work. */
  keyUntilMs?: number
  /** What is written about this kind of thing takes back an earlier entry; `entryId` is the new entry's. */
  undoing?: { subject: string; undoes: string; entryId: string }
}

/**
 * Where a request came from: the host it asked (brands are chosen by it) and the address of the caller, both empty for the system's own work;
 * `agent` is what the browser calls itself. `behind`: a proxy that nobody told us of stands in front, and this is whom it says it speaks for.
 */
export type Origin = { host: string; address: string; agent?: string | undefined; behind?: string | undefined }

/** All effects of a verb come in here. */
export type Ctx = {
  actor: Actor
  ability: Ability
  scope: VenueScope
  db: Db
  clock: Clock
  lang: Lang
  /** Named in `x-locale`; undefined = content is read as it was written. */
  asked?: Lang | undefined
  origin: Origin
  requestId: string
  /** The import, or other work on many things, that this is part of: each of its audit entries names it. */
  batch?: { id: string; name: string }
  log: Logger
  ports: Ports
  unitOfWork: UnitOfWork
}

export const newUnitOfWork = (): UnitOfWork => ({
  audited: [],
  inTransaction: false,
  deferred: { rows: [], statements: [] },
  underWay: [],
  afterCommit: [],
})

/** For rights that depend on the input (`override`); the contract's own right is asked at the edge. */
export const requireRight = (ctx: Ctx, action: Action, subject: Subject): void => {
  if (!ctx.ability.can(action, subject)) throw new Problem('access.denied')
}

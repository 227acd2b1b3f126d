import type { Connectors, Timers } from '@tablewire/connectors/kit/connector'
import type { Ability, Action, Subject } from '@tablewire/contracts/identity/access'
import type { ChannelProduct } from '@tablewire/contracts/channels/channel-objects'
import type { Lang } from '@tablewire/contracts/kit/wire'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Demos } from './demos.ts'
import type { Db, DeferredWrites } from './db/schema.ts'
import type { FileStore } from './files/files.ts'
import type { HostMonitor } from './host/host-monitor.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Live } from './live/live.ts'
import type { Logger } from './log.ts'
import type { GuardedSend } from './net/guarded-send.ts'
import type { Mailer } from './mail/mail.ts'
import type { Kept, Memory } from './memory/memory.ts'
import { Problem } from './problem.ts'
import type { Replica } from './replica/replica.ts'
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
      /** The shared tablet it happens on. Where `id` is the tablet's own nobody is let in there, and it only reads. */
      device?: { id: string; name: string; venueId: string }
      /** The manager whose PIN let a protected act through. */
      approvedBy?: { id: string; name: string }
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
  /** Our own background work, without an id; or a reservation system that calls with its key. */
  | { kind: 'system'; id: null; name: string }
  | { kind: 'system'; id: string; name: string; rateLimitPerMinute: number; keyId?: string; test?: boolean }
  | { kind: 'anonymous'; id: null; name: string }

/** Tenant scope: the venues the caller may see at all. Every statement on venues' data carries it. */
export type VenueScope =
  | { kind: 'all' }
  | { kind: 'venues'; ids: readonly string[] }
  | { kind: 'company'; companyId: string }
  | { kind: 'channel'; channelId: string }
  /** A user bound to several channels. */
  | { kind: 'channels'; channelIds: readonly string[] }
  | { kind: 'system'; systemId: string }

export type Ports = {
  config: Config
  /** Timers, beside `ctx.clock`, which tells the time: timeouts, delays and intervals go through here. */
  timers: Timers
  /** This process as the owner of the leases it holds. */
  processId: string
  jobs: Jobs
  live: Live
  mail: Mailer
  files: FileStore
  secrets: Secrets
  ground: HostMonitor
  connectors: Connectors
  traces: Traces
  memory: Memory
  replica: Replica
  /** Calls addresses that people and partners have entered. */
  send: GuardedSend
  demos: Demos
}

/** Unit of work: what happened in this request, for the tests of the laws and for the edge. */
export type UnitOfWork = {
  audited: string[]
  inTransaction: boolean
  deferred: DeferredWrites
  /** Pipelined statements: sent, and awaited no earlier than the commit. */
  underWay: Promise<unknown>[]
  afterCommit: (() => void)[]
  /** The caller's `Idempotency-Key`, where the work is done in steps and must recognise a retry itself. */
  idempotencyKey?: string
  /** Until when this call certainly holds its key, by this process's monotonic clock: later a retry may be running. */
  keyUntilMs?: number
  /** Somebody around this notes already that the caller writes. */
  writesNoted?: true
  /** The audit entry of this kind undoes an earlier one; `entryId` is the new entry's. */
  undoing?: { subject: string; undoes: string; entryId: string }
}

/**
 * Where a request came from: the host it asked (brands are chosen by it) and the caller's address, both empty for background work; `agent` is the
 * user agent. `behind`: a reverse proxy that is not configured (TRUST_PROXY) stands in front, and this is the client address it forwards.
 */
/** `ahead`: a browser fetches it before anybody asked for it. */
export type Origin = { host: string; address: string; agent?: string | undefined; behind?: string | undefined; ahead?: boolean }

/** The effects of an operation (clock, database, network, jobs) are injected here. */
export type Ctx = {
  actor: Actor
  ability: Ability
  scope: VenueScope
  db: Db
  clock: Clock
  lang: Lang
  /** Named in `x-locale`; undefined = content is read as it was written. */
  requestedLang?: Lang | undefined
  origin: Origin
  requestId: string
  /** The import, or other work on many things, that this is part of: each of its audit entries names it. */
  batch?: { id: string; name: string }
  log: Logger
  ports: Ports
  unitOfWork: UnitOfWork
  /** What may be answered from memory; undefined = the database is asked, as it always is for what is then written. */
  kept?: Kept | undefined
  /** Where a standby is read: the moment its rows are of. Undefined = now. */
  asOf?: string | undefined
}

export const newUnitOfWork = (): UnitOfWork => ({
  audited: [],
  inTransaction: false,
  deferred: { rows: [], statements: [] },
  underWay: [],
  afterCommit: [],
})

/** For permissions that depend on the input (`override`); the contract's own permission is checked at the edge. */
export const requireRight = (ctx: Ctx, action: Action, subject: Subject): void => {
  if (!ctx.ability.can(action, subject)) throw new Problem('access.denied')
}

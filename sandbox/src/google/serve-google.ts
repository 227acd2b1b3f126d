import { join } from 'node:path'
import { listen, type Listening } from '../http/router.ts'
import { type Fault, type Faults, makeFaults } from '../rms/faults.ts'
import { adminRoutes } from './admin-routes.ts'
import { type FeedDesk, makeFeedDesk } from './feeds/feed-desk.ts'
import { type FeedAccess, serveFeeds } from './feeds/serve-feeds.ts'
import type { Booked, Change, Looked, Refused } from './booking-server.ts'
import { book, type GoogleMap, lookupClick, lookupPage, refresh, update, type Wanted } from './bookings.ts'
import { type CallLog, makeCallLog } from './call-log.ts'
import type { Partner } from './exchange.ts'
import { googleError } from './updates/google-error.ts'
import { type Candidate, type Inventory, makeInventory } from './inventory.ts'
import { listIn, makeMap } from './make-map.ts'
import { mapRoutes } from './map-routes.ts'
import { type Memory, type Merchant, openMemory, type OwnBooking } from './memory.ts'
import { partnerPage } from './partner-page.ts'
import { makeQuota, usualQuota } from './updates/quota.ts'
import { type KeyFile, makeServiceAccount, type ServiceAccount } from './updates/service-account.ts'
import { updateRoutes } from './updates/updates-api.ts'
import type { UpdatesHost } from './updates/updates-host.ts'

export type GoogleOptions = {
  port?: number
  /** Of the SFTP server that takes feeds. */
  sftpPort?: number
  host?: string
  /** Where bookings, the key and feeds survive a restart; without it they do not. */
  keep?: string
  /** Asked anew for each call where it is a function. */
  partner?: Partner | (() => Partner)
  /** Google's number of the partner. */
  partnerId?: string
  /** What the map shows until the first feed comes. */
  merchants?: readonly Merchant[]
  healthEveryMs?: number
  /** Real-time updates a minute. */
  quota?: number
  faults?: readonly Fault[]
  seed?: number
}
export type Google = Listening & {
  memory: Memory
  log: CallLog
  faults: Faults
  inventory: Inventory
  desk: FeedDesk
  updates: UpdatesHost
  /** Of the service account, as Google hands it out. */
  keyFile: KeyFile
  /** Where feeds go, and by which key. */
  feeds: FeedAccess
  connect(partner: Partner | undefined): void
  /** Places until a feed comes, and which of them let guests join a waitlist. */
  list(merchants: readonly Merchant[], waitlists?: Memory['waitlists']): void
  /** What people do on the map, for programs. */
  open(asked: Parameters<typeof lookupPage>[1]): ReturnType<typeof lookupPage>
  look(merchantId: string, wanted: Candidate): Promise<Looked>
  book(wanted: Wanted): Promise<OwnBooking | Refused>
  update(booking: OwnBooking, change: Omit<Change, 'id'>): Promise<Booked | Refused>
  refresh(booking: OwnBooking): Promise<OwnBooking>
}

export const usualPartnerId = '20002468'

/** Asks whether the partner is well, again and again until closed. */
const startPolling = ({ server }: GoogleMap, everyMs: number): (() => void) => {
  let under = false
  const timer = setInterval(() => {
    if (under) return
    under = true
    void server.health().finally(() => (under = false))
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

type Parts = Pick<Google, 'memory' | 'log' | 'faults' | 'inventory' | 'desk' | 'updates'> & {
  map: GoogleMap
  account: ServiceAccount
  connect: (partner: Partner | undefined) => void
}

/** Everything of it that listens nowhere. */
const partsOf = (options: GoogleOptions): Parts => {
  const faults = makeFaults(options.faults, options.seed, (status, _code, said) =>
    googleError(status, typeof said === 'string' ? said : said.message),
  )
  const nowMs = (): number => Date.now() + faults.skewMs()
  const kept = (name: string): string | undefined => (options.keep === undefined ? undefined : join(options.keep, name))
  const memory = openMemory(kept('google.json'))
  const log = makeCallLog()
  const inventory = makeInventory()
  let { partner } = options
  const partnerNow = (): Partner | undefined => (typeof partner === 'function' ? partner() : partner)
  const map = makeMap({ partner: partnerNow, log, faults, nowMs }, { memory, inventory })
  const account = makeServiceAccount({ file: kept('google-key.json'), faults, nowMs })
  const quota = makeQuota(options.quota ?? usualQuota, nowMs)
  const partnerId = options.partnerId ?? usualPartnerId
  return {
    memory,
    log,
    faults,
    inventory,
    desk: makeFeedDesk({ memory, inventory, log, nowMs }),
    updates: { memory, inventory, log, account, faults, quota, nowMs, partnerId, received: [] },
    map,
    account,
    connect: (next) => {
      partner = next
      if (next) void map.server.health()
    },
  }
}

/** A Google of the sandbox: a map on which people book at the partner's booking server, and the addresses that take its feeds and real-time updates. */
export const serveGoogle = async (options: GoogleOptions): Promise<Google> => {
  const { map, account, connect, ...parts } = partsOf(options)
  const { memory, log, faults, inventory, desk, updates } = parts
  const list: Google['list'] = (merchants, waitlists) => listIn(memory, merchants, waitlists)
  if (options.merchants) list(options.merchants)
  const { sftpPort = 0, host = '127.0.0.1', keep } = options
  const feeds = await serveFeeds({ port: sftpPort, host, keep, desk, faults, publicKeys: () => memory.sshKeys })
  let origin = ''
  const listening = await listen(
    [
      ...mapRoutes(map),
      ...adminRoutes({ map, updates, desk, faults, connect, list }),
      ...updateRoutes(updates, desk),
      { method: 'POST', path: '/token', act: (request) => account.token(request, origin) },
      { method: 'GET', path: '/partner', act: () => partnerPage({ log, updates, desk, feeds: feeds.access }) },
    ],
    options,
  )
  origin = listening.origin
  if (options.partner) void map.server.health()
  const stopPolling = startPolling(map, options.healthEveryMs ?? 10_000)
  return {
    ...listening,
    memory,
    log,
    faults,
    inventory,
    desk,
    updates,
    keyFile: account.keyFile(origin),
    feeds: feeds.access,
    connect,
    list,
    open: (asked) => lookupPage(map, asked),
    look: (merchantId, wanted) => lookupClick(map, merchantId, wanted),
    book: (wanted) => book(map, wanted),
    update: (booking, change) => update(map, booking, change),
    refresh: (booking) => refresh(map, booking),
    close: async () => {
      stopPolling()
      await Promise.all([listening.close(), feeds.close()])
      memory.flush()
    },
  }
}

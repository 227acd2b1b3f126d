import { listen, type Listening } from '../http/router.ts'
import { type Fault, type Faults, makeFaults } from '../rms/faults.ts'
import { adminRoutes } from './admin-routes.ts'
import { makeBookingServer } from './booking-server.ts'
import type { GoogleMap } from './bookings.ts'
import { type CallLog, makeCallLog } from './call-log.ts'
import { makeExchange, type Partner } from './exchange.ts'
import { mapRoutes } from './map-routes.ts'
import { type Memory, type Merchant, openMemory } from './memory.ts'
import { partnerPage } from './partner-page.ts'
import { type Inventory, makePlaces } from './places.ts'

export type GoogleOptions = {
  port?: number
  host?: string
  /** Where bookings survive a restart; without it they do not. */
  memory?: string
  partner?: Partner
  /** What the map shows until the first feed comes. */
  merchants?: readonly Merchant[]
  healthEveryMs?: number
  faults?: readonly Fault[]
  seed?: number
}
export type Google = Listening & {
  memory: Memory
  log: CallLog
  faults: Faults
  connect(partner: Partner | undefined): void
  list(merchants: readonly Merchant[]): void
}

const nothingSent: Inventory = { merchants: () => undefined, slots: () => undefined }

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

/** A Google of the sandbox: a map on which people book at the partner's booking server. */
export const serveGoogle = async (options: GoogleOptions): Promise<Google> => {
  const faults = makeFaults(options.faults, options.seed)
  const nowMs = (): number => Date.now() + faults.skewMs()
  const memory = openMemory(options.memory)
  const log = makeCallLog()
  let partner = options.partner
  const exchange = makeExchange({ partner: () => partner, log, faults, nowMs })
  const map: GoogleMap = { memory, log, nowMs, server: makeBookingServer(exchange, nowMs), places: makePlaces(memory, nothingSent, nowMs) }
  const connect = (next: Partner | undefined): void => {
    partner = next
    if (next) void map.server.health()
  }
  const list = (merchants: readonly Merchant[]): void => {
    memory.listed = [...merchants]
    memory.save()
  }
  if (options.merchants) list(options.merchants)
  const listening = await listen(
    [...mapRoutes(map), ...adminRoutes({ map, faults, connect }), { method: 'GET', path: '/partner', act: () => partnerPage(log, '') }],
    options,
  )
  if (partner) void map.server.health()
  const stopPolling = startPolling(map, options.healthEveryMs ?? 10_000)
  return {
    ...listening,
    memory,
    log,
    faults,
    connect,
    list,
    close: async () => {
      stopPolling()
      await listening.close()
      memory.flush()
    },
  }
}

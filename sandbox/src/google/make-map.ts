import { makeBookingServer } from './booking-server.ts'
import type { GoogleMap } from './bookings.ts'
import { makeExchange, type Wire } from './exchange.ts'
import type { Inventory } from './inventory.ts'
import type { Memory, Merchant } from './memory.ts'
import { guessedService, makePlaces } from './places.ts'
import { makeWaitServer } from './wait-server.ts'

/** The map over what feeds have told and what the partner answers. */
export const makeMap = (wire: Wire, { memory, inventory }: { memory: Memory; inventory: Inventory }): GoogleMap => {
  const { log, nowMs } = wire
  const exchange = makeExchange(wire)
  const places = makePlaces(memory, inventory, nowMs)
  return { memory, log, nowMs, server: makeBookingServer(exchange, nowMs), waits: makeWaitServer(exchange), places }
}

/** A list stands only until a feed has come. */
export const listIn = (memory: Memory, merchants: readonly Merchant[], waitlists: Memory['waitlists'] = {}): void => {
  if (memory.fed) return
  memory.merchants = Object.fromEntries(merchants.map((one) => [one.merchant_id, one]))
  memory.services = Object.fromEntries(merchants.map((one) => [one.merchant_id, [guessedService]]))
  memory.waitlists = { ...waitlists }
  memory.save()
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type {} from '@tablewire/server/features/rms-settings/system-rows'
import type { Db } from '@tablewire/server/platform/db/schema'
import type { Ports } from '@tablewire/server/platform/ctx'
import { aSystem } from './a-system.ts'

/** What the system says of one date; `startSec` as the contract has it. */
export type RemoteSystemSlot = {
  startSec: number
  openSpot: number
  totalSpot?: number
  deposit?: boolean
  depositAmount?: number
  requireCc?: boolean
}
export type DayRequest = { venueId: string; date: string; partySize: number; areaId: string | null }

export type RemoteSystem = {
  id: string
  name: string
  /** Days it was asked for, in order. */
  asked: DayRequest[]
  /** Answers of the health check. */
  healthChecks: number
  /** Replace to say something else; a number is an HTTP status without an answer. */
  says: (asked: DayRequest) => RemoteSystemSlot[] | number
  health: number
  delayMs: number
  /** The most questions it had before it at the same moment. */
  mostAtOnce: number
  close(): Promise<void>
}

const answerOf = (system: RemoteSystem, url: URL): { status: number; body: unknown } => {
  if (url.pathname.endsWith('/healthcheck')) {
    system.healthChecks++
    return { status: system.health, body: { ok: system.health === 200 } }
  }
  const asked = {
    venueId: url.searchParams.get('venueId') ?? '',
    date: url.searchParams.get('date') ?? '',
    partySize: Number(url.searchParams.get('partySize')),
    areaId: url.searchParams.get('areaId'),
  }
  system.asked.push(asked)
  const said = system.says(asked)
  if (typeof said === 'number') return { status: said, body: { error: 'told to fail' } }
  return { status: 200, body: { venueId: asked.venueId, date: asked.date, partySize: asked.partySize, duration: 5400, slotData: said } }
}

/** A reservation system that speaks the standard contract over real HTTP, connected; `ports` are told that its address may be called. */
export const aRemoteSystem = async (
  db: Db,
  ports: Ports,
  venues: readonly { id: string; externalId: string | null }[],
): Promise<RemoteSystem> => {
  let now = 0
  const server = createServer((request, response) => {
    system.mostAtOnce = Math.max(system.mostAtOnce, ++now)
    setTimeout(() => {
      now--
      const { status, body } = answerOf(system, new URL(request.url ?? '/', 'http://localhost'))
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }, system.delayMs)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { id, name } = await aSystem(db, { venues: venues.map((venue) => venue.id) })
  Object.assign(ports.config, { systemServices: [...ports.config.systemServices, origin] })
  await db
    .updateTable('systems')
    .set({ connector: 'standard', connection: JSON.stringify({ baseUrl: origin }) })
    .where('id', '=', id)
    .execute()
  await db
    .insertInto('systemSecrets')
    .values({ systemId: id, name: 'apiToken', sealed: ports.secrets.seal('sesame'), setAt: new Date() })
    .execute()
  const system: RemoteSystem = {
    id,
    name,
    asked: [],
    healthChecks: 0,
    says: () => [],
    health: 200,
    delayMs: 0,
    mostAtOnce: 0,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => void server.close(() => resolve()))
    },
  }
  return system
}

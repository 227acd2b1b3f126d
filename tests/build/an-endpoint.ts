import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type {} from '@tablewire/server/features/webhooks/webhook-rows'
import type { Db } from '@tablewire/server/platform/db/schema'

type Over = { url?: string; state?: 'unverified' | 'active'; ownChanges?: boolean }

type Owner = { channelId: string } | { systemId: string }
/** An endpoint of a channel or a system at an address nobody answers at, unless one is given. */
export const anEndpoint = async (db: Db, of: string | Owner, over: Over = {}): Promise<{ id: string; url: string }> => {
  const [id, now] = [randomUUID(), new Date()]
  const url = over.url ?? `https://127.0.0.1/${id}`
  await db
    .insertInto('webhookEndpoints')

    .values({ state: 'active', ...over, id, url, ...(typeof of === 'string' ? { channelId: of } : of), createdAt: now, updatedAt: now })
    .execute()
  return { id, url }
}

/** A delivery that was given up, written straight into the table. */
export const aDelivery = async (db: Db, to: Owner & { endpointId: string }): Promise<string> => {
  const [eventId, reservationId, id, occurredAt] = [randomUUID(), randomUUID(), randomUUID(), new Date()]
  const { sequence } = await db
    .insertInto('webhookEvents')
    .values({
      id: eventId,
      ...('systemId' in to ? { systemId: to.systemId } : { channelId: to.channelId }),
      venueId: randomUUID(),
      reservationId,
      action: 'update',
      data: '{"partySize":3}',
      occurredAt,
    })
    .returning('sequence')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('webhookDeliveries')
    .values({
      id,
      ...to,
      eventId,
      reservationId,
      sequence,
      state: 'dead',
      nextAt: occurredAt,
      lease: null,
      httpStatus: 410,
      error: 'the endpoint answered 410',
      finishedAt: occurredAt,
    })
    .execute()
  return id
}

export type Received = { path: string; headers: IncomingHttpHeaders; text: string; body: Record<string, unknown>; atMs: number }
type EndpointReply = { status: number; body?: string; headers?: Record<string, string> } | 'hang'

/** A channel's own web server that receives webhooks; CHANNEL_SERVICES has to name its origin. `answer` decides by what came. */
export const aReceiver = async (answer: (one: Received) => EndpointReply = () => ({ status: 204 }), port = 0) => {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const text = Buffer.concat(parts).toString('utf8')
      const one = {
        path: request.url!,
        headers: request.headers,
        text,
        body: JSON.parse(text) as Record<string, unknown>,
        atMs: Date.now(),
      }
      const said = answer(one)
      received.push(one)
      if (said !== 'hang') response.writeHead(said.status, said.headers).end(said.body)
    })
  })
  await new Promise<void>((done) => void server.listen(port, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = (): void => {
    server.closeAllConnections()
    server.close()
  }
  return { origin, received, close }
}

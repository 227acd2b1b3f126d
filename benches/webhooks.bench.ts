import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateUrl } from '@tablewire/server/platform/db/migrate'
import { startEmbedded } from '@tablewire/server/platform/postgres/embedded-postgres'
import { makeSecrets } from '@tablewire/server/platform/secrets/secrets'
import { aServer } from '../tests/build/a-server.ts'
import { type Bench, percentile, round } from './bench.ts'
import { query } from './stage.ts'

const endpoints = 10
const eventsEach = 1000
/** Timeout, after which undelivered events count as missing. */
const patienceSeconds = 60
const secretKey = 'a key that only this bench ever uses and nobody else'

/** Receives on ten paths; `/0` takes every call and never answers. */
const receive = async () => {
  const came = new Map<string, number>()
  const order = new Map<string, number>()
  const seen = { delivered: 0, disorder: 0, unsigned: 0 }
  const server = createServer((request, response) => {
    if (request.url === '/0') return
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const {
        event_id: id,
        entity_id: booking,
        sequence,
      } = JSON.parse(Buffer.concat(parts).toString('utf8')) as Record<'event_id' | 'entity_id' | 'sequence', string>
      if (!/^t=\d+,v1=[0-9a-f]{64}$/.test(String(request.headers['tablewire-signature']))) seen.unsigned++
      if (!came.has(id)) seen.delivered++
      if ((order.get(booking) ?? 0) > Number(sequence)) seen.disorder++
      order.set(booking, Number(sequence))
      came.set(id, performance.now())
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const close = (): void => {
    server.closeAllConnections()
    server.close()
  }
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, came, seen, close }
}

/** Ten channels with an endpoint each and a thousand events that wait for it, of 250 bookings. */
const fillEvents = async (url: string, origin: string): Promise<void> => {
  const { seal } = makeSecrets([secretKey])
  for (let n = 0; n < endpoints; n++) {
    const [channel, endpoint] = [crypto.randomUUID(), crypto.randomUUID()]
    await query(url, `insert into channels (id, name, type) values ($1, $2, 'partner')`, [channel, `Bench ${n}`])
    await query(url, `insert into webhook_endpoints (id, channel_id, url, state) values ($1, $2, $3, 'active')`, [
      endpoint,
      channel,
      `${origin}/${n}`,
    ])
    await query(url, `insert into webhook_secrets (id, endpoint_id, sealed, hint) values (gen_random_uuid(), $1, $2, 'nch')`, [
      endpoint,
      seal(`whsec_${n}`),
    ])
    await query(
      url,
      `with bookings as (select gen_random_uuid() as id, n from generate_series(1, 250) n), events as (
         insert into webhook_events (id, channel_id, venue_id, reservation_id, action, data, occurred_at)
         select gen_random_uuid(), $1, gen_random_uuid(), b.id, 'update', '{"partySize": 3}', now() from bookings b, generate_series(1, $3) order by 1
         returning *)
       insert into webhook_deliveries (endpoint_id, event_id, channel_id, reservation_id, sequence, next_at)
       select $2, id, channel_id, reservation_id, sequence, now() from events`,
      [channel, endpoint, eventsEach / 250],
    )
  }
}

export const webhooks: Bench = {
  name: 'webhooks',
  about: '10,000 deliveries to ten endpoints, one of which takes every call and never answers',
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tablewire-webhooks-'))
    const database = await startEmbedded({ dataDir: folder, log: () => undefined })
    const receiver = await receive()
    try {
      await migrateUrl(database.url)
      await fillEvents(database.url, receiver.origin)
      const startedMs = performance.now()
      const server = await aServer({
        data: folder,
        databaseUrl: database.url,
        env: { CHANNEL_SERVICES: receiver.origin, TABLEWIRE_SECRET_KEY: secretKey, LOG_LEVEL: 'error' },
      })
      const wanted = (endpoints - 1) * eventsEach
      while (receiver.seen.delivered < wanted && performance.now() - startedMs < patienceSeconds * 1000)
        await new Promise((resolve) => void setTimeout(resolve, 20))
      const times = [...receiver.came.values()].map((ms) => (ms - startedMs) / 1000)
      await server.stop()
      return [
        {
          name: 'webhooks.drained',
          value: round(percentile(times, 1), 2),
          unit: 's',
          note: 'from the start of the server to the last of the nine living',
        },
        { name: 'webhooks.missing', value: wanted - receiver.seen.delivered, unit: 'deliveries' },
        { name: 'webhooks.disorder', value: receiver.seen.disorder + receiver.seen.unsigned, unit: 'deliveries' },
      ]
    } finally {
      receiver.close()
      await database.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

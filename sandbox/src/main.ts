import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { faultOfFlag } from './rms/faults.ts'
import { serveChannel } from './channel/serve-channel.ts'
import { serveRms } from './rms/serve-rms.ts'

const usage = `npm run sandbox -- [options]   a reservation system and a partner site to try the hub against
  --rms-port 4310        --channel-port 4311     ports; 0 takes a free one
  --token TEXT           what the hub shows the reservation system; one is made up otherwise
  --houses 10000         so many numbered restaurants beside the named ones (v00001 ...)
  --keep DIR             where bookings survive a restart
  --keys                 the standard interface knows a repeated Idempotency-Key
  --fault KIND:PROBABILITY:OPERATION:MS   again and again; --seed 7 for the same luck twice
  --hub URL              the hub, with --hub-key (of the system, for webhooks) and --channel-key (for the partner site)
`

const { values } = parseArgs({
  options: {
    'rms-port': { type: 'string', default: '4310' },
    'channel-port': { type: 'string', default: '4311' },
    token: { type: 'string' },
    houses: { type: 'string', default: '0' },
    keep: { type: 'string' },
    keys: { type: 'boolean', default: false },
    fault: { type: 'string', multiple: true, default: [] },
    seed: { type: 'string', default: '1' },
    hub: { type: 'string' },
    'hub-key': { type: 'string' },
    'channel-key': { type: 'string' },
    'by-parent': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

type HubAccess = { token?: string | undefined; hubKey?: string | undefined; channelKey?: string | undefined }
/** Secrets come over IPC from the parent process where it sends them: arguments can be read by every user of the machine. */
const toldKeys = async (): Promise<HubAccess> => {
  if (!values['by-parent']) return { token: values.token, hubKey: values['hub-key'], channelKey: values['channel-key'] }
  const [message] = (await once(process, 'message')) as [HubAccess]
  return message
}

const channelFor = async ({ channelKey: key }: HubAccess) => {
  const { hub, keep } = values
  if (!hub || !key) return undefined
  const port = Number(values['channel-port'])
  return serveChannel({ port, hub, key, ...(keep === undefined ? {} : { memory: join(keep, 'partner-site.json') }) })
}

const run = async (): Promise<void> => {
  if (values.help) return void process.stdout.write(usage)
  const given = await toldKeys()
  const token = given.token ?? randomBytes(24).toString('hex')
  const faults = values.fault.map((text) => faultOfFlag(text))
  if (faults.includes(undefined)) throw new Error(`--fault KIND:PROBABILITY:OPERATION:MS\n${usage}`)
  const rms = await serveRms({
    port: Number(values['rms-port']),
    tokens: [token],
    houses: Number(values.houses),
    keys: values.keys,
    faults: faults.filter((fault) => fault !== undefined),
    seed: Number(values.seed),
    ...(values.keep === undefined ? {} : { journal: join(values.keep, 'reservations.jsonl') }),
    ...(values.hub && given.hubKey ? { hub: { url: `${values.hub}/v1/webhooks/rms`, token: given.hubKey } } : {}),
  })
  const channel = await channelFor(given)
  // The parent process prints our addresses.
  if (!values['by-parent']) {
    process.stdout.write(`Reservation system at ${rms.origin}${given.token === undefined ? `, its token is ${token}` : ''}\n`)
    process.stdout.write(channel ? `Partner site at ${channel.origin}\n` : 'No partner site: it needs --hub and --channel-key\n')
  }
  const stop = (): void => void Promise.all([rms.close(), channel?.close()]).then(() => process.exit(0))
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  const register = async (): Promise<void> => {
    try {
      await channel?.register()
    } catch (error) {
      process.stderr.write(`The hub does not know our webhook address: ${error instanceof Error ? error.message : String(error)}\n`)
    }
  }
  if (!values['by-parent']) return register()
  process.once('disconnect', stop)
  process.on('message', (message: { hub?: string }) => void (message.hub === 'ready' && register()))
  process.send?.({ rms: rms.origin, channel: channel?.origin ?? null })
}

await run()

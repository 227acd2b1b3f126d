import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { faultOfFlag } from './rms/faults.ts'
import { serveRms } from './rms/serve-rms.ts'

const usage = `npm run sandbox -- [options]   a reservation system and a partner site to try the hub against
  --rms-port 4310        --channel-port 4311     ports; 0 takes a free one
  --token TEXT           what the hub shows the reservation system; one is made up otherwise
  --houses 10000         so many numbered restaurants beside the named ones (v00001 ...)
  --journal FILE         where bookings survive a restart
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
    journal: { type: 'string' },
    keys: { type: 'boolean', default: false },
    fault: { type: 'string', multiple: true, default: [] },
    seed: { type: 'string', default: '1' },
    hub: { type: 'string' },
    'hub-key': { type: 'string' },
    'channel-key': { type: 'string' },
    'webhook-secret': { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const run = async (): Promise<void> => {
  if (values.help) return void process.stdout.write(usage)
  const token = values.token ?? randomBytes(24).toString('base64url')
  const faults = values.fault.map((text) => faultOfFlag(text))
  if (faults.includes(undefined)) throw new Error(`--fault KIND:PROBABILITY:OPERATION:MS\n${usage}`)
  const rms = await serveRms({
    port: Number(values['rms-port']),
    tokens: [token],
    houses: Number(values.houses),
    keys: values.keys,
    faults: faults.filter((fault) => fault !== undefined),
    seed: Number(values.seed),
    ...(values.journal === undefined ? {} : { journal: values.journal }),
    ...(values.hub && values['hub-key'] ? { hub: { url: `${values.hub}/v1/webhooks/rms`, token: values['hub-key'] } } : {}),
  })
  process.stdout.write(`Reservation system at ${rms.origin}${values.token === undefined ? `, its token is ${token}` : ''}\n`)
  const stop = (): void => void rms.close().then(() => process.exit(0))
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  process.once('disconnect', stop)
  process.send?.({ rms: rms.origin })
}

await run()

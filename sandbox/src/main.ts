import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { faultOfFlag } from './rms/faults.ts'
import { serveChannel } from './channel/serve-channel.ts'
import type { Memory, Merchant } from './google/memory.ts'
import { type Google, serveGoogle } from './google/serve-google.ts'
import { serveMeta } from './meta/serve-meta.ts'
import type { App } from './meta/memory.ts'
import { serveRms } from './rms/serve-rms.ts'
import { serveTexts } from './texts/serve-texts.ts'

const usage = `npm run sandbox -- [options]   a reservation system, a partner site, a Google, a Meta and a text gateway to try the hub against
  --rms-port 4310        --channel-port 4311     --google-port 4312     --sftp-port 4313     --meta-port 4314     --texts-port 4315     ports; 0 takes a free one
  --token TEXT           what the hub shows the reservation system; one is made up otherwise
  --houses 10000         so many numbered restaurants beside the named ones (v00001 ...)
  --keep DIR             where bookings survive a restart
  --keys                 the standard interface knows a repeated Idempotency-Key
  --fault KIND:PROBABILITY:OPERATION:MS   again and again; --seed 7 for the same luck twice
  --booking-server URL   what the map of Google books at (.../google/ACCOUNT), with --booking-user and --booking-password of the account
  --texts-secret TEXT    what the text gateway shares with the hub, with --texts-inbound URL where the hub hears of answers
  --merchants FILE       what the map shows until the first feed: a list in the form of Google's merchants feed
  --hub URL              the hub, with --hub-key (of the system, for webhooks) and --channel-key (for the partner site)
`

const { values } = parseArgs({
  options: {
    'rms-port': { type: 'string', default: '4310' },
    'channel-port': { type: 'string', default: '4311' },
    'google-port': { type: 'string', default: '4312' },
    'sftp-port': { type: 'string', default: '4313' },
    'meta-port': { type: 'string', default: '4314' },
    'texts-port': { type: 'string', default: '4315' },
    'texts-secret': { type: 'string' },
    'texts-inbound': { type: 'string' },
    'booking-server': { type: 'string' },
    'booking-user': { type: 'string', default: 'maps-booking' },
    'booking-password': { type: 'string' },
    merchants: { type: 'string' },
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

type HubAccess = {
  token?: string | undefined
  hubKey?: string | undefined
  channelKey?: string | undefined
  googlePassword?: string | undefined
}
/** Secrets come over IPC from the parent process where it sends them: arguments can be read by every user of the machine. */
const toldKeys = async (): Promise<HubAccess> => {
  if (!values['by-parent'])
    return {
      token: values.token,
      hubKey: values['hub-key'],
      channelKey: values['channel-key'],
      googlePassword: values['booking-password'],
    }
  const [message] = (await once(process, 'message')) as [HubAccess]
  return message
}

const channelFor = async ({ channelKey: key }: HubAccess) => {
  const { hub, keep } = values
  if (!hub || !key) return undefined
  const port = Number(values['channel-port'])
  return serveChannel({ port, hub, key, ...(keep === undefined ? {} : { memory: join(keep, 'partner-site.json') }) })
}

const googleFor = ({ googlePassword: password }: HubAccess): Promise<Google> => {
  const { keep, merchants, 'booking-server': server, 'booking-user': username } = values
  return serveGoogle({
    port: Number(values['google-port']),
    sftpPort: Number(values['sftp-port']),
    seed: Number(values.seed),
    ...(keep === undefined ? {} : { keep }),
    ...(server === undefined || password === undefined ? {} : { partner: { server, username, password } }),
    ...(merchants === undefined ? {} : { merchants: JSON.parse(readFileSync(merchants, 'utf8')) as Merchant[] }),
  })
}

const metaFor = (): ReturnType<typeof serveMeta> => {
  const { keep, 'meta-port': port } = values
  return serveMeta({ port: Number(port), ...(keep === undefined ? {} : { memory: join(keep, 'meta.json') }) })
}

const textsFor = (): ReturnType<typeof serveTexts> => {
  const { 'texts-port': port, 'texts-secret': secret, 'texts-inbound': inboundUrl } = values
  return serveTexts({
    port: Number(port),
    access: { ...(secret === undefined ? {} : { secret }), ...(inboundUrl === undefined ? {} : { inboundUrl }) },
  })
}

/** What the parent process says once it has introduced us to the hub. */
type FromParent = {
  hub?: string
  google?: { server: string; username: string; merchants: Merchant[]; waitlists: Memory['waitlists'] }
  metaApp?: App
  texts?: { secret: string; inboundUrl: string }
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
  const google = await googleFor(given)
  const meta = await metaFor()
  const texts = await textsFor()
  // The parent process prints our addresses.
  if (!values['by-parent']) {
    process.stdout.write(`Reservation system at ${rms.origin}${given.token === undefined ? `, its token is ${token}` : ''}\n`)
    process.stdout.write(channel ? `Partner site at ${channel.origin}\n` : 'No partner site: it needs --hub and --channel-key\n')
    process.stdout.write(`Map of Google at ${google.origin}\nMeta at ${meta.origin}\nPhones at ${texts.origin}\n`)
  }
  const stop = (): void =>
    void Promise.all([rms.close(), channel?.close(), google.close(), meta.close(), texts.close()]).then(() => process.exit(0))
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
  process.on('message', (message: FromParent) => {
    if (message.google && given.googlePassword !== undefined) {
      const { merchants, waitlists, ...partner } = message.google
      google.list(merchants, waitlists)
      google.connect({ ...partner, password: given.googlePassword })
    }
    if (message.metaApp) meta.addApp(message.metaApp)
    if (message.texts) Object.assign(texts.access, message.texts)
    if (message.hub === 'ready') void register()
  })
  process.send?.({
    rms: rms.origin,
    channel: channel?.origin ?? null,
    google: google.origin,
    googleAccess: { feeds: google.feeds, keyFile: google.keyFile },
    meta: meta.origin,
    texts: texts.origin,
  })
}

await run()

import { randomUUID } from 'node:crypto'
import { aCaller, type Answer, asUser, type Caller } from '../../tests/build/a-caller.ts'
import { firstAdmin } from '../../tests/build/a-server.ts'

/** One channel of the run, with its key. */
export type OpenedChannel = { id: string; key: string }
export type OpenedGoogle = { key: string; username: string; password: string }
export type RemoteRestaurants = { systemId: string; rmsKey: string; venueIds: string[]; channels: OpenedChannel[]; google: OpenedGoogle }

const data = ({ status, body }: Answer): unknown => {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body['data']
}

type Opening = { rms: string; token: string; houses: readonly { externalId: string; timeZone: string }[]; channels: number }

type CreatedSystem = { id: string; version: number; apiKey: string; xToken: string }
const madeOf = (answer: Answer): CreatedSystem => data(answer) as CreatedSystem

const openSystem = async (admin: Caller, { rms, token }: Opening): Promise<{ id: string; rmsKey: string }> => {
  const body = { code: `chaos-${randomUUID().slice(0, 8)}`, name: `Chaos ${randomUUID()}`, type: 'standard' }
  const { id, version } = madeOf(await admin('/v1/systems', { body }))
  const settings = {
    connector: 'standard',
    connection: { baseUrl: rms },
    credentialsType: 'system',
    active: true,
    rwgEnabled: true,
    rateLimitPerMinute: 1_000_000,
    secrets: { apiToken: token },
    version,
  }
  data(await admin(`/v1/systems/${id}`, { method: 'PUT', body: settings }))
  return { id, rmsKey: madeOf(await admin(`/v1/systems/${id}/keys`, { method: 'POST', body: {} })).apiKey }
}

const openVenue = async (admin: Caller, systemId: string, { externalId, timeZone }: Opening['houses'][number]): Promise<string> => {
  const name = `House ${externalId} ${randomUUID().slice(0, 6)}`
  const body = { name, countryCode: 'ES', timezone: timeZone, active: true, externalId }
  const { id } = madeOf(await admin('/venues', { body }))
  data(await admin(`/venues/${id}`, { method: 'PUT', body: { systemId } }))
  const book = data(await admin(`/v1/venues/${id}/book`)) as object
  const limits = { party: { min: 1, max: 8 }, noticeMinutes: 0, cancellationWindowMinutes: 0, holdingTimeSeconds: 120 }
  data(await admin(`/v1/venues/${id}/book`, { method: 'PUT', body: { ...book, ...limits } }))
  return id
}

const openChannel = async (admin: Caller, venueIds: readonly string[], more: object = {}): Promise<OpenedChannel> => {
  const body = { name: `Channel ${randomUUID()}`, type: 'partner', rateLimitPerMinute: 1_000_000, ...more }
  const { id, xToken } = madeOf(await admin('/booking-channels', { body }))
  data(await admin(`/booking-channels/${id}/link-venues`, { method: 'PUT', body: { venues: venueIds } }))
  return { id, key: xToken }
}

/** An account at Google with one password, whose channel sells the venues. */
const openGoogle = async (admin: Caller, venueIds: readonly string[]): Promise<OpenedGoogle> => {
  const { id: channelId } = await openChannel(admin, venueIds, { product: 'google' })
  const [username, password] = ['maps-booking', `chaos-${randomUUID()}`]
  const body = {
    name: 'Google',
    environment: 'production',
    channelId,
    bookingServerUsername: username,
    bookingServerPassword: password,
  }
  const { key } = data(await admin('/v1/google/accounts', { body })) as { key: string }
  return { key, username, password }
}

/** A reservation system, its venues and the channels that sell them, opened over the API by the first administrator. */
export const openRemoteRestaurants = async (url: string, opening: Opening): Promise<RemoteRestaurants> => {
  const admin = await asUser(url, firstAdmin)
  const { id: systemId, rmsKey } = await openSystem(admin, opening)
  const venueIds: string[] = []
  for (const house of opening.houses) venueIds.push(await openVenue(admin, systemId, house))
  const channels: OpenedChannel[] = []
  for (let made = 0; made < opening.channels; made++) channels.push(await openChannel(admin, venueIds))
  return { systemId, rmsKey, venueIds, channels, google: await openGoogle(admin, venueIds) }
}

/** Registers where a channel receives webhooks, and proves it; answers the secret they are signed with. */
export const openWebhooks = async (url: string, { key }: OpenedChannel, webhookUrl: string): Promise<string> => {
  const channel = aCaller(`${url}/v1/bc/`, { 'x-token': key })
  const made = await channel('webhooks', { body: { url: webhookUrl, auth: { kind: 'none' } } })
  if (made.status >= 300) throw new Error(`webhook ${made.status} ${JSON.stringify(made.body)}`)
  const endpoint = (made.body['data'] ?? made.body) as { id: string; secret: string }
  return endpoint.secret
}

export const verifyWebhooks = async (url: string, { key }: OpenedChannel): Promise<void> => {
  const channel = aCaller(`${url}/v1/bc/`, { 'x-token': key })
  const list = await channel('webhooks')
  const [endpoint] = (list.body['data'] ?? list.body) as { id: string }[]
  const proved = await channel(`webhooks/${endpoint!.id}/verify`, { method: 'POST', body: {} })
  const { outcome } = (proved.body['data'] ?? proved.body) as { outcome: { ok: boolean; error: string | null } }
  if (!outcome.ok) throw new Error(`the webhook address was not proved: ${outcome.error}`)
}

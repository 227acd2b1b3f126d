import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { channels } from '@tablewire/contracts/channels/channels'
import { session } from '@tablewire/contracts/identity/session'
import { venues } from '@tablewire/contracts/estate/venues'
import type { Client, Reply } from './client.ts'
import type { Dice } from './dice.ts'

export type Channel = { id: string; name: string; token: string }
/** The server refused something without which there is no traffic. */
export class OfficeClosed extends Error {
  override name = 'OfficeClosed'
}

export const need = <T>(reply: Reply<T>, what: string): T => {
  if (!reply.ok) throw new OfficeClosed(`${what}: ${reply.code}`)
  return reply.data
}

export const signIn = async (client: Client, email: string, password: string): Promise<string> => {
  const body = { grant_type: 'password', client_id: 'portal', client_secret: 'portal', scope: null, username: email, password }
  return need(await client.call(session.token, { body }, {}), `Signing in as ${email}`).access_token
}

const pageSize = 50

/** Active venues, up to that many: all of them, or pages from anywhere in the list. */
export const someVenues = async (client: Client, token: string, { most, dice }: { most: number; dice: Dice }): Promise<string[]> => {
  const page = async (offset: number) =>
    need(await client.call(venues.list, { query: { offset, limit: pageSize, filters: { active: true } } }, { token }), 'Listing venues')
  const { total } = await page(0)
  const offsets = Array.from({ length: Math.ceil(total / pageSize) }, (_, index) => index * pageSize)
  const found: string[] = []
  while (offsets.length && found.length < most) {
    const [offset] = offsets.splice(dice.between(0, offsets.length - 1), 1)
    found.push(...(await page(offset!)).data.map(({ id }) => id))
  }
  return found.slice(0, most)
}

type KeyFile = { url: string; channels: Channel[] }

const knownChannels = (path: string | undefined, url: string): Channel[] => {
  if (path === undefined || !existsSync(path)) return []
  const file = JSON.parse(readFileSync(path, 'utf8')) as KeyFile
  return file.url === url ? file.channels : []
}

/** Channels with their keys: those of the key file as far as it goes, the others made now. */
export const openChannels = async (
  client: Client,
  token: string,
  wanted: { count: number; url: string; keys: string | undefined },
): Promise<Channel[]> => {
  const { count, url, keys } = wanted
  const known = knownChannels(keys, url)
  const stamp = new Date().toISOString().slice(0, 19).replace('T', ' ')
  const all = known.slice(0, count)
  for (let number = all.length + 1; number <= count; number++) {
    const body = { name: `Traffic ${number}, ${stamp} ${process.pid}`, type: 'partner' as const, rateLimitPerMinute: 1_000_000 }
    const { id, name, xToken } = need(await client.call(channels.create, { body }, { token }), 'Making a channel')
    all.push({ id, name, token: xToken })
  }
  if (keys !== undefined) {
    writeFileSync(keys, JSON.stringify({ url, channels: [...all, ...known.slice(count)] } satisfies KeyFile, null, 2), { mode: 0o600 })
    chmodSync(keys, 0o600)
  }
  return all
}

export const linkVenues = async (
  client: Client,
  token: string,
  { channel, venueIds }: { channel: Channel; venueIds: string[] },
): Promise<void> => {
  const linked = need(
    await client.call(channels.linkVenues, { params: { id: channel.id }, body: { venues: venueIds } }, { token }),
    'Linking venues',
  )
  const states = linked.venues.filter(({ state }) => state !== 'live')
  if (states.length) throw new OfficeClosed(`${states.length} venues are not live on ${channel.name} after linking them`)
}

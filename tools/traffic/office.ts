import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { channels } from '@tablewire/contracts/channels'
import { session } from '@tablewire/contracts/session'
import { venues } from '@tablewire/contracts/venues'
import type { Client, Reply } from './client.ts'

export type Channel = { id: string; name: string; token: string }
/** The server refused something without which there is no traffic. */
export class OfficeClosed extends Error {
  override name = 'OfficeClosed'
}

const need = <T>(reply: Reply<T>, what: string): T => {
  if (!reply.ok) throw new OfficeClosed(`${what}: ${reply.code}`)
  return reply.data
}

export const signIn = async (client: Client, email: string, password: string): Promise<string> => {
  const body = { grant_type: 'password', client_id: 'portal', client_secret: 'portal', scope: null, username: email, password }
  return need(await client.call(session.token, { body }, {}), `Signing in as ${email}`).access_token
}

/** Active venues, up to that many, the largest page at a time. */
export const someVenues = async (client: Client, token: string, most: number): Promise<string[]> => {
  const found: string[] = []
  while (found.length < most) {
    const query = { offset: found.length, limit: Math.min(200, most - found.length), filters: { active: true } }
    const page = need(await client.call(venues.list, { query }, { token }), 'Listing venues')
    found.push(...page.data.map(({ id }) => id))
    if (!page.data.length || found.length >= page.total) break
  }
  return found
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

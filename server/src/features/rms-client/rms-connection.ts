import type { Answer, Connector } from '@tablewire/connectors/kit/connector'
import { isReservedForSystems } from '@tablewire/contracts/kit/headers.rules'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { SecretError } from '#src/platform/secrets/secrets.ts'
import { makeTtlCache } from '#src/platform/ttl-cache.ts'

type SealedHeader = { name: string; sealed: string }
type CachedConnection = {
  id: string
  connector: string
  connection: unknown
  sourceInNotes: boolean
  credentialsType: 'none' | 'system' | 'venue'
  sealed: Record<string, string> | null
  channels: Record<string, SealedHeader[]> | null
}

type Problem = Extract<Answer<never>, { ok: false }>

/** The resolved connection to one system. `problem`: it cannot be called, and why. */
export type RmsConnection = {
  systemId: string
  connector: Connector
  settings: unknown
  sourceInNotes: boolean
  problem: Problem | undefined
  /** The credentials for that venue (the hub's id), or why there are none. */
  secretsFor(venueId: string | undefined): Promise<{ secrets: Readonly<Record<string, string>>; problem?: Problem | undefined }>
  headersFor(channelId: string | undefined): Promise<{ headers: Readonly<Record<string, string>>; problem?: Problem | undefined }>
}

/** Sealed as stored, cached for at most five seconds in this process. */
const memory = makeTtlCache<CachedConnection>({ keepMs: 5000, max: 10_000 })
export const invalidateConnection = (systemId: string): void => {
  memory.forget(({ id }) => id === systemId)
  tokens.forget(({ id }) => id === systemId)
}

class NoSystem extends Error {}

/** A venue's own token, cached like the rest; without a venue any token, for questions about the system itself. */
type Token = { id: string; sealed: string | null }
const tokens = makeTtlCache<Token>({ keepMs: 5000, max: 10_000 })
const tokenOf = (ctx: Ctx, systemId: string, venueId: string | undefined): Promise<Token> =>
  tokens.getOrLoad(`${systemId} ${venueId ?? ''}`, async () => {
    const { rows } = await sql<{ systemToken: string }>`
      select system_token from venues where system_id = ${systemId} and system_token is not null
      ${venueId === undefined ? sql`` : sql`and id = ${venueId}`} order by id limit 1`.execute(ctx.db)
    return { id: systemId, sealed: rows[0]?.systemToken ?? null }
  })

const load = async (ctx: Ctx, systemId: string): Promise<CachedConnection> => {
  const { rows } = await sql<CachedConnection>`
    select s.id, s.connector, s.connection, s.source_in_notes, s.credentials_type,
      (select jsonb_object_agg(x.name, x.sealed) from system_secrets x where x.system_id = s.id) as sealed,
      (select jsonb_object_agg(c.channel_id, c.headers) from system_channels c
        where c.system_id = s.id and jsonb_array_length(c.headers) > 0) as channels
    from systems s where s.id = ${systemId}`.execute(ctx.db)
  if (!rows[0]) throw new NoSystem()
  return rows[0]
}

const cannot = (message: string): Problem => ({
  ok: false,
  fault: { kind: 'unreachable', done: 'no', message, httpStatus: null, retryAfterMs: null },
})

/** Per-venue secrets, where the system requires them. */
const venueSecret = 'apiToken'

type Read = { settings: ReturnType<Connector['settings']['safeParse']>; own: Readonly<Record<string, string>> | undefined }
/** Shown in traces and connection tests; callers get `secret.unreadable`. */
export const secretLost = 'the secret of the connection cannot be read: the key it was sealed with is missing'
const opened = <T>(open: () => T): T | undefined => {
  try {
    return open()
  } catch (error) {
    if (error instanceof SecretError) return undefined
    throw error
  }
}

/** Cache: each call would otherwise read and unseal the same again. */
const read = new WeakMap<CachedConnection, Read>()
const readOf = ({ ports }: Ctx, kept: CachedConnection, connector: Connector): Read => {
  const known = read.get(kept)
  if (known) return known
  const own = opened(() =>
    connector.secrets.flatMap((name) => (kept.sealed?.[name] === undefined ? [] : [[name, ports.secrets.open(kept.sealed[name])]])),
  )
  const fresh = {
    settings: connector.settings.safeParse(kept.connection),
    own: own && (Object.fromEntries(own) as Record<string, string>),
  }
  if (own) read.set(kept, fresh)
  return fresh
}

/** Undefined when there is no such system, or no connector for it. */
export const openConnection = async (ctx: Ctx, systemId: string): Promise<RmsConnection | undefined> => {
  const kept = await memory
    .getOrLoad(systemId, () => load(ctx, systemId))
    .catch((error: unknown) => {
      if (error instanceof NoSystem) return undefined
      throw error
    })
  const connector = kept && ctx.ports.connectors.get(kept.connector)
  if (!kept || !connector) return undefined
  const { secrets } = ctx.ports
  const { settings, own } = readOf(ctx, kept, connector)
  // Some systems authenticate us by IP address and want no token.
  const ofVenue = kept.credentialsType === 'venue' && connector.secrets.includes(venueSecret)
  const missing =
    kept.credentialsType === 'none'
      ? undefined
      : connector.secrets.find((name) => kept.sealed?.[name] === undefined && !(ofVenue && name === venueSecret))
  return {
    systemId,
    connector,
    settings: settings.success ? settings.data : {},
    sourceInNotes: kept.sourceInNotes,
    problem: !settings.success
      ? cannot('the settings of the connection are not complete')
      : missing !== undefined
        ? cannot(`the connection lacks its secret (${missing})`)
        : own === undefined
          ? cannot(secretLost)
          : undefined,
    secretsFor: async (venueId) => {
      if (!ofVenue) return { secrets: own ?? {} }
      const { sealed } = await tokenOf(ctx, systemId, venueId)
      // Credentials of one venue, or of the whole system, are never used for another venue.
      if (sealed === null) return { secrets: {}, problem: cannot('the venue has no credentials of its own at its system') }
      const token = opened(() => secrets.open(sealed))
      return token === undefined ? { secrets: {}, problem: cannot(secretLost) } : { secrets: { ...own, [venueSecret]: token } }
    },
    headersFor: async (channelId) => {
      const sealedHeaders = ((channelId && kept.channels?.[channelId]) || []).filter(({ name }) => !isReservedForSystems(name))
      const headers = opened(() => Object.fromEntries(sealedHeaders.map(({ name, sealed }) => [name, secrets.open(sealed)])))
      return headers === undefined ? { headers: {}, problem: cannot(secretLost) } : { headers }
    },
  }
}

import type { Answer, Connector } from '@tablewire/connectors/kit/connector'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { makeShortMemory } from '#src/platform/short-memory.ts'

type SealedHeader = { name: string; sealed: string }
type Kept = {
  id: string
  connector: string
  connection: unknown
  sourceInNotes: boolean
  credentialsType: 'none' | 'system' | 'venue'
  sealed: Record<string, string> | null
  channels: Record<string, SealedHeader[]> | null
}

/** How one system is reached at this moment. `problem`: it cannot be, and why. */
export type OpenLine = {
  systemId: string
  connector: Connector
  settings: unknown
  secrets: Readonly<Record<string, string>>
  sourceInNotes: boolean
  problem: Extract<Answer<never>, { ok: false }> | undefined
  headersFor(channelId: string | undefined): Promise<Readonly<Record<string, string>>>
}

/** Sealed as it lies in the database, and at most five seconds old in this process. */
const memory = makeShortMemory<Kept>({ keepMs: 5000, max: 10_000 })
export const forgetLine = (systemId: string): void => memory.forget(({ id }) => id === systemId)

class NoSystem extends Error {}

const load = async (ctx: Ctx, systemId: string): Promise<Kept> => {
  const { rows } = await sql<Kept>`
    select s.id, s.connector, s.connection, s.source_in_notes, s.credentials_type,
      (select jsonb_object_agg(x.name, x.sealed) from system_secrets x where x.system_id = s.id) as sealed,
      (select jsonb_object_agg(c.channel_id, c.headers) from system_channels c
        where c.system_id = s.id and jsonb_array_length(c.headers) > 0) as channels
    from systems s where s.id = ${systemId}`.execute(ctx.db)
  if (!rows[0]) throw new NoSystem()
  return rows[0]
}

const cannot = (message: string): OpenLine['problem'] => ({
  ok: false,
  fault: { kind: 'unreachable', done: 'no', message, httpStatus: null, retryAfterMs: null },
})

/** Undefined when there is no such system, or no connector for it. */
export const openLine = async (ctx: Ctx, systemId: string): Promise<OpenLine | undefined> => {
  const kept = await memory
    .recall(systemId, () => load(ctx, systemId))
    .catch((error: unknown) => {
      if (error instanceof NoSystem) return undefined
      throw error
    })
  const connector = kept && ctx.ports.connectors.get(kept.connector)
  if (!kept || !connector) return undefined
  const { secrets } = ctx.ports
  const settings = connector.settings.safeParse(kept.connection)
  // Some systems know us by our address and want no token.
  const missing = kept.credentialsType === 'none' ? undefined : connector.secrets.find((name) => kept.sealed?.[name] === undefined)
  return {
    systemId,
    connector,
    settings: settings.success ? settings.data : {},
    secrets: Object.fromEntries(
      connector.secrets.flatMap((name) => (kept.sealed?.[name] === undefined ? [] : [[name, secrets.open(kept.sealed[name])]])),
    ),
    sourceInNotes: kept.sourceInNotes,
    problem: !settings.success
      ? cannot('the settings of the connection are not complete')
      : missing === undefined
        ? undefined
        : cannot(`the connection lacks its secret (${missing})`),
    headersFor: async (channelId) =>
      Object.fromEntries(((channelId && kept.channels?.[channelId]) || []).map(({ name, sealed }) => [name, secrets.open(sealed)])),
  }
}

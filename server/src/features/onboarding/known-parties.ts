import { sql } from 'kysely'
import { ofScopedChannels } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

type Party = { id: string; name: string }
/** Undefined = nothing was said, which is for the request to mind; null = nobody is called so. */
const finder = (parties: readonly Party[]) => {
  const byName = Map.groupBy(parties, ({ name }) => name.trim().toLowerCase())
  const ids = new Set(parties.map(({ id }) => id))
  return (word: string): string | null | undefined => {
    if (word === '') return undefined
    const plain = word.toLowerCase()
    if (ids.has(plain)) return plain
    const named = byName.get(plain) ?? []
    return named.length === 1 ? named[0]!.id : null
  }
}

/** Whom the caller may ask for by name: his own side, and all of the other one. */
export const knownParties = async (ctx: Ctx) => {
  const ofSystem = ctx.scope.kind === 'system' ? sql`id = ${ctx.scope.systemId}::uuid` : sql`true`
  const systems = await sql<Party>`select id, name from systems where active and ${ofSystem}`.execute(ctx.db)
  const channels = await sql<Party>`select id, name from channels where active and ${ofScopedChannels(ctx, 'id')}`.execute(ctx.db)
  return { systemOf: finder(systems.rows), channelOf: finder(channels.rows) }
}

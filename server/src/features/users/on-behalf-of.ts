import { isDeepStrictEqual } from 'node:util'
import { abilityOf } from '@tablewire/contracts/identity/access'
import { sql } from 'kysely'
import type { Ctx, VenueScope } from '#src/platform/ctx.ts'
import type { Db } from '#src/platform/db/schema.ts'
import { rightsNow } from '#src/features/people/api.ts'

/** Who began work in the background, and what he saw then (null = not kept). */
type Initiator = { id: string | null; name: string | null; scope: VenueScope | null; actedBy: { id: string; name: string } | null }

const nothing: VenueScope = { kind: 'venues', ids: [] }

const ofCompany = async (db: Db, ids: readonly string[], companyId: string): Promise<VenueScope> => {
  const { rows } = await sql<{ id: string }>`
    select id from venues where id = any(${[...ids]}::uuid[]) and company_id = ${companyId} order by id`.execute(db)
  return { kind: 'venues', ids: rows.map(({ id }) => id) }
}

/** The venues within both; of scopes that have nothing to do with each other none. */
const within = async (db: Db, one: VenueScope, other: VenueScope): Promise<VenueScope> => {
  if (one.kind === 'all') return other
  if (other.kind === 'all' || isDeepStrictEqual(one, other)) return one
  if (one.kind === 'venues' && other.kind === 'venues') return { kind: 'venues', ids: one.ids.filter((id) => other.ids.includes(id)) }
  if (one.kind === 'venues' && other.kind === 'company') return ofCompany(db, one.ids, other.companyId)
  if (one.kind === 'company' && other.kind === 'venues') return ofCompany(db, other.ids, one.companyId)
  return nothing
}

/**
 * Work in the background in the name of whoever began it: history and audit ask who. With the rights and the venues of now, and no venue that he did not
 * see when he began; asked again with each piece of the work, so that whoever loses something meanwhile changes nothing more there.
 */
export const onBehalfOf = async (ctx: Ctx, { id, name, scope, actedBy }: Initiator): Promise<Ctx> => {
  if (id === null) return ctx
  const now = await rightsNow(ctx.db, { id, actedById: actedBy?.id ?? null })
  return {
    ...ctx,
    scope: now ? await within(ctx.db, scope ?? now.scope, now.scope) : nothing,
    ability: now?.ability ?? abilityOf({ roles: [], permissions: [] }),
    lang: now?.lang ?? ctx.lang,
    actor: { kind: 'user', id, name: name ?? '', companyId: now?.companyId ?? null, sessionId: '', ...(actedBy ? { actedBy } : {}) },
  }
}

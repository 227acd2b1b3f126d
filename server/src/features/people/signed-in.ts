import { type Ability, abilityOf, isAgent } from '@tablewire/contracts/identity/access'
import type { Holder } from '@tablewire/contracts/identity/access'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { sql } from 'kysely'
import type { VenueScope } from '#src/platform/ctx.ts'
import type { Db } from '#src/platform/db/schema.ts'
import { secretHash } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { makeTtlCache } from '#src/platform/ttl-cache.ts'

/** The user behind an access token, with permissions and tenant scope. */
export type SignedIn = {
  sessionId: string
  userId: string
  name: string
  companyId: string | null
  /** The acting administrator (AC8). */
  actedBy: { id: string; name: string } | undefined
  actedBySession: string | null
  lang: Lang
  ability: Ability
  scope: VenueScope
  expiresMs: number
}

/**
 * TTL cache of five seconds. What ends or changes in this process is invalidated at once; other processes read it when their entry expires, which is
 * the longest an ended session or a disabled user lives on anywhere.
 */
const memory = makeTtlCache<SignedIn>({ keepMs: 5000, max: 10_000 })
type CachedSession = Pick<SignedIn, 'sessionId' | 'userId' | 'actedBy' | 'actedBySession'>
type Concerns = (known: CachedSession) => boolean
const listeners = new Set<(concerns: Concerns) => void>()

/** Told at once, with whom it concerns: for whoever answers for longer than one question. */
export const onForgotten = (listener: (concerns: Concerns) => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const forget = (concerns: Concerns): void => {
  memory.forget(concerns)
  for (const tell of listeners) tell(concerns)
}
export const invalidateSession = (sessionId: string): void =>
  forget((one) => one.sessionId === sessionId || one.actedBySession === sessionId)
export const invalidateUser = (userId: string): void => forget((one) => one.userId === userId || one.actedBy?.id === userId)

/** Who sees which venues changed for many at once. */
export const invalidateAllUsers = (): void => forget(() => true)

/** Cache of permissions: few combinations of roles serve very many sessions. */
const abilities = new Map<string, Ability>()
const abilityFor = (holder: Holder): Ability => {
  const key = [
    holder.companyId ? 'company' : 'platform',
    holder.allVenues === false ? 'some' : 'all',
    ...holder.roles.toSorted(),
    '',
    ...holder.permissions.toSorted(),
  ].join(' ')
  let ability = abilities.get(key)
  if (!ability) {
    if (abilities.size >= 500) abilities.clear()
    abilities.set(key, (ability = abilityOf(holder)))
  }
  return ability
}

type Standing = Holder & {
  companyId: string | null
  lang: Lang
  allVenues: boolean
  venueIds: string[]
  systemId: string | null
  channelIds: string[]
}
/** Of `users u` with the tables of `bindings`. */
const standing = sql`u.company_id, u.lang, u.roles, u.permissions, u.all_venues, su.system_id, ch.ids as channel_ids,
  case when u.all_venues then '{}' else (select coalesce(array_agg(uv.venue_id::text order by uv.venue_id), '{}') from user_venues uv where uv.user_id = u.id) end as venue_ids`
const bindings = sql`left join system_users su on su.user_id = u.id and 'ROLE_RMS_AGENT' = any(u.roles)
  cross join lateral (select array(select cu.channel_id::text from channel_users cu where cu.user_id = u.id and 'ROLE_BC_AGENT' = any(u.roles))) as ch (ids)`

type Row = Standing & {
  sessionId: string
  expiresAt: string
  userId: string
  firstName: string
  lastName: string
  usedAt: string
  actedBySession: string | null
  actedById: string | null
  actedByName: string | null
}

/**
 * Without a company the user belongs to the platform itself; an agent to the reservation system or the channels he is bound to, and to nothing as
 * long as there is none, whatever other roles and company he has. Of several channels he sees what any of them sells, and their bookings; an
 * agent of both sides sees his system's.
 */
const scopeOf = (row: Standing): VenueScope => {
  const { allVenues, companyId, venueIds, systemId, channelIds } = row
  if (isAgent(row.roles)) {
    if (systemId !== null) return { kind: 'system', systemId }
    if (channelIds.length > 1) return { kind: 'channels', channelIds }
    return channelIds[0] === undefined ? { kind: 'venues', ids: [] } : { kind: 'channel', channelId: channelIds[0] }
  }
  if (!allVenues) return { kind: 'venues', ids: venueIds }
  return companyId === null ? { kind: 'all' } : { kind: 'company', companyId }
}

const rightsOf = (row: Standing): Pick<SignedIn, 'ability' | 'scope'> => ({ ability: abilityFor(row), scope: scopeOf(row) })

/** What a person may do and see at this very moment, without a session; undefined for who is disabled or gone, or acted for by one who is. */
export const rightsNow = async (
  db: Db,
  { id, actedById }: { id: string; actedById: string | null },
): Promise<Pick<SignedIn, 'companyId' | 'lang' | 'ability' | 'scope'> | undefined> => {
  const { rows } = await sql<Standing>`
    select ${standing} from users u ${bindings} where u.id = ${id} and u.disabled_at is null
      and (${actedById}::uuid is null or exists (select from users a where a.id = ${actedById}::uuid and a.disabled_at is null))`.execute(
    db,
  )
  return rows[0] && { companyId: rows[0].companyId, lang: rows[0].lang, ...rightsOf(rows[0]) }
}

/** Last use of a session, written about every five minutes: most calls must not cost a write. */
const usedMinutes = 5

const noteUse = async (db: Db, { sessionId, usedAt }: Row, nowMs: number): Promise<void> => {
  if (nowMs - Date.parse(usedAt) < usedMinutes * 60_000) return
  const now = new Date(nowMs)
  await db.updateTable('sessions').set({ usedAt: now }).where('id', '=', sessionId).where('usedAt', '<', now.toISOString()).execute()
}

const load = async (db: Db, hash: Buffer, nowMs: number): Promise<SignedIn> => {
  const { rows } = await sql<Row>`
    select s.id as session_id, case when s.access_hash = ${hash} then s.access_expires_at else s.previous_access_until end as expires_at,
      s.used_at, s.acted_by_session_id as acted_by_session, a.id as acted_by_id, a.first_name || ' ' || a.last_name as acted_by_name,
      u.id as user_id, u.first_name, u.last_name, ${standing}
    from sessions s join users u on u.id = s.user_id ${bindings}
      left join sessions p on p.id = s.acted_by_session_id left join users a on a.id = s.acted_by_user_id
    where (s.access_hash = ${hash} or s.previous_access_hash = ${hash}) and s.ended_at is null and u.disabled_at is null
      and (s.acted_by_session_id is null or (p.ended_at is null and a.disabled_at is null))`.execute(db)
  const row = rows[0]
  if (!row) throw new Problem('session.expired')
  await noteUse(db, row, nowMs)
  const { sessionId, userId, companyId, lang, actedBySession } = row
  const actedBy = row.actedById === null ? undefined : { id: row.actedById, name: row.actedByName! }
  const name = `${row.firstName} ${row.lastName}`
  return { sessionId, userId, name, companyId, actedBy, actedBySession, lang, ...rightsOf(row), expiresMs: Date.parse(row.expiresAt) }
}

/** The session of a valid access token; otherwise `session.expired`. */
export const signedInBy = async (db: Db, accessToken: string, nowMs: number): Promise<SignedIn> => {
  const hash = secretHash(accessToken)
  const found = await memory.getOrLoad(hash.toString('base64url'), () => load(db, hash, nowMs))
  if (found.expiresMs <= nowMs) throw new Problem('session.expired')
  return found
}

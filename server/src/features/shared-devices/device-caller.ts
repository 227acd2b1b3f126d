import { abilityOf, onDevice } from '@tablewire/contracts/identity/access'
import { actHeader, deviceTokenMark, openOnDevices } from '@tablewire/contracts/identity/shared-devices.rules'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type CallerDeps, rightsNow } from '#src/features/people/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Db } from '#src/platform/db/schema.ts'
import { langOf } from '#src/platform/http/mount.ts'
import { secretHash } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'

type Device = { id: string; name: string; venueId: string; companyId: string; usedAt: string }

const tokenOf = (request: FastifyRequest): string | undefined => /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1]
export const isDeviceCall = (request: FastifyRequest): boolean => tokenOf(request)?.startsWith(deviceTokenMark) ?? false

/** So long a tablet may lie unused. */
export const unusedDays = 60
const notedMinutes = 5

/** Last use, written about every five minutes: most calls must not cost a write. */
const noteUse = async (db: Db, { id, usedAt }: Device, nowMs: number): Promise<void> => {
  if (nowMs - Date.parse(usedAt) < notedMinutes * 60_000) return
  const [now, until] = [new Date(nowMs), new Date(nowMs + unusedDays * 86_400_000)]
  await db
    .updateTable('sharedDevices')
    .set({ usedAt: now, expiresAt: until })
    .where('id', '=', id)
    .where('usedAt', '<', now.toISOString())
    .execute()
}

const deviceBy = async (db: Db, token: string, nowMs: number): Promise<Device> => {
  const { rows } = await sql<Device>`
    select d.id, d.name, d.venue_id, v.company_id, d.used_at from shared_devices d join venues v on v.id = d.venue_id
    where d.token_hash = ${secretHash(token)} and d.ended_at is null and d.expires_at > ${new Date(nowMs).toISOString()}::timestamptz
      and v.archived_at is null`.execute(db)
  if (!rows[0]) throw new Problem('shared_device.ended')
  await noteUse(db, rows[0], nowMs)
  return rows[0]
}

type Person = { id: string; name: string }
/** Whoever was let in on this tablet, with what he may do there now; undefined when nobody is, any more. */
const personOn = async (db: Db, device: Device, { token, nowMs }: { token: string; nowMs: number }) => {
  const { rows } = await sql<Person>`
    select u.id, trim(u.first_name || ' ' || u.last_name) as name from device_acts a join users u on u.id = a.user_id
    where a.token_hash = ${secretHash(token)} and a.device_id = ${device.id} and a.act is null
      and a.expires_at > ${new Date(nowMs).toISOString()}::timestamptz`.execute(db)
  const person = rows[0]
  const now = person && (await rightsNow(db, { id: person.id, actedById: null }))
  if (!now || now.companyId !== device.companyId) return undefined
  const sees = now.scope.kind === 'company' || (now.scope.kind === 'venues' && now.scope.ids.includes(device.venueId))
  return sees ? { person, ability: onDevice(now.ability) } : undefined
}

const headerOf = ({ headers }: FastifyRequest, name: string): string | undefined => {
  const given = headers[name]
  return typeof given === 'string' && given !== '' ? given : undefined
}

/** A call of a shared tablet: by its token for its venue alone, and by whoever was let in there where the call says so. */
export const deviceCaller =
  ({ db, clock, base }: CallerDeps) =>
  async (request: FastifyRequest): Promise<Ctx> => {
    const nowMs = clock().epochMilliseconds
    const found = await deviceBy(db, tokenOf(request)!, nowMs)
    const { endpointId } = request.routeOptions.config
    if (endpointId !== undefined && !openOnDevices.has(endpointId)) throw new Problem('shared_device.not_there')
    const { id, name, venueId, companyId } = found
    const act = headerOf(request, actHeader)
    const inside = act === undefined ? undefined : await personOn(db, found, { token: act, nowMs })
    const device = { id, name, venueId }
    return {
      ...base(request),
      actor: { kind: 'user', ...(inside?.person ?? { id, name }), companyId, sessionId: id, device },
      ability: inside?.ability ?? abilityOf({ roles: [], permissions: [], device }),
      scope: { kind: 'venues', ids: [venueId] },
      lang: langOf(request),
    }
  }

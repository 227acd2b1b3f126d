import type { SharedDevice, SharedDevices } from '@tablewire/contracts/identity/shared-devices'
import { deviceRights, deviceTokenMark } from '@tablewire/contracts/identity/shared-devices.rules'
import { type RawBuilder, sql } from 'kysely'
import { invalidateSession, requireNotActing, sessionOrigin } from '#src/features/people/api.ts'
import { inScope, venueWithBook } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId, newSecret, secretHash } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { unusedDays } from './device-caller.ts'
import { requireDevice } from './on-device.ts'
import { rulesOf } from './rules.ts'
import { teamOf } from './team.ts'

/** Columns of SharedDevice, from `d` shared_devices. */
const columns: RawBuilder<SharedDevice> = sql`d.id, d.name, d.browser, d.system, d.set_up_by_name as "setUpBy", d.created_at as "createdAt", d.used_at as "usedAt"`

/** Of a house's own tablets there are a handful. */
const most = 200

export const listDevices = async (ctx: Ctx, venueId: string): Promise<SharedDevices> => {
  const venue = await venueWithBook(ctx, venueId)
  const [devices, { version, ...rules }, team] = await Promise.all([
    sql<SharedDevice>`
      select ${columns} from shared_devices d
      where d.venue_id = ${venue.id} and d.ended_at is null and d.expires_at > ${ctx.clock().toString()}::timestamptz
      order by d.created_at desc, d.id desc limit ${most}`.execute(ctx.db.withoutPlugins()),
    rulesOf(ctx, venue.id),
    teamOf(ctx, venue.id),
  ])
  const people = team.map(({ id, name, pinSet, lockedUntil }) => ({ id, name, pinSet, lockedUntil }))
  return { devices: devices.rows, rules, version, people }
}

/** The tablet signs in as itself: it stays when whoever set it up leaves. */
export const createDevice = (ctx: Ctx, venueId: string, name: string): Promise<{ device: SharedDevice; token: string }> => {
  const { id: setUpBy, name: setUpByName } = requireNotActing(ctx)
  // Nobody gives a right that he does not hold.
  if (!deviceRights.every(([act, of]) => act === 'override' || ctx.ability.can(act, of))) throw new Problem('access.denied')
  return transaction(ctx, async (inner) => {
    const venue = await venueWithBook(inner, venueId)
    if (venue.archived) throw new Problem('venue.archived')
    const [id, token, now] = [newId(), deviceTokenMark + newSecret(), inner.clock()]
    const { browser, system } = sessionOrigin(ctx)
    const times = { createdAt: now.toString(), usedAt: now.toString(), expiresAt: now.add({ hours: 24 * unusedDays }).toString() }
    await inner.db
      .insertInto('sharedDevices')
      .values({ id, venueId: venue.id, name, tokenHash: secretHash(token), setUpBy, setUpByName, browser, system, ...times })
      .execute()
    await audit(inner, { action: 'shared_device.created', subject: 'shared_device', subjectId: id, venueId: venue.id, after: { name } })
    return { device: { id, name, browser, system, setUpBy: setUpByName, createdAt: times.createdAt, usedAt: times.usedAt }, token }
  })
}

const endIn = async (ctx: Ctx, id: string): Promise<{ ended: boolean }> => {
  const found = await ctx.db
    .selectFrom('sharedDevices')
    .select(['id', 'name', 'venueId', 'endedAt'])
    .where('id', '=', id)
    .where(inScope(ctx, 'venueId'))
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new Problem('shared_device.not_found')
  const ended = found.endedAt === null
  if (ended) {
    await ctx.db.updateTable('sharedDevices').set({ endedAt: ctx.clock().toString() }).where('id', '=', id).execute()
    await ctx.db.deleteFrom('deviceActs').where('deviceId', '=', id).execute()
  }
  if (!ended) return { ended }
  const before = { name: found.name }
  await audit(ctx, { action: 'shared_device.ended', subject: 'shared_device', subjectId: id, venueId: found.venueId, before })
  // Open live streams of the tablet end with it.
  ctx.unitOfWork.afterCommit.push(() => invalidateSession(id))
  return { ended }
}

export const endDevice = (ctx: Ctx, id: string): Promise<{ ended: boolean }> => transaction(ctx, (inner) => endIn(inner, id))

/** On the tablet itself, with a manager's leave. */
export const leaveDevice = (ctx: Ctx): Promise<{ ended: boolean }> => endDevice(ctx, requireDevice(ctx).device.id)

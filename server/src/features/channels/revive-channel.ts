import { sql } from 'kysely'
import { bindToChannel } from '#src/features/access/api.ts'
import { invalidateUser } from '#src/features/people/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import { keepDeleted, takeDeleted } from '#src/platform/audit/deleted-things.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import type { ChannelRecord } from './channel-rows.ts'
import { commissionJson, requirePlatform } from './channel-fields.ts'
import { readChannel } from './channel-view.ts'
import { invalidateChannel } from './known-channel.ts'

type Row = Omit<ChannelRecord, 'id' | 'createdAt' | 'updatedAt' | 'version'>
type KeptLink = {
  venueId: string
  state: string
  reason: string | null
  limits: object | null
  commission: object | null
  message: object | null
}
type KeptChannel = { row: Row; links: KeptLink[]; users: string[] }

/** Before it goes: itself, its venues with how they stood, and its people. Neither its keys nor the addresses that heard of its bookings. */
export const keepChannel = async (ctx: Ctx, id: string): Promise<void> => {
  const {
    id: _id,
    createdAt: _created,
    updatedAt: _updated,
    version: _version,
    ...row
  } = await ctx.db.selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { rows } = await sql<Pick<KeptChannel, 'links' | 'users'>>`
    select (select coalesce(json_agg(json_build_object('venueId', l.venue_id, 'state', l.state, 'reason', l.reason, 'limits', l.limits,
        'commission', l.commission, 'message', l.booking_message)), '[]') from channel_venues l where l.channel_id = ${id}) as links,
      array(select cu.user_id from channel_users cu where cu.channel_id = ${id})::text[] as users`.execute(ctx.db)
  const kept: KeptChannel = { row, ...rows[0]! }
  await keepDeleted(ctx, { subject: 'channel', id, kept })
}

/** As they stood; those of venues that are not there any more are left out. */
const linkAgain = async (ctx: Ctx, channelId: string, links: readonly KeptLink[]): Promise<void> => {
  const now = ctx.clock().toString()
  await sql`
    insert into channel_venues (venue_id, channel_id, state, reason, limits, commission, booking_message, created_at, updated_at)
    select v.id, ${channelId}, l.state, l.reason, l.limits, l.commission, l.message, ${now}::timestamptz, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(links)}::json)
      as l ("venueId" uuid, state text, reason text, limits jsonb, commission jsonb, message jsonb) join venues v on v.id = l."venueId"
    order by v.id`.execute(ctx.db)
}

const peopleStill = async (ctx: Ctx, ids: readonly string[]): Promise<string[]> => {
  const found = ids.length > 0 ? await ctx.db.selectFrom('users').select('id').where('id', 'in', ids).execute() : []
  return found.map(({ id }) => id)
}

/**
 * Comes back switched off and without a key: its links stand as they stood, and nothing is sold through them until somebody makes a new key and
 * switches it on. Endpoints of webhooks, with their secrets, are gone for good, and so is the history of its links.
 */
export const reviveChannel = async (ctx: Ctx, id: string): Promise<void> => {
  requirePlatform(ctx)
  await transaction(ctx, async (inner) => {
    const { row, links, users } = await takeDeleted<KeptChannel>(inner, 'channel', id)
    const { texts, limits, commission, testOf, testOfSystem: _system, ...plain } = row
    const of = await inner.db.selectFrom('channels').select('id').where('id', '=', testOf).executeTakeFirst()
    const now = inner.clock().toString()
    await inner.db
      .insertInto('channels')
      .values({
        ...plain,
        texts: JSON.stringify(texts),
        limits: JSON.stringify(limits),
        commission: commissionJson(commission),
        id,
        active: false,
        testOf: of?.id ?? null,
        createdAt: now,
        updatedAt: now,
      })
      .execute()
    await linkAgain(inner, id, links)
    const people = await peopleStill(inner, users)
    for (const userId of people) await bindToChannel(inner, { channelId: id, userId })
    await audit(inner, { action: 'channel.created', subject: 'channel', subjectId: id, after: await readChannel(inner, id) })
    inner.unitOfWork.afterCommit.push(() => {
      invalidateChannel(id)
      people.forEach(invalidateUser)
    })
  })
}

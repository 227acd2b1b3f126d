import type { VenueMove, companies } from '@tablewire/contracts/estate/companies'
import type { Received } from '@tablewire/contracts/kit/endpoint'
import { type RawBuilder, sql } from 'kysely'
import { brandOfCompany, brandOfVenue } from '#src/features/brands/api.ts'
import { invalidateAllUsers } from '#src/features/people/api.ts'
import { inScope, moveVenues as placeVenues } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { readCompany } from './company-view.ts'

type Input = Received<typeof companies.moveVenues>
type MovingVenue = { id: string; name: string; companyId: string; companyName: string; groupId: string | null; groupName: string | null }
type Move = {
  ids: string[]
  venues: MovingVenue[]
  companyId: string
  companyName: string
  groupId: string | null
  groupName: string | null
}

/** What moves where, locked: venues the caller sees, a company the caller keeps and a group of that company. */
const readMove = async (ctx: Ctx, { params: { id }, body }: Input): Promise<Move> => {
  const company = await readCompany(ctx, id)
  const groupId = body.groupId ?? null
  const group =
    groupId === null
      ? undefined
      : await ctx.db.selectFrom('groups').select('name').where('id', '=', groupId).where('companyId', '=', id).executeTakeFirst()
  if (groupId !== null && !group) throw new Problem('group.not_found')
  const ids = [...new Set(body.venues)]
  const { rows: venues } = await sql<MovingVenue>`
    select v.id, v.name, v.company_id, c.name as company_name, v.group_id, g.name as group_name from venues v join companies c on c.id = v.company_id
      left join groups g on g.id = v.group_id
    where v.id = any(${ids}::uuid[]) and ${inScope(ctx, 'v.id')} order by v.id for update of v`.execute(ctx.db)
  if (venues.length !== ids.length) throw new Problem('venue.not_found')
  return { ids, venues, companyId: id, companyName: company.name, groupId, groupName: group?.name ?? null }
}

/** Who sees one of the venues now, through whatever was given. */
const seers = (ids: readonly string[]): RawBuilder<unknown> => sql`
  select uv.user_id as id from user_venues uv where uv.venue_id = any(${[...ids]}::uuid[])
  union select u.id from venues v join users u on u.company_id = v.company_id and u.all_venues where v.id = any(${[...ids]}::uuid[])`

/** Who sees one of them afterwards: all of the new company, by the new group, and chosen ones who are of the new company or of none. */
const seersAfter = ({ ids, companyId, groupId }: Move): RawBuilder<unknown> => sql`
  select u.id from users u where u.company_id = ${companyId} and u.all_venues
  union select ug.user_id from user_groups ug where ug.group_id = ${groupId}::uuid
  union select uv.user_id from user_venues uv join users u on u.id = uv.user_id join venues v on v.id = uv.venue_id
    where uv.venue_id = any(${ids}::uuid[]) and (u.company_id is null or u.company_id = ${companyId})
      and not exists (select from user_groups ug where ug.user_id = uv.user_id and ug.group_id = v.group_id)`

const most = 20

const consequences = async (ctx: Ctx, move: Move): Promise<VenueMove> => {
  const { ids, companyId, venues } = move
  const { rows } = await sql<Pick<VenueMove, 'losing' | 'losingTotal' | 'gainingTotal' | 'reservations'>>`
    with before as (${seers(ids)}), after as (${seersAfter(move)}),
      lost as (select id from before except select id from after), won as (select id from after except select id from before)
    select (select count(*)::integer from lost) as losing_total, (select count(*)::integer from won) as gaining_total,
      (select coalesce(json_agg(json_build_object('id', n.id, 'name', n.name)), '[]') from (
        select u.id, u.first_name || ' ' || u.last_name as name from lost join users u on u.id = lost.id order by 2, 1 limit ${most}) n) as losing,
      (select count(*)::integer from placed_bookings r where r.venue_id = any(${ids}::uuid[]) and r.starts_at >= ${ctx.clock().toString()}::timestamptz)
        as reservations`.execute(ctx.db)
  const before = await brandOfVenue(ctx, venues[0]!.id)
  const after = await brandOfCompany(ctx, companyId, '')
  return { moved: ids.length, ...rows[0]!, brandBefore: before.name, brandAfter: after.name }
}

export const planMove = async (ctx: Ctx, input: Input): Promise<VenueMove> =>
  transaction(ctx, async (inner) => consequences(inner, await readMove(inner, input)))

/** Reservations, guests, book and channels stay with the venue; who sees it follows from where it is now. */
export const moveVenues = async (ctx: Ctx, input: Input): Promise<VenueMove> =>
  transaction(ctx, async (inner) => {
    const move = await readMove(inner, input)
    const { ids, companyId, companyName, groupId, groupName, venues } = move
    const effects = await consequences(inner, move)
    await placeVenues(inner, ids, { companyId, groupId })
    for (const { id, ...before } of venues) {
      const was = before
      const is = { companyId, companyName, groupId, groupName }
      await audit(inner, {
        action: 'venue.moved',
        subject: 'venue',
        subjectId: id,
        venueId: id,
        before: { companyId: was.companyId, companyName: was.companyName, groupId: was.groupId, groupName: was.groupName },
        after: is,
      })
      await inner.ports.live.publish(inner, { type: 'venue', venueId: id, id, kind: 'moved' })
    }
    inner.unitOfWork.afterCommit.push(invalidateAllUsers)
    return effects
  })

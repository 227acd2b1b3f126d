import { sql } from 'kysely'
import { groupOf } from '#src/features/companies/api.ts'
import { invalidateAllUsers } from '#src/features/people/api.ts'
import { inScope, lockVenue, setVenue } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { type ChangeOf, changedSince, type Finding, type ValueChange, type Kind, refused, unchanged } from './bulk-kind.ts'

type Place = { id: string; companyId: string; groupId: string | null; groupName: string | null }

const placesOf = async (ctx: Ctx, ids: readonly string[]): Promise<Place[]> => {
  const { rows } = await sql<Place>`
    select v.id, v.company_id, v.group_id, g.name as group_name from venues v left join groups g on g.id = v.group_id
    where v.id = any(${[...ids]}::uuid[]) and ${inScope(ctx, 'v.id')}`.execute(ctx.db)
  return rows
}
/** Nobody else moves it until the transaction ends. */
const placeOf = async (ctx: Ctx, id: string): Promise<Place> => {
  await lockVenue(ctx, id)
  const [place] = await placesOf(ctx, [id])
  if (!place) throw new Problem('venue.not_found')
  return place
}

/** Told as every move of a venue is. Who sees venues by a group sees another set of them from now on. */
const put = async (ctx: Ctx, { id, groupId, groupName }: Place, wanted: string | null): Promise<ValueChange> => {
  await setVenue(ctx, id, { groupId: wanted, updatedAt: ctx.clock().toString() })
  const now = await placeOf(ctx, id)
  const changes = { before: { groupId, groupName }, after: { groupId: wanted, groupName: now.groupName } }
  await audit(ctx, { action: 'venue.moved', subject: 'venue', subjectId: id, venueId: id, ...changes })
  await ctx.ports.live.publish(ctx, { type: 'venue', venueId: id, id, kind: 'moved' })
  ctx.unitOfWork.afterCommit.push(invalidateAllUsers)
  return changes
}

const findingAt = (place: Place, group: { id: string; companyId: string } | null): Finding => {
  if (place.groupId === (group?.id ?? null)) return unchanged
  if (group && group.companyId !== place.companyId) return refused(new Problem('bulk_change.other_company'))
  return { outcome: 'changed', fields: ['groupName'] }
}

const groupFor = async (ctx: Ctx, id: string | null) => (id === null ? null : groupOf(ctx, id))

/** A group reaches over venues and people of its whole company, so whoever sees single venues only changes none. */
const requireWhole = ({ scope }: Ctx): void => {
  if (scope.kind !== 'all' && scope.kind !== 'company') throw new Problem('access.denied')
}

export const changeGroup: Kind<ChangeOf<'group'>> = {
  right: ['update', 'groups'],
  require: async (ctx, { groupId }) => {
    requireWhole(ctx)
    await groupFor(ctx, groupId)
  },
  survey: async (ctx, { groupId }, ids) => {
    const group = await groupFor(ctx, groupId)
    return new Map((await placesOf(ctx, ids)).map((place) => [place.id, findingAt(place, group)]))
  },
  apply: async (ctx, { groupId }, id) => {
    const place = await placeOf(ctx, id)
    const { outcome, problem } = findingAt(place, await groupFor(ctx, groupId))
    if (problem) throw problem
    return outcome === 'changed' ? put(ctx, place, groupId) : undefined
  },
  undo: async (ctx, _change, { id, before, after }) => {
    const place = await placeOf(ctx, id)
    if (place.groupId !== after['groupId']) throw changedSince(['groupName'])
    const wanted = before['groupId'] as string | null
    const found =
      wanted === null ? undefined : await ctx.db.selectFrom('groups').select('companyId').where('id', '=', wanted).executeTakeFirst()
    if (wanted !== null && found?.companyId !== place.companyId) throw new Problem('group.not_found')
    await put(ctx, place, wanted)
  },
}

import type { GroupDetail, groups } from '@tablewire/contracts/estate/groups'
import type { Received } from '@tablewire/contracts/kit/endpoint'
import { sql } from 'kysely'
import { insertGroup, refuseStale, removeGroup, setGroup } from '#src/features/access/api.ts'
import { addPicture, requirePicture } from '#src/features/brands/api.ts'
import { invalidateAllUsers, requireUser } from '#src/features/people/api.ts'
import { leaveGroup, placeInGroup } from '#src/features/venues/api.ts'
import { audit, savesNothing } from '#src/platform/audit/audit.ts'
import { namedAtMost, addedAndRemoved } from '#src/platform/audit/shortened-ids.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { Problem, refuseBeside } from '#src/platform/problem.ts'
import { groupSnapshot, readGroup } from './group-view.ts'
import { keepGroup } from './revive-group.ts'
import { installLink } from './install-link.ts'

type Body = Received<typeof groups.create>['body']
type Update = Received<typeof groups.update>
/** Within the hub nobody has to say how much is to be answered. */
type Change = Omit<Update, 'query'> & { query?: Update['query'] }

/** A group reaches over venues and people of its whole company, so whoever sees single venues only looks at it. */
const requireWhole = (ctx: Ctx): void => {
  if (ctx.scope.kind !== 'all' && ctx.scope.kind !== 'company') throw new Problem('access.denied')
}

const companyFor = async (ctx: Ctx, wanted: string | undefined): Promise<string> => {
  const own = requireUser(ctx).companyId
  if (own !== null && (wanted === undefined || wanted === own)) return own
  if (wanted === undefined) throw new Problem('request.invalid', {}, { companyId: [{ issue: 'required' }] })
  const known =
    own === null ? await ctx.db.selectFrom('companies').select('id').where('id', '=', wanted).forShare().executeTakeFirst() : undefined
  if (!known) throw new Problem('company.not_found')
  return known.id
}

export const createGroup = async (ctx: Ctx, { companyId: wanted, venues, name, logo, fbInstallLink }: Body): Promise<GroupDetail> =>
  transaction(ctx, async (inner) => {
    requireWhole(inner)
    const companyId = await companyFor(inner, wanted)
    await requirePicture(inner, logo, '')
    const link = installLink(inner, fbInstallLink, null)
    const id = newId()
    await insertGroup(inner, { id, companyId, name, logo, fbInstallLink: link })
    await placeInGroup(inner, { id, companyId }, { venues, only: true })
    const group = await readGroup(inner, id)
    await audit(inner, {
      action: 'group.created',
      subject: 'group',
      subjectId: id,
      companyId,
      after: await groupSnapshot(inner, group),
    })
    inner.unitOfWork.afterCommit.push(invalidateAllUsers)
    return group
  })

export const updateGroup = async (ctx: Ctx, { params: { id }, query: { mode } = {}, body }: Change): Promise<GroupDetail> =>
  transaction(ctx, async (inner) => {
    if (body.venues) refuseBeside('venues', { add: body.add, remove: body.remove })
    await sql`select from groups where id = ${id} for update`.execute(inner.db)
    const before = await readGroup(inner, id, 'min')
    const was = await groupSnapshot(inner, before)
    requireWhole(inner)
    await refuseStale(inner, {
      code: 'group.version_stale',
      seen: body.version,
      now: before.version,
      subjectId: id,
      actions: ['group.updated', 'group.undone'],
    })
    const { name, logo, venues, add = [], remove = [], version } = body
    await requirePicture(inner, logo, before.logo)
    const link = installLink(inner, body.fbInstallLink, before.fbInstallLink)
    const gone = venues ? [] : await leaveGroup(inner, id, remove)
    const placed = await placeInGroup(inner, before, { venues: venues ?? add, only: venues !== undefined })
    const moved = gone.length + placed.came.length + placed.left.length
    const same = {
      before: { ...before, moved: 0 },
      after: { ...before, name, logo, fbInstallLink: link, moved },
    }
    if (savesNothing(inner, { action: 'group.updated', subject: 'group', ...same })) return readGroup(inner, id, mode)
    await setGroup(inner, id, { name, logo, fbInstallLink: link, version: version + 1, updatedAt: inner.clock().toString() })
    const after = await readGroup(inner, id, mode)
    const many = Math.max(before.venueCount, after.venueCount) > namedAtMost
    const moves = many ? addedAndRemoved(placed.came, [...gone, ...placed.left]) : {}
    const changes = { before: was, after: { ...(await groupSnapshot(inner, after)), ...moves } }
    await audit(inner, { action: 'group.updated', subject: 'group', subjectId: id, companyId: before.companyId, ...changes })
    // Whoever has it open elsewhere hears of it before they save.
    await inner.ports.live.publish(inner, { type: 'group', venueId: null, id, kind: 'updated', companyId: before.companyId })
    inner.unitOfWork.afterCommit.push(invalidateAllUsers)
    return after
  })

/** Its venues stay in the company; who saw them by it no longer does. For some weeks it can be brought back. */
export const deleteGroup = async (ctx: Ctx, id: string): Promise<{ id: string }> =>
  transaction(ctx, async (inner) => {
    await sql`select from groups where id = ${id} for update`.execute(inner.db)
    const before = await readGroup(inner, id, 'min')
    requireWhole(inner)
    const was = await groupSnapshot(inner, before)
    await keepGroup(inner, id)
    await removeGroup(inner, id)
    const deleted = { ...was, userCount: before.userCount }
    await audit(inner, { action: 'group.deleted', subject: 'group', subjectId: id, companyId: before.companyId, before: deleted })
    inner.unitOfWork.afterCommit.push(invalidateAllUsers)
    return { id }
  })

export const addLogo = async (ctx: Ctx, content: string): Promise<{ path: string }> =>
  addPicture(ctx, { use: 'logo', content: Buffer.from(content, 'base64') })

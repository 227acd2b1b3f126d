import { lockUserInScope } from '#src/features/people/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { changeUser } from './change-user.ts'
import { deleteUser, disableUser, enableUser } from './disable-user.ts'
import { giveVenues } from './give-venues.ts'
import type { UserBefore } from './user-import-fields.ts'
import { readUser } from './user-view.ts'

export type UserPrevious = { id: string; before: UserBefore | null; version: number }

/** Whoever an import made and who did nothing since goes again; what it changed is put back by the same verbs. Belongs inside `attempt()`. */
export const restoreUser = async (ctx: Ctx, { id, before }: UserPrevious): Promise<'removed' | 'restored'> => {
  await lockUserInScope(ctx, id)
  if (before === null) {
    await deleteUser(ctx, id)
    return 'removed'
  }
  const user = await readUser(ctx, id)
  const { email, username, firstName, lastName, city, country, lang, roles, permissions } = user
  const now = { email, username, firstName, lastName, city, country, lang, roles, permissions }
  const { account, access, disabled } = before
  if (JSON.stringify(now) !== JSON.stringify({ ...now, ...account }))
    await changeUser(ctx, { params: { id }, body: { ...account, version: user.version } })
  const seen = await readUser(ctx, id)
  const same =
    seen.access === access.access &&
    (access.access !== 'groups' || sameIds(seen.groups, access.groups)) &&
    (access.access !== 'venues' || sameIds(seen.venues, access.venues ?? []))
  if (!same) await giveVenues(ctx, { params: { id }, body: { ...access, version: seen.version } })
  if (disabled !== (seen.state === 'disabled')) await (disabled ? disableUser : enableUser)(ctx, id)
  return 'restored'
}

const sameIds = (now: readonly { id: string }[], before: readonly string[]): boolean =>
  now.length === before.length && now.every(({ id }) => before.includes(id))

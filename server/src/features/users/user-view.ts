import { effectiveRole } from '@tablewire/contracts/identity/access'
import type { User, UserDetail } from '@tablewire/contracts/identity/users'
import { sql } from 'kysely'
import { isAbove, lockedUntil, requireUser, usersInScope } from '#src/features/people/api.ts'
import { inScope, notArchived } from '#src/features/venues/api.ts'
import { snapshotOf } from '#src/platform/audit/snapshot.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'

export const isInvited = sql`(u.invited_at is not null and u.joined_at is null)`

/** The columns of `User`, of `users u left join companies c`; `role` and `access` follow from them. */
export const userColumns = sql`u.id, u.email, u.username, u.first_name, u.last_name, u.roles, u.company_id, c.name as company_name, u.lang, u.all_venues,
  (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by lower(g.name), g.id), '[]')
    from user_groups ug join groups g on g.id = ug.group_id where ug.user_id = u.id) as groups,
  (select count(*)::integer from user_venues uv where uv.user_id = u.id and ${notArchived('uv.venue_id')}) as venues_given,
  case when u.disabled_at is not null then 'disabled' when ${isInvited} then 'invited' else 'active' end as state,
  exists (select from totp_secrets t where t.user_id = u.id and t.confirmed_at is not null)
    or exists (select from passkeys p where p.user_id = u.id) as two_factor,
  (select max(s.used_at) from sessions s where s.user_id = u.id and s.acted_by_user_id is null) as last_seen_at, u.created_at`

export type UserRow = Omit<User, 'role' | 'access' | 'venueCount'> & { allVenues: boolean; venuesGiven: number }

export const userView = ({ allVenues, venuesGiven, ...row }: UserRow): User => ({
  ...row,
  role: effectiveRole(row.roles),
  access: allVenues ? 'all' : row.groups.length ? 'groups' : 'venues',
  venueCount: allVenues ? null : venuesGiven,
})

type DetailRow = UserRow &
  Pick<UserDetail, 'city' | 'country' | 'permissions' | 'venues' | 'invitedAt' | 'invitationUntil' | 'goesWith' | 'version' | 'updatedAt'>

/** One user the caller keeps, or `user.not_found`; `min` without the venues. */
export const readUser = async (ctx: Ctx, id: string, mode: 'min' | 'max' = 'max'): Promise<UserDetail> => {
  const given = sql`(select coalesce(json_agg(json_build_object('id', v.id, 'name', v.name) order by lower(v.name), v.id), '[]')
        from user_venues uv join venues v on v.id = uv.venue_id where uv.user_id = u.id and not u.all_venues and v.archived_at is null and ${inScope(ctx, 'v.id')})`
  const { rows } = await sql<DetailRow>`
    select ${userColumns}, u.city, u.country, u.permissions, u.invited_at, u.version, u.updated_at,
      (select r.expires_at from password_resets r where r.user_id = u.id and r.purpose = 'invitation' and r.expires_at > ${ctx.clock().toString()}::timestamptz)
        as invitation_until,
      ${mode === 'max' ? given : sql`'[]'::json`} as venues,
      json_build_object('sessions', (select count(*) from sessions s where s.user_id = u.id and s.ended_at is null),
        'passkeys', (select count(*) from passkeys p where p.user_id = u.id),
        'notificationChoices', (select count(*) from notified_users n where n.user_id = u.id and n.kind = 'choice'),
        'devices', (select count(*) from notified_users d where d.user_id = u.id and d.kind = 'device')) as goes_with
    from users u left join companies c on c.id = u.company_id where u.id = ${id} and ${usersInScope(ctx)}`.execute(ctx.db)
  if (!rows[0]) throw new Problem('user.not_found')
  const { city, country, permissions, venues, invitedAt, invitationUntil, goesWith, version, updatedAt, ...row } = rows[0]
  const rest = { city, country, permissions, venues, invitedAt, invitationUntil, goesWith, version, updatedAt }
  const oneself = requireUser(ctx).id === id
  return {
    ...userView(row),
    ...rest,
    lockedUntil: await lockedUntil(ctx, id),
    oneself,
    mayChange: oneself || !isAbove(ctx, { roles: row.roles, permissions, companyId: row.companyId, allVenues: row.allVenues }),
  }
}

const columns = [
  'email',
  'username',
  'firstName',
  'lastName',
  'city',
  'country',
  'lang',
  'roles',
  'permissions',
  'companyId',
  'state',
] as const
/** For the audit: what a keeper of users can change. Roles and permissions are sets: another order is no change. */
export const userSnapshot = (user: UserDetail) =>
  snapshotOf({ ...user, roles: user.roles.toSorted(), permissions: user.permissions.toSorted() }, columns)

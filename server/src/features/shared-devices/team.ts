import { abilityOf, isAgent, type Permission, type Role, signInRoles } from '@tablewire/contracts/identity/access'
import { managerRight } from '@tablewire/contracts/identity/shared-devices.rules'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'

export type Member = { id: string; name: string; approves: boolean; pinSet: boolean; lockedUntil: string | null }
type Row = Omit<Member, 'approves'> & { roles: Role[]; permissions: Permission[]; companyId: string; allVenues: boolean }

const machines: readonly Role[] = ['ROLE_COMPANY_BOT', 'ROLE_SDK_BOT']
const isPerson = ({ roles }: Row): boolean =>
  !isAgent(roles) && !roles.some((role) => machines.includes(role)) && roles.some((role) => signInRoles.includes(role))

/** More than this many names nobody finds his own among. */
const most = 300

/** People of the venue's company who work with its reservations, by name; of one person where `personId` says so. */
export const teamOf = async (ctx: Pick<Ctx, 'db' | 'clock'>, venueId: string, personId?: string): Promise<Member[]> => {
  const { rows } = await sql<Row>`
    select u.id, trim(u.first_name || ' ' || u.last_name) as name, u.roles, u.permissions, u.company_id, u.all_venues, p.user_id is not null as pin_set,
      case when t.locked_until > ${ctx.clock().toString()}::timestamptz then t.locked_until end as locked_until
    from venues v join users u on u.company_id = v.company_id and u.disabled_at is null
      left join person_pins p on p.user_id = u.id left join pin_tries t on t.kind = 'person' and t.id = u.id
    where v.id = ${venueId} and (u.all_venues or exists (select from user_venues uv where uv.user_id = u.id and uv.venue_id = v.id))
      ${personId === undefined ? sql`` : sql`and u.id = ${personId}`}
    order by lower(u.first_name || ' ' || u.last_name), u.id limit ${most}`.execute(ctx.db)
  return rows.filter(isPerson).flatMap((row) => {
    const ability = abilityOf(row)
    const { id, name, pinSet, lockedUntil } = row
    return ability.can('read', 'reservation-list') ? [{ id, name, approves: ability.can(...managerRight), pinSet, lockedUntil }] : []
  })
}

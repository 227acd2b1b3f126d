import { abilityOf, type Holder, isAgent } from '@tablewire/contracts/identity/access'
import type { MessageSide } from '@tablewire/contracts/onboarding/messages'
import type { Role } from '@tablewire/contracts/identity/roles'
import { sql } from 'kysely'
import type { OnboardingRecord } from '#src/features/onboarding/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

export type RequestPerson = { id: string; name: string; side: MessageSide }
type Found = Holder & RequestPerson
type Parties = Pick<OnboardingRecord, 'systemId' | 'channelId' | 'venueId'>

/** More than that nobody writes to. */
const mostPeople = 500

const agentOf: Readonly<Partial<Record<MessageSide, Role>>> = { rms: 'ROLE_RMS_AGENT', bc: 'ROLE_BC_AGENT' }
const standsThere = (person: Found): boolean => {
  const agent = agentOf[person.side]
  return (agent ? person.roles.includes(agent) : !isAgent(person.roles)) && abilityOf(person).can('read', 'onboarding')
}

/** Who may see a request now, and for whom he speaks there: what `requestInScope` would let him read. People of the platform come last. */
export const peopleOfRequest = async (ctx: Ctx, { systemId, channelId, venueId }: Parties): Promise<RequestPerson[]> => {
  const { rows } = await sql<Found>`
    select u.id, p.side, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) as name, u.roles, u.permissions, u.company_id, u.all_venues
    from (
      select su.user_id, 'rms' as side, 1 as place from system_users su where su.system_id = ${systemId}
      union all
      select cu.user_id, 'bc', 2 from channel_users cu where cu.channel_id = ${channelId}
      union all
      select m.id, 'venue', 3 from venues v join users m on m.company_id = v.company_id
        and (m.all_venues or exists (select from user_venues uv where uv.user_id = m.id and uv.venue_id = v.id))
        where v.id = ${venueId} and v.archived_at is null
      union all
      select a.id, 'admin', 4 from users a where a.company_id is null and a.all_venues
    ) p join users u on u.id = p.user_id
    where u.disabled_at is null and (u.invited_at is null or u.joined_at is not null)
    order by p.place, lower(u.first_name), lower(u.last_name), u.id limit ${mostPeople}`.execute(ctx.db)
  const people = new Map<string, RequestPerson>()
  for (const { id, name, side } of rows.filter(standsThere)) if (!people.has(id)) people.set(id, { id, name, side })
  return [...people.values()]
}

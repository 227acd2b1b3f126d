import { abilityOf, type Action, type Holder, isAgent } from '@tablewire/contracts/identity/access'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'

export type Person = { id: string; name: string }
type Found = Holder & Person

/** More than that nobody chooses from. */
const mostPeople = 500

/** Who of the house sees a venue, with a right to its reviews; people of the platform are shown to one another only. */
export const peopleOf = async (ctx: Ctx, venueId: string, right: Action = 'read'): Promise<Person[]> => {
  const ofPlatform = ctx.actor.kind === 'user' && ctx.actor.companyId === null
  const { rows } = await sql<Found>`
    select u.id, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) as name, u.roles, u.permissions, u.company_id, u.all_venues
    from users u join venues v on v.id = ${venueId}
    where u.disabled_at is null and (
      (u.company_id = v.company_id and (u.all_venues or exists (select from user_venues uv where uv.user_id = u.id and uv.venue_id = v.id)))
      or (u.company_id is null and u.all_venues and ${ofPlatform}::boolean))
    order by lower(u.first_name), lower(u.last_name), u.id limit ${mostPeople}`.execute(ctx.db)
  return rows.filter((person) => !isAgent(person.roles) && abilityOf(person).can(right, 'reviews')).map(({ id, name }) => ({ id, name }))
}

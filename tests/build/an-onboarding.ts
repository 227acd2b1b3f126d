import { sql } from 'kysely'
import type { Db } from '@tablewire/server/platform/db/schema'
import { newId } from '@tablewire/server/platform/id'
import type {} from '@tablewire/server/features/access/grants'
import { aChannel, type TestChannel } from './a-channel.ts'
import { aSystem, type TestSystem } from './a-system.ts'
import { aUser, type TestUser } from './a-user.ts'
import { aVenue, type TestVenue } from './a-venue.ts'

export type TestOnboarding = {
  id: string
  system: TestSystem
  channel: TestChannel
  venue: TestVenue
  people: Record<'rms' | 'bc' | 'venue' | 'admin', TestUser>
}

/** A request between a system and a channel, with a person of each side. */
export const anOnboarding = async (db: Db, { venueName = 'Casa Vieja' } = {}): Promise<TestOnboarding> => {
  const [system, channel, venue] = [await aSystem(db), await aChannel(db), await aVenue(db, { name: venueName })]
  const id = newId()
  await sql`
    insert into onboarding_requests (id, requested_at, requester, system_id, channel_id, venue_id, rms_venue_id, venue_name, status, status_since, created_by)
    values (${id}, now(), 'rms', ${system.id}, ${channel.id}, ${venue.id}, ${id}, ${venueName}, 'restaurant_activation', now(), 'test')`.execute(
    db,
  )
  const people = {
    rms: await aUser(db, { roles: ['ROLE_MANAGER', 'ROLE_RMS_AGENT'] }),
    bc: await aUser(db, { roles: ['ROLE_MANAGER', 'ROLE_BC_AGENT'] }),
    venue: await aUser(db, { roles: ['ROLE_MANAGER'], companyId: venue.companyId, venues: [venue.id], permissions: ['channelManagement'] }),
    admin: await aUser(db, { roles: ['ROLE_ADMIN'] }),
  }
  await sql`insert into system_users (user_id, system_id, created_at) values (${people.rms.id}, ${system.id}, now())`.execute(db)
  await sql`insert into channel_users (channel_id, user_id) values (${channel.id}, ${people.bc.id})`.execute(db)
  // So that they can be told apart where they are named.
  const names = { rms: 'Rosa System', bc: 'Ben Channel', venue: 'Vera Casa', admin: 'Adam Platform' } as const
  for (const side of ['rms', 'bc', 'venue', 'admin'] as const) {
    const [first, last] = names[side].split(' ')
    await sql`update users set first_name = ${first}, last_name = ${last} where id = ${people[side].id}`.execute(db)
  }
  return { id, system, channel, venue, people }
}

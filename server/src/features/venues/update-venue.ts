import type { Received } from '@tablewire/contracts/endpoint'
import type { Venue, venues } from '@tablewire/contracts/venues'
import { sql } from 'kysely'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { refuseTakenId, requireParty, requireVenuePhone, requireZone } from './venue-fields.ts'
import { seen, readVenue } from './venue-view.ts'

type Input = Received<typeof venues.update>

const changesOf = (body: Input['body'], before: Venue) => {
  const { minCovers: _min, maxCovers: _max, timezone, phoneNumber, ...fields } = body
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as typeof fields
  return {
    ...given,
    ...(timezone === undefined ? {} : { timeZone: requireZone(timezone) }),
    ...(phoneNumber === undefined
      ? {}
      : { phoneNumber: phoneNumber && requireVenuePhone(phoneNumber, body.countryCode ?? before.countryCode) }),
  }
}

/** Party limits are part of the book: whoever decides on a booking at this moment must see that it changed. */
const writeParty = async (ctx: Ctx, venueId: string, party: { min: number; max: number }): Promise<void> => {
  await sql`
    update books set rules = jsonb_set(rules, '{party}', ${JSON.stringify(party)}::jsonb), version = version + 1, updated_at = ${ctx.clock().toString()}::timestamptz
    where venue_id = ${venueId}`.execute(ctx.db)
  await ctx.ports.live.publish(ctx, { type: 'book', venueId, id: null, kind: null })
}

export const updateVenue = async (ctx: Ctx, { params: { id }, body }: Input): Promise<Venue> =>
  transaction(ctx, async (inner) => {
    await sql`select from venues v where v.id = ${id} and ${seen(inner)} for update`.execute(inner.db)
    const before = await readVenue(inner, id)
    const changes = changesOf(body, before)
    await inner.db
      .updateTable('venues')
      .set({ ...changes, updatedAt: inner.clock().toString() })
      .where('id', '=', id)
      .execute()
    const party = requireParty({ min: body.minCovers ?? before.minCovers, max: body.maxCovers ?? before.maxCovers })
    if (party.min !== before.minCovers || party.max !== before.maxCovers) await writeParty(inner, id, party)
    const after = await readVenue(inner, id)
    await audit(inner, { action: 'venue.updated', subject: 'venue', subjectId: id, venueId: id, before, after })
    await inner.ports.live.publish(inner, { type: 'venue', venueId: id, id, kind: 'updated' })
    return after
  }).catch(refuseTakenId)

import type { Received } from '@tablewire/contracts/kit/endpoint'
import { mostSalesLinks, type SalesLink, salesLinkDays, type salesLinks } from '@tablewire/contracts/rms/sales-links'
import { sql } from 'kysely'
import { lockVenue, venueIdOf } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId, newSecret, secretHash } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { announceLink } from './announce-link.ts'
import { readLink } from './link-view.ts'
import type {} from './sales-rows.ts'

const requireRoom = async (ctx: Ctx, venueId: string): Promise<void> => {
  const { rows } = await sql<{ archived: boolean; good: number }>`
    select v.archived_at is not null as archived,
      (select count(*)::integer from sales_links l where l.venue_id = v.id and l.revoked_at is null and l.expires_at > ${ctx.clock().toString()}::timestamptz) as good
    from venues v where v.id = ${venueId}`.execute(ctx.db)
  if (rows[0]?.archived) throw new Problem('venue.archived')
  if ((rows[0]?.good ?? 0) >= mostSalesLinks) throw new Problem('sales_link.too_many', { limit: mostSalesLinks })
}

/** A link of a venue the caller sees. It is found by a hash of its address; beside it the address lies sealed, to be copied again later. */
export const createLink = (ctx: Ctx, body: Received<typeof salesLinks.create>['body']): Promise<SalesLink> =>
  transaction(ctx, async (inner) => {
    const venueId = await venueIdOf(inner, body.venueId)
    // Two calls at the same moment are counted one after the other.
    await lockVenue(inner, venueId)
    await requireRoom(inner, venueId)
    const { lang = 'en', recipient = '', expiresInDays = salesLinkDays.usual } = body
    const [id, token, now] = [newId(), newSecret(), inner.clock()]
    const expiresAt = now.add({ hours: 24 * expiresInDays }).toString()
    await inner.db
      .insertInto('salesLinks')
      .values({
        id,
        venueId,
        tokenHash: secretHash(token),
        tokenSealed: inner.ports.secrets.seal(token),
        lang,
        recipient,
        madeBy: inner.actor.kind === 'user' ? inner.actor.id : null,
        madeByName: inner.actor.name,
        createdAt: now.toString(),
        expiresAt,
      })
      .execute()
    await audit(inner, {
      action: 'sales_link.created',
      subject: 'sales_link',
      subjectId: id,
      venueId,
      after: { lang, recipient, expiresAt },
    })
    await announceLink(inner, { id, venueId }, 'created')
    return readLink(inner, id)
  })

export const revokeLink = (ctx: Ctx, id: string): Promise<SalesLink> =>
  transaction(ctx, async (inner) => {
    const { state, venueId } = await readLink(inner, id, { locked: true })
    if (state !== 'active') throw new Problem('sales_link.ended')
    await inner.db.updateTable('salesLinks').set({ revokedAt: inner.clock().toString(), tokenSealed: null }).where('id', '=', id).execute()
    await audit(inner, {
      action: 'sales_link.revoked',
      subject: 'sales_link',
      subjectId: id,
      venueId,
      before: { state },
      after: { state: 'revoked' },
    })
    await announceLink(inner, { id, venueId }, 'revoked')
    return readLink(inner, id)
  })

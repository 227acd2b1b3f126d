import { sql } from 'kysely'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { AddressRefused, guardedUrl } from '#src/platform/net/guard.ts'
import { Problem } from '#src/platform/problem.ts'

const placeholder = '{venueId}'
/** The address of one venue's page for programs. */
export const readUrlOf = (readUrl: string, venueId: string): string => readUrl.replaceAll(placeholder, venueId)

const requireAddress = ({ ports }: Ctx, readUrl: string): void => {
  const wrong = { readUrl: [{ issue: 'address' }] }
  if (!readUrl.includes(placeholder)) throw new Problem('request.invalid', {}, wrong)
  try {
    const { url } = guardedUrl(readUrlOf(readUrl, 'a'), { origins: ports.config.channelServices })
    // Which host is asked is decided here, not by a venue's id.
    if (guardedUrl(readUrlOf(readUrl, 'b'), { origins: ports.config.channelServices }).url.origin !== url.origin)
      throw new Problem('request.invalid', {}, wrong)
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error
    throw new Problem('request.invalid', {}, wrong)
  }
}

/** Where the calling channel shows its venues for programs to read; null = nowhere. */
export const setSite = async (ctx: Ctx, readUrl: string | null): Promise<{ readUrl: string | null }> =>
  transaction(ctx, async (inner) => {
    if (readUrl !== null) requireAddress(inner, readUrl)
    const channelId = inner.actor.id!
    const { rows } = await sql<{
      readUrl: string
    }>`select s.read_url from listing_sites s where s.channel_id = ${channelId} for update`.execute(inner.db)
    const before = rows[0]?.readUrl ?? null
    if (readUrl === null) await sql`delete from listing_sites where channel_id = ${channelId}`.execute(inner.db)
    else
      await sql`
        insert into listing_sites (channel_id, read_url, set_at) values (${channelId}, ${readUrl}, ${inner.clock().toString()})
        on conflict (channel_id) do update set read_url = excluded.read_url, set_at = excluded.set_at`.execute(inner.db)
    if (before === readUrl) inner.unitOfWork.audited.push('listing.site_set')
    else
      await audit(inner, {
        action: 'listing.site_set',
        subject: 'listing',
        subjectId: channelId,
        before: { readUrl: before },
        after: { readUrl },
      })
    return { readUrl }
  })

import { sql } from 'kysely'
import type { ListingCopy } from '@tablewire/contracts/listing/copies'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { copyOf } from './list-copies.ts'
import { type ProbeFailure, type Reading, readSite } from './read-site.ts'
import { type Seen, takeCopies } from './take-copies.ts'

type Place = { venueId: string; channelId: string; readUrl: string }
type Read = Place & { reading: Reading }

const venuesAtOnce = 200
/** Of one site at the same moment: it has guests as well. */
const requestsAtOnce = 12

const noteFailures = async (ctx: Ctx, reads: readonly (Place & { reading: ProbeFailure })[]): Promise<void> => {
  await sql`
    insert into listing_copies (venue_id, channel_id, probed_at, probe_failure)
    select v, c, ${ctx.clock().toString()}::timestamptz, f from unnest(${reads.map(({ venueId }) => venueId)}::uuid[], ${reads.map(({ channelId }) => channelId)}::uuid[],
      ${reads.map(({ reading }) => reading)}::text[]) as x (v, c, f) order by v, c
    on conflict (venue_id, channel_id) do update set probed_at = excluded.probed_at, probe_failure = excluded.probe_failure`.execute(ctx.db)
}

const isRead = (reading: Reading): reading is Exclude<Reading, ProbeFailure> => typeof reading !== 'string'

const take = async (ctx: Ctx, reads: readonly Read[]): Promise<void> => {
  const seen = reads.flatMap(({ venueId, channelId, reading }): Seen[] =>
    isRead(reading) ? [{ venueId, channelId, observation: reading }] : [],
  )
  const failed = reads.flatMap(({ reading, ...place }) => (isRead(reading) ? [] : [{ ...place, reading }]))
  await transaction(ctx, async (inner) => {
    if (failed.length) await noteFailures(inner, failed)
    await takeCopies(inner, seen, 'listing.probed')
  })
}

/** Some at a time, in the order given; a slow page holds up its neighbours only. */
const readAll = async (ctx: Ctx, places: readonly Place[]): Promise<Read[]> => {
  const reads: Read[] = []
  const waiting = [...places]
  const one = async (): Promise<void> => {
    for (let place = waiting.shift(); place; place = waiting.shift())
      reads.push({ ...place, reading: await readSite(ctx, place.readUrl, place.venueId) })
  }
  await Promise.all(Array.from({ length: Math.min(requestsAtOnce, places.length) }, one))
  return reads
}

/** LI1: every listed venue at every site that can be read, venue by venue in the order of their ids. */
export const probeAll = async (ctx: Ctx): Promise<{ read: number; failed: number }> => {
  const done = { read: 0, failed: 0 }
  let last = { venueId: '00000000-0000-0000-0000-000000000000', channelId: '00000000-0000-0000-0000-000000000000' }
  for (;;) {
    await ctx.ports.jobs.backpressure()
    const { rows } = await sql<Place>`
      select l.venue_id, l.channel_id, s.read_url from listing_sites s join live_links l on l.channel_id = s.channel_id
        join venues v on v.id = l.venue_id and v.listing_enabled and v.archived_at is null
      where (l.venue_id, l.channel_id) > (${last.venueId}::uuid, ${last.channelId}::uuid) order by l.venue_id, l.channel_id limit ${venuesAtOnce}`.execute(
      ctx.db,
    )
    if (rows.length === 0) return done
    const reads = await readAll(ctx, rows)
    await take(ctx, reads)
    const failed = reads.filter(({ reading }) => !isRead(reading)).length
    done.failed += failed
    done.read += reads.length - failed
    last = rows.at(-1)!
  }
}

/** One place now, for somebody who waits. */
export const probeOne = async (ctx: Ctx, { venueId, channelId }: { venueId: string; channelId: string }): Promise<ListingCopy> => {
  const { channelName } = await copyOf(ctx, venueId, channelId)
  const { rows } = await sql<{ readUrl: string }>`select s.read_url from listing_sites s where s.channel_id = ${channelId}`.execute(ctx.db)
  if (!rows[0]) throw new Problem('listing.not_readable')
  const place = { venueId, channelId, readUrl: rows[0].readUrl }
  // Nothing is held while the site is asked.
  const reading = await readSite(ctx, place.readUrl, venueId)
  await transaction(ctx, async (inner) => {
    await take(inner, [{ ...place, reading }])
    if (!inner.unitOfWork.audited.includes('listing.probed'))
      await audit(inner, {
        action: 'listing.probed',
        subject: 'listing',
        subjectId: venueId,
        venueId,
        after: { channel: channelName, ...(isRead(reading) ? {} : { failure: reading }) },
      })
  })
  return copyOf(ctx, venueId, channelId)
}

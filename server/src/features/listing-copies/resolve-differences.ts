import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import type { ListingField, listingCopies, ShownFacts } from '@tablewire/contracts/listing/copies'
import { sql } from 'kysely'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { problemBody } from '#src/platform/http/errors.ts'
import { Problem } from '#src/platform/problem.ts'
import { acceptShown } from './accept-shown.ts'
import { askChannels } from './ask-channels.ts'
import { compareAgain } from './compare-again.ts'
import { differencesSeen } from './list-copies.ts'

type Resolved = Result<typeof listingCopies.resolve>
type Body = Received<typeof listingCopies.resolve>['body']
type Act = Body['act']
type Row = {
  id: string
  state: 'open' | 'asked' | 'ignored'
  venueId: string
  channelId: string
  channelName: string
  field: ListingField
  ours: ShownFacts
  theirs: ShownFacts
}

/** In one order, so that two who decide on the same ones do not wait for each other. */
const lockRows = async (ctx: Ctx, { ids, states }: Body): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select d.id, d.state, d.venue_id, d.channel_id, (select c.name from channels c where c.id = d.channel_id) as channel_name, d.field, d.ours, d.theirs
    from listing_differences d where d.id = any(${[...new Set(ids)]}::uuid[]) and ${differencesSeen(ctx)}
    order by d.venue_id, d.channel_id, d.field for update of d`.execute(ctx.db)
  return states ? rows.filter(({ state }) => states.includes(state)) : rows
}

const setState = async (ctx: Ctx, rows: readonly Row[], state: 'asked' | 'ignored'): Promise<void> => {
  await sql`update listing_differences set state = ${state} where id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(ctx.db)
}

/** What is told of it afterwards: which places, and what became of them. */
const tell = async (ctx: Ctx, rows: readonly Row[], act: Act): Promise<void> => {
  for (const [venueId, of] of Map.groupBy(rows, (row) => row.venueId)) {
    const after = { act, differences: of.map(({ field, channelName }) => `${field} (${channelName})`).join(', ') }
    await audit(ctx, { action: 'listing.difference_resolved', subject: 'listing', subjectId: venueId, venueId, after })
    await ctx.ports.live.publish(ctx, { type: 'listing', venueId, id: venueId, kind: null })
  }
}

/** Each venue on its own: what one does not take does not keep the others from it. */
const accept = async (ctx: Ctx, rows: readonly Row[]): Promise<Map<string, string>> => {
  const refused = new Map<string, string>()
  for (const [venueId, of] of Map.groupBy(rows, (row) => row.venueId)) {
    for (const row of of) {
      try {
        await acceptShown(ctx, venueId, row)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        refused.set(row.id, problemBody(error, ctx.lang, ctx.requestId).message)
      }
    }
    await compareAgain(ctx, [venueId])
  }
  return refused
}

/** LI1: takes over what is shown, asks for ours, or leaves it as it is until either side changes. */
export const resolveDifferences = async (ctx: Ctx, body: Body): Promise<Resolved> =>
  transaction(ctx, async (inner) => {
    const { ids, act } = body
    const rows = await lockRows(inner, body)
    const refused = act === 'accept' ? await accept(inner, rows) : new Map<string, string>()
    if (act === 'overwrite' && rows.length) {
      await askChannels(inner, rows)
      await setState(inner, rows, 'asked')
    }
    if (act === 'ignore') await setState(inner, rows, 'ignored')
    await tell(
      inner,
      rows.filter(({ id }) => !refused.has(id)),
      act,
    )
    if (!inner.unitOfWork.audited.includes('listing.difference_resolved')) inner.unitOfWork.audited.push('listing.difference_resolved')
    const there = new Set(rows.map(({ id }) => id))
    return ids.map((id) => {
      const message = refused.get(id) ?? null
      return { id, outcome: !there.has(id) ? 'gone' : message === null ? 'done' : 'refused', message }
    })
  })

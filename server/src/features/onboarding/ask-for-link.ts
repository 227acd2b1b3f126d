import { awaitProofs, moveLink } from '#src/features/channels/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { announce, noteHistory } from './step-request.ts'

const unasked = new Set(['not_enabled', 'rejected', 'error'])

const openRequest = async (ctx: Ctx, id: string) => {
  const request = await ctx.db.selectFrom('onboardingRequests').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return request?.status === 'bc_activation' && request.venueId ? { ...request, venueId: request.venueId } : undefined
}

/** The restaurant has said yes, so the link with the channel is asked for in its name, unless it is on its way. */
const ask = (ctx: Ctx, id: string): Promise<void> =>
  transaction(ctx, async (inner) => {
    const request = await openRequest(inner, id)
    if (!request) return
    const { venueId, channelId, requestedAt } = request
    await awaitProofs(inner, { venueId, channelId, since: requestedAt })
    const link = await inner.db
      .selectFrom('channelVenues')
      .select('state')
      .where('venueId', '=', venueId)
      .where('channelId', '=', channelId)
      .executeTakeFirst()
    if (link && !unasked.has(link.state)) return
    const state = await moveLink(inner, { venueId, channelId, move: 'connect', reason: null, side: 'venue' })
    await noteHistory(inner, id, { kind: 'link_asked', data: { state } })
    await announce(inner, request, 'changed')
  })

/** What refuses the link is told to all sides; people set it right where links are. */
export const askForLink = async (ctx: Ctx, id: string): Promise<void> => {
  try {
    await ask(ctx, id)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await transaction(ctx, async (inner) => {
      const request = await openRequest(inner, id)
      if (!request) return
      await noteHistory(inner, id, { kind: 'link_refused', data: { code: error.code } })
      await announce(inner, request, 'changed')
    })
  }
}

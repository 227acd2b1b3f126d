import type { Ctx } from '#src/platform/ctx.ts'

type About = { venueId: string | null; groupId: string | null; companyId: string }

/** Screens that show how a place stands with Meta look again; a brand's or company's page is also its venues'. */
export const tellLive = async (ctx: Ctx, { venueId, groupId, companyId }: About): Promise<void> => {
  if (venueId !== null) await ctx.ports.live.publish(ctx, { type: 'venue', venueId, id: venueId, kind: 'updated' })
  else await ctx.ports.live.publish(ctx, { type: 'group', venueId: null, id: groupId ?? companyId, kind: 'updated', companyId })
}

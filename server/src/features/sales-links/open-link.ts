import type { Lang } from '@tablewire/contracts/kit/wire'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { addressOf, isTooOften } from '#src/platform/http/too-often.ts'
import { secretHash } from '#src/platform/id.ts'
import { announceLink } from './announce-link.ts'
import type {} from './sales-rows.ts'

export type OpenLink = { id: string; venueId: string; lang: Lang; madeBy: string | null }

/** What an address opens; undefined for one that was never made, has expired or was ended, which nobody can tell apart. */
export const openLink = async (ctx: Ctx, token: string): Promise<OpenLink | undefined> => {
  if (!/^[\w-]{43}$/.test(token)) return undefined
  const { rows } = await sql<OpenLink>`
    select l.id, l.venue_id, l.lang, l.made_by from sales_links l join venues v on v.id = l.venue_id
    where l.token_hash = ${secretHash(token)} and l.revoked_at is null and l.expires_at > ${ctx.clock().toString()}::timestamptz
      and v.archived_at is null`.execute(ctx.db)
  return rows[0]
}

/** Programs that say what they are: searches, previews of messengers and mail scanners. */
const program =
  /bot\b|bot[/_-]|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|telegram|slack|discord|skype|linkedin|embedly|headless|lighthouse|curl|wget|python|java\/|go-http|okhttp|axios|node-fetch|undici|libwww|scan|safelinks|proofpoint|mimecast|barracuda|monitor|uptime/i
export const isProgram = (agent: string | undefined, purpose: string | undefined): boolean =>
  agent === undefined || agent.trim() === '' || program.test(agent) || /prefetch|preview|prerender/i.test(purpose ?? '')

export const countView = (ctx: Ctx, link: OpenLink): Promise<void> =>
  transaction(ctx, async (inner) => {
    const now = inner.clock().toString()
    await sql`update sales_links set views = views + 1, last_viewed_at = ${now}::timestamptz where id = ${link.id}`.execute(inner.db)
    await announceLink(inner, link, 'viewed')
  })

/** Within a quarter of an hour. */
export const wrongAddresses = 30
export const enquiriesOfAddress = 8
export const enquiriesOfLink = 40

/** Somebody who tries addresses. */
export const guessesTooMuch = (ctx: Ctx): Promise<boolean> => isTooOften(ctx, `sales link wrong ${addressOf(ctx)}`, wrongAddresses)
export const writesTooMuch = async (ctx: Ctx, { id }: OpenLink): Promise<boolean> =>
  (await isTooOften(ctx, `sales enquiry ${addressOf(ctx)}`, enquiriesOfAddress)) ||
  isTooOften(ctx, `sales enquiry of ${id}`, enquiriesOfLink)

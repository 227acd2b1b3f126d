import type { Lang } from '@tablewire/contracts/kit/wire'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { addressKey, originKey } from '#src/platform/http/rate-limit.ts'
import { secretHash } from '#src/platform/id.ts'
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

export const countView = async (ctx: Ctx, { id }: OpenLink): Promise<void> => {
  await sql`update sales_links set views = views + 1, last_viewed_at = ${ctx.clock().toString()}::timestamptz where id = ${id}`.execute(
    ctx.db,
  )
}

/** Within a quarter of an hour, over all processes. */
const withinMinutes = 15
export const wrongAddresses = 30
export const enquiriesOfAddress = 8
export const enquiriesOfLink = 40

/** Counts one more under the key; true once there were more than allowed. */
export const isTooMuch = async (ctx: Ctx, key: string, most: number): Promise<boolean> => {
  const window = ctx.clock().round({ smallestUnit: 'minute', roundingMode: 'floor' })
  const { rows } = await sql<{ count: number }>`
    with mine as (
      insert into rate_windows (key, window_at, count) values (${key}, ${window.toString()}::timestamptz, 1)
      on conflict (key, window_at) do update set count = rate_windows.count + 1 returning count
    )
    select (mine.count + coalesce((
      select sum(w.count) from rate_windows w where w.key = ${key} and w.window_at < ${window.toString()}::timestamptz
        and w.window_at > ${window.subtract({ minutes: withinMinutes }).toString()}::timestamptz), 0))::integer as count from mine`.execute(
    ctx.db,
  )
  return rows[0]!.count > most
}

const caller = ({ origin }: Ctx): string => (origin.address ? originKey(origin) : addressKey('0.0.0.0'))
/** Somebody who tries addresses. */
export const guessesTooMuch = (ctx: Ctx): Promise<boolean> => isTooMuch(ctx, `sales link wrong ${caller(ctx)}`, wrongAddresses)
export const writesTooMuch = async (ctx: Ctx, { id }: OpenLink): Promise<boolean> =>
  (await isTooMuch(ctx, `sales enquiry ${caller(ctx)}`, enquiriesOfAddress)) || isTooMuch(ctx, `sales enquiry of ${id}`, enquiriesOfLink)

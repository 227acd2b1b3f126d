import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import type { CallingAccount } from './known-account.ts'

/** An account that can tell Google of changes: with its partner number and the sealed key of its service account. */
export type UpdatingAccount = CallingAccount & { partnerId: string; apiUrl: string | null; sealedKey: string }

type Row = Omit<UpdatingAccount, 'channel'> & { channelId: string; channelName: string; rateLimitPerMinute: number; test: boolean }

export const updatingAccount = async (ctx: Ctx, id: string): Promise<UpdatingAccount | undefined> => {
  const { rows } = await sql<Row>`
    select a.id, a.key, a.environment, a.capabilities, a.partner_id, a.api_url, s.sealed as sealed_key,
      c.id as channel_id, c.name as channel_name, c.rate_limit_per_minute, c.test
    from google_accounts a join channels c on c.id = a.channel_id join google_secrets s on s.account_id = a.id and s.name = 'oauthKey'
    where a.id = ${id} and a.active and c.active and a.partner_id is not null`.execute(ctx.db)
  if (!rows[0]) return undefined
  const { channelId, channelName, rateLimitPerMinute, test, ...account } = rows[0]
  return { ...account, channel: { id: channelId, name: channelName, rateLimitPerMinute, unlimited: false, test, product: 'google' } }
}

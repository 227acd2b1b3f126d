import { abilityOf } from '@tablewire/contracts/identity/access'
import type { LangTexts } from '@tablewire/contracts/estate/book'
import type { Price } from '@tablewire/contracts/estate/venue-fields'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'

/** A venue as its guests meet it, and the channel by which they book there. */
export type WidgetHouse = {
  id: string
  name: string
  address: string
  phone: string | null
  countryCode: string
  timeZone: string
  colour: string | null
  confirmationText: LangTexts
  paymentPolicy: LangTexts
  /** What guests are asked for there as a rule; each start may say otherwise. Prices in minor units of `currency`. */
  pays: { asks: boolean; noShowFee: Price | null; currency: string }
  open: boolean
  channelId: string
  /** Origins on whose pages it may stand; none = any. */
  hosts: readonly string[]
}
type Row = WidgetHouse & { channelName: string; rateLimitPerMinute: number; unlimited: boolean }

/** What a channel is of its own: what it may do is what this page offers. */
const noRights = abilityOf({ roles: [], permissions: [] })

/**
 * Who sells by the booking page: `sdkAccess`, and a live link with an active channel of type widget; the one that is named, else the first there was.
 * Both ids are public. Undefined = the page does not know this venue.
 */
export const findHouse = async (
  base: Ctx,
  { id, channel, lang }: { id: string; channel: string | undefined; lang: Lang },
): Promise<{ ctx: Ctx; house: WidgetHouse } | undefined> => {
  const { rows } = await sql<Row>`
    select v.id, coalesce(v.display_name, v.name) as name, concat_ws(', ', v.address, nullif(concat_ws(' ', v.postal_code, v.city), '')) as address,
      v.phone_number as phone, v.country_code, v.time_zone, v.display_color as colour, v.confirmation_text, v.payment_policy, v.active as open,
      json_build_object('asks', v.payment_type <> 'none', 'noShowFee', v.no_show_fee, 'currency', v.currency) as pays,
      c.id as channel_id, c.name as channel_name, c.rate_limit_per_minute, c.unlimited, c.hosts
    from venues asked join venues v on v.id = coalesce(asked.merged_into, asked.id)
      join lateral (
        select c.id, c.name, c.rate_limit_per_minute, c.hosts,
          jsonb_strip_nulls(c.limits) = '{}' and not exists (select from channel_venues cv where cv.channel_id = c.id and cv.limits is not null) as unlimited
        from live_links l join channels c on c.id = l.channel_id
        where l.venue_id = v.id and c.type = 'widget' and c.active and not c.test and (${channel ?? null}::uuid is null or c.id = ${channel ?? null}::uuid)
        order by c.created_at, c.id limit 1
      ) c on true
    where asked.id = ${id} and v.archived_at is null and not v.test and v.sdk_access`.execute(base.db)
  const [row] = rows
  if (!row) return undefined
  const { channelName, rateLimitPerMinute, unlimited, ...house } = row
  const actor = { kind: 'channel' as const, id: house.channelId, name: channelName, rateLimitPerMinute, unlimited, product: null }
  return { house, ctx: { ...base, actor, ability: noRights, scope: { kind: 'channel', channelId: house.channelId }, lang } }
}

import type { LinkState } from '@tablewire/contracts/channels/channels.rules'
import { sql } from 'kysely'
import type { CallingAccount } from '#src/features/google-accounts/api.ts'
import {
  asAccount,
  type Merchant,
  type MerchantRecord,
  merchantRecords,
  merchantsOf,
  type MerchantTold,
  serviceRecord,
  type ServiceRecord,
} from '#src/features/google-merchants/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { LeftOut } from './feed-rows.ts'

/** A venue that feeds tell of. `merchant` is undefined for one that only stays until its last booking is over. */
export type Told = {
  venueId: string
  record: MerchantRecord
  service: ServiceRecord
  merchant: Merchant | undefined
}
type Page = { told: Told[]; leftOut: LeftOut[] }

const pageSize = 50
/** Google needs days or weeks to match a venue: it hears of one as soon as somebody asks for it, and still while it is paused. */
const staying: ReadonlySet<LinkState> = new Set<LinkState>(['requested', 'in_review', 'live', 'paused', 'error'])

type Known = { venueId: string; record: MerchantRecord; service: ServiceRecord; booked: boolean }

/** Those Google knows from an earlier feed, with whether somebody is still to come who booked there. */
const knownIn = async (ctx: Ctx, account: CallingAccount, span: { after: string | null; last: string | null }): Promise<Known[]> => {
  const { rows } = await sql<Known>`
    select m.venue_id, m.record, m.service, exists (
      select from google_bookings g join reservations r on r.venue_id = g.venue_id and r.id = g.reservation_id
      where g.account_id = m.account_id and (g.venue_id = m.venue_id or g.merchant_id = m.venue_id) and r.ends_at > ${ctx.clock().toString()}::timestamptz
        and r.status in ('pending_confirmation', 'requires_payment', 'confirmed', 'seated')) as booked
    from google_merchants m
    where m.account_id = ${account.id} and m.sent_at is not null and ${span.after === null ? sql`true` : sql`m.venue_id > ${span.after}`}
      and ${span.last === null ? sql`true` : sql`m.venue_id <= ${span.last}`} order by m.venue_id`.execute(ctx.db)
  return rows
}

/** A house that is closed for now stays with Google, where it was before: it would have to be matched anew. */
const stays = ({ house, state }: Merchant, known: Known | undefined): boolean =>
  house !== undefined && !house.archived && staying.has(state) && (house.active || known !== undefined)

type Saying = { account: CallingAccount; told: readonly MerchantTold[]; known: readonly Known[] }
const pageOf = (merchants: readonly Merchant[], { account, told, known }: Saying): Page => {
  const [saying, before] = [new Map(told.map((one) => [one.id, one])), new Map(known.map((one) => [one.venueId, one]))]
  const page: Page = { told: [], leftOut: [] }
  for (const merchant of merchants) {
    const { id } = merchant
    const was = before.get(id)
    if (!stays(merchant, was)) continue
    before.delete(id)
    const { record, gaps = [] } = saying.get(id) ?? {}
    if (gaps.length) page.leftOut.push({ venueId: id, gaps, kept: was !== undefined })
    const said = record ?? was?.record
    if (said) page.told.push({ venueId: id, record: said, service: serviceRecord(account, merchant), merchant })
  }
  for (const { venueId, record, service, booked } of before.values())
    if (booked) page.told.push({ venueId, record, service, merchant: undefined })
  page.told.sort((a, b) => (a.venueId < b.venueId ? -1 : 1))
  return page
}

/**
 * The venues an account's feeds tell of, by id, a page at a time. Whoever leaves goes in Google's order: the coming days at once, merchant and service
 * when the last booking made there is over.
 */
export async function* toldMerchants(base: Ctx, account: CallingAccount): AsyncGenerator<Page> {
  const ctx = asAccount(base, account)
  for (let after: string | null = null, more = true; more;) {
    const merchants: Merchant[] = await merchantsOf(ctx, account, { after, limit: pageSize })
    more = merchants.length === pageSize
    const last: string | null = more ? merchants.at(-1)!.id : null
    const ids = merchants.map(({ id }) => id)
    const [told, known] = await Promise.all([merchantRecords(ctx, account, ids), knownIn(ctx, account, { after, last })])
    yield pageOf(merchants, { account, told, known })
    after = last
  }
}

import { sql } from 'kysely'
import { updatingAccount, type UpdatingAccount } from '#src/features/google-accounts/api.ts'
import { noteGoogleWord, unreadFiles } from '#src/features/google-feeds/api.ts'
import { callGoogle, type Result } from '#src/features/google-updates/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

/** Questions of one round for an account, next to the updates that have the same quota. */
const filesMost = 30
const merchantsMost = 100
/** Google matches within days: who is matched is asked for once a day, who is not every hour, and after a feed at every turn while Google reads it. */
const againHours = { settled: 24, open: 1, read: 0.05, failed: 0.25 }
const readingHours = 2
/** Free tables came to Google a short while ago. */
const isReading = async (ctx: Ctx, accountId: string): Promise<boolean> => {
  const { rows } = await sql`
    select from google_feeds f where f.account_id = ${accountId} and f.kind = 'availability' and f.state = 'sent'
      and f.ended_at > ${ctx.clock().toString()}::timestamptz - make_interval(hours => ${readingHours}) limit 1`.execute(ctx.db)
  return rows.length > 0
}

const inventory = ({ partnerId }: UpdatingAccount, rest: string): string => `/v1alpha/inventory/partners/${partnerId}/${rest}`
const within = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
const wordsIn = (value: unknown, name: string, most: number): string | null => {
  const found = within(value, name)
  return typeof found === 'string' && found !== '' ? found.slice(0, most) : null
}
/** Google writes int64 as text or as a number. */
const countIn = (value: unknown, name: string): number | null => {
  const count = Number(within(value, name) ?? NaN)
  return Number.isSafeInteger(count) && count >= 0 ? count : null
}

/** False once Google takes no more questions of this account. */
const goesOn = ({ ok, status }: Result): boolean => ok || status === 404

const askFiles = async (ctx: Ctx, account: UpdatingAccount): Promise<boolean> => {
  for (const file of await unreadFiles(ctx, account.id, filesMost)) {
    const result = await callGoogle(ctx, account, {
      method: 'GET',
      path: inventory(account, `feeds/${file.kind}/${encodeURIComponent(file.name)}/status`),
    })
    if (!goesOn(result)) return false
    const { answer } = result
    const state = wordsIn(answer, 'state', 40)
    const counts = within(answer, 'statistics')
    const word = state
      ? {
          state,
          details: wordsIn(answer, 'errorDetails', 4000),
          added: countIn(counts, 'newItems'),
          existing: countIn(counts, 'existingItems'),
          deleted: countIn(counts, 'deletedItems'),
        }
      : undefined
    await noteGoogleWord(ctx, file, result.ok ? word : undefined)
  }
  return true
}

/** Those that Google was told of, each with a row of its own; who left goes. */
const keepRows = async (ctx: Ctx, accountId: string): Promise<void> => {
  const now = ctx.clock().toString()
  await sql`
    insert into google_merchant_states (account_id, venue_id, next_at)
    select m.account_id, m.venue_id, ${now}::timestamptz from google_merchants m where m.account_id = ${accountId} and m.sent_at is not null
    on conflict do nothing`.execute(ctx.db)
  await sql`
    delete from google_merchant_states s where s.account_id = ${accountId}
      and not exists (select from google_merchants m where m.account_id = s.account_id and m.venue_id = s.venue_id and m.sent_at is not null)`.execute(
    ctx.db,
  )
}

type Told = {
  match: string | null
  processing: string | null
  placeName: string | null
  placeId: string | null
  hasInventory: boolean | null
}
const toldBy = ({ ok, answer }: Result): Told => {
  if (!ok) return { match: 'unknown', processing: null, placeName: null, placeId: null, hasInventory: null }
  const place = within(answer, 'geoMatch')
  const bookable = within(within(answer, 'bookingStatus'), 'hasValidFutureInventory')
  return {
    match: place === undefined || place === null ? 'unmatched' : 'matched',
    processing: wordsIn(answer, 'processingStatus', 100),
    placeName: wordsIn(place, 'name', 300),
    placeId: wordsIn(place, 'placeId', 300),
    // A default is left out.
    hasInventory: bookable === true,
  }
}

const askMerchants = async (ctx: Ctx, account: UpdatingAccount): Promise<void> => {
  await keepRows(ctx, account.id)
  const now = ctx.clock()
  const { rows } = await sql<{ venueId: string }>`
    select venue_id from google_merchant_states where account_id = ${account.id} and next_at <= ${now.toString()}::timestamptz
    order by next_at, venue_id limit ${merchantsMost}`.execute(ctx.db)
  const open = rows.length > 0 && (await isReading(ctx, account.id)) ? againHours.read : againHours.open
  for (const { venueId } of rows) {
    const result = await callGoogle(ctx, account, { method: 'GET', path: inventory(account, `merchants/${venueId}/status`) })
    const answered = goesOn(result)
    const { match, processing, placeName, placeId, hasInventory } = toldBy(result)
    const hours = !answered ? againHours.failed : match === 'matched' && hasInventory ? againHours.settled : open
    const next = sql`${now.toString()}::timestamptz + make_interval(secs => ${hours * 3600})`
    await sql`
      update google_merchant_states set next_at = ${next}, error = ${answered ? null : result.error}${
        answered
          ? sql`, match = ${match}, processing = ${processing}, place_name = ${placeName}, place_id = ${placeId}, has_inventory = ${hasInventory}, asked_at = ${now.toString()}::timestamptz`
          : sql``
      } where account_id = ${account.id} and venue_id = ${venueId}`.execute(ctx.db)
    if (!answered) return
  }
}

/** GO1: asks Google what became of its files and whether it found the restaurants; each account by itself. */
export const askGoogle = async (ctx: Ctx): Promise<void> => {
  const { rows } = await sql<{ id: string }>`select id from google_accounts where active and partner_id is not null order by id`.execute(
    ctx.db,
  )
  for (const { id } of rows) {
    const account = await updatingAccount(ctx, id)
    if (account && (await askFiles(ctx, account))) await askMerchants(ctx, account)
  }
}

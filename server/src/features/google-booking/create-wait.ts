import { sql } from 'kysely'
import type { CallingAccount } from '#src/features/google-accounts/api.ts'
import type { Merchant } from '#src/features/google-merchants/api.ts'
import { phoneOf } from '#src/features/reservations/api.ts'
import { joinList, lockDay, quotesAt, tonightAt } from '#src/features/waitlist/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { BadArgument, WaitFailure } from './failure.ts'
import { nameOf, waitingGuest } from './guest.ts'
import { requireMerchant } from './merchants.ts'
import { listOf, requireService, requireSize, requireWaitlist, sizeMostOf } from './wait-estimates.ts'
import { requestHashOf, type WaitRequest } from './messages.ts'

type Answer = { waitlist_entry_id: string }
type Joining = { account: CallingAccount; request: WaitRequest; merchant: Merchant; partySize: number; hash: string }

/**
 * CreateWaitlistEntry: puts a party on tonight's list, behind those who wait. The token is the key: the same request under it is answered as before,
 * another one is refused, one that failed is tried anew, and of several at once one joins.
 */
export const createWaitlistEntry = async (ctx: Ctx, account: CallingAccount, request: WaitRequest): Promise<Answer> => {
  requireWaitlist(account)
  requireService(request.service_id)
  const partySize = requireSize(request.party_size)
  const { user_information: user } = request
  if (!user) throw new BadArgument('user_information is missing')
  nameOf(user)
  const merchant = await requireMerchant(ctx, account, request.merchant_id)
  const joining = { account, request, merchant, partySize, hash: requestHashOf(request) }
  return transaction(ctx, (inner) => joinOnce(inner, joining))
}

const joinOnce = async (ctx: Ctx, joining: Joining): Promise<Answer> => {
  const { account, request, merchant, partySize, hash } = joining
  const { idempotency_token: token } = request
  if (token) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${account.id} ${token}`}, 4742))`.execute(ctx.db)
    const known = await joinedUnder(ctx, account, token)
    if (known && known.requestHash !== hash) throw new BadArgument('idempotency_token was used with another request')
    if (known) return { waitlist_entry_id: known.entryId }
  }
  const list = await listOf(ctx, merchant)
  if ('cause' in list) throw new WaitFailure(list.cause, 'nobody is put on the list')
  const { house } = list
  if (partySize < house.book.party.min) throw new WaitFailure('BELOW_MIN_PARTY_SIZE', `from ${house.book.party.min}`)
  if (partySize > sizeMostOf(merchant, house)) throw new WaitFailure('ABOVE_MAX_PARTY_SIZE', `up to ${sizeMostOf(merchant, house)}`)
  await lockDay(ctx, { venueId: house.id, serviceOn: tonightAt(ctx, house.timeZone) })
  const guest = await guestFor(ctx, joining, house)
  const { minutes, ahead } = (await quotesAt(ctx, { venue: house, areaId: null }))(partySize)
  if (minutes === null) throw new WaitFailure('WAITLIST_FULL', 'nobody of that size is seated within hours')
  if (minutes === 0 && ahead === 0) throw new WaitFailure('NO_WAIT', 'there is a table')
  const id = await joinList(ctx, house, { kind: 'door', origin: 'google', partySize, quotedMinutes: minutes, ...guest })
  await ctx.db
    .insertInto('googleWaits')
    .values({
      entryId: id,
      accountId: account.id,
      userId: request.user_information!.user_id || null,
      token: token || null,
      requestHash: hash,
      createdAt: ctx.clock().toString(),
    })
    .execute()
  return { waitlist_entry_id: id }
}

/** Who waits, whom the house can call when the table is ready, and who does not wait there already. */
const guestFor = async (ctx: Ctx, { account, request }: Joining, { id, countryCode }: VenueWithBook) => {
  const user = request.user_information!
  const { phone: number, ...guest } = waitingGuest(account, request)
  const phone = number === null ? null : phoneOf(number, { countryCode, international: true })
  if (number !== null && !phone) throw new WaitFailure('PHONE_NUMBER_COUNTRY_UNSUPPORTED', 'this number cannot be dialled')
  if (!phone && guest.email === null) throw new BadArgument('user_information has neither telephone nor email')
  const { rows } = await sql`
    select from waitlist_entries e left join google_waits g on g.entry_id = e.id
    where e.venue_id = ${id} and e.kind = 'door' and e.status in ('waiting', 'ready') and e.until_at > ${ctx.clock().toString()}::timestamptz
      and (g.account_id = ${account.id} and g.user_id = ${user.user_id || null} or e.phone = ${phone ?? null} or lower(e.email) = lower(${guest.email}))
    limit 1`.execute(ctx.db)
  if (rows.length) throw new WaitFailure('EXISTING_WAITLIST_ENTRY', 'the guest waits there already')
  return { ...guest, phone: phone ?? null }
}

const joinedUnder = (ctx: Ctx, { id }: CallingAccount, token: string) =>
  ctx.db
    .selectFrom('googleWaits')
    .select(['entryId', 'requestHash'])
    .where('accountId', '=', id)
    .where('token', '=', token)
    .executeTakeFirst()

import type { CallingAccount } from '#src/features/google-accounts/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { bookingOf, bookingView, statusOf, upcomingOf } from './booking-view.ts'
import { BadArgument, GoogleError } from './failure.ts'
import { type Booking, type GoogleUser, notPaid } from './messages.ts'

/** GetBookingStatus. */
export const getBookingStatus = async (ctx: Ctx, account: CallingAccount, { booking_id: id }: { booking_id?: string }) => {
  const known = await bookingOf(ctx, account, id)
  if (!known) throw new GoogleError(404, 'unknown booking_id')
  return { booking_id: known.id, booking_status: statusOf(known.status), ...notPaid }
}

/** ListBookings: what is still to come of a person, neither past nor canceled. */
export const listBookings = async (
  ctx: Ctx,
  account: CallingAccount,
  { user_id: userId }: { user_id?: string },
): Promise<{ bookings: Booking[] }> => {
  if (!userId) throw new BadArgument('user_id is missing')
  return { bookings: (await upcomingOf(ctx, account, userId)).map(bookingView) }
}

/** SetMarketingPreference: counts for what the person books from now on. */
export const setMarketingPreference = async (
  ctx: Ctx,
  account: CallingAccount,
  {
    user_information: user,
    user_to_receive_marketing: wanted = false,
  }: { user_information?: GoogleUser; user_to_receive_marketing?: boolean },
): Promise<{ user_information: GoogleUser; user_to_receive_marketing: boolean }> => {
  if (!account.capabilities.includes('marketingPreferences'))
    throw new GoogleError(501, 'marketing preferences are not agreed for this account')
  if (!user?.user_id) throw new BadArgument('user_information.user_id is missing')
  const row = { wanted, setAt: ctx.clock().toString() }
  await ctx.db
    .insertInto('googlePreferences')
    .values({ accountId: account.id, userId: user.user_id, ...row })
    .onConflict((conflict) => conflict.columns(['accountId', 'userId']).doUpdateSet(row))
    .execute()
  return { user_information: user, user_to_receive_marketing: wanted }
}

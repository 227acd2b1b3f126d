import type { CallingAccount } from '#src/features/google-accounts/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { createBooking } from './create-booking.ts'
import { batchLookup, checkAvailability } from './lookup.ts'
import { type MethodName, requests } from './messages.ts'
import { readMessage } from './proto-json.ts'
import { getBookingStatus, listBookings, setMarketingPreference } from './read-bookings.ts'
import { updateBooking } from './update-booking.ts'
import { createWaitlistEntry } from './create-wait.ts'
import { deleteWaitlistEntry, getWaitlistEntry } from './own-wait.ts'
import { batchGetWaitEstimates } from './wait-estimates.ts'

type Run = (ctx: Ctx, account: CallingAccount, body: unknown) => Promise<object>

const method =
  <R>(name: MethodName, verb: (ctx: Ctx, account: CallingAccount, request: R) => Promise<object>): Run =>
  (ctx, account, body) =>
    verb(ctx, account, readMessage(requests[name], body) as R)

export const methods: Readonly<Record<MethodName, Run>> = {
  BatchAvailabilityLookup: method('BatchAvailabilityLookup', batchLookup),
  CheckAvailability: method('CheckAvailability', checkAvailability),
  CreateBooking: method('CreateBooking', createBooking),
  UpdateBooking: method('UpdateBooking', updateBooking),
  GetBookingStatus: method('GetBookingStatus', getBookingStatus),
  ListBookings: method('ListBookings', listBookings),
  SetMarketingPreference: method('SetMarketingPreference', setMarketingPreference),
  BatchGetWaitEstimates: method('BatchGetWaitEstimates', batchGetWaitEstimates),
  CreateWaitlistEntry: method('CreateWaitlistEntry', createWaitlistEntry),
  GetWaitlistEntry: method('GetWaitlistEntry', getWaitlistEntry),
  DeleteWaitlistEntry: method('DeleteWaitlistEntry', deleteWaitlistEntry),
}

/** Of Google's contract, but not for restaurants. */
export const unserved: readonly string[] = ['CheckOrderFulfillability', 'CreateOrder', 'ListOrders']
const names = new Map([...Object.keys(methods), ...unserved, 'HealthCheck'].map((name) => [name.toLowerCase(), name]))
export const methodNamed = (text: string): string | undefined => names.get(text.toLowerCase())

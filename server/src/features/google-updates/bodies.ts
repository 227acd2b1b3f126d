import { localOf } from '#src/features/availability/api.ts'
import type { UpdatingAccount } from '#src/features/google-accounts/api.ts'
import { statusOf } from '#src/features/google-booking/api.ts'
import {
  asAccount,
  datesOf,
  type GoogleSlot,
  type Merchant,
  merchantsNamed,
  merchantRecords,
  serviceId,
  serviceRecord,
  slotsOf,
} from '#src/features/google-merchants/api.ts'
import type { Status } from '@tablewire/contracts/booking/reservations.rules'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Request } from './call-google.ts'
import type { Change } from './change-rows.ts'
import { windowsOf } from './windows.ts'

const inventory = ({ partnerId }: UpdatingAccount, rest: string): string => `/v1alpha/inventory/partners/${partnerId}/${rest}`
const filled = (fields: object): object => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

type Row = { merchantId: string; status: Status; startsAt: string; endsAt: string; partySize: number; durationSec: number | null }

/** A booking as it stands now; Google has no use for one that is gone from the book, and knows of none that it did not make. */
const bookingRequest = async (ctx: Ctx, account: UpdatingAccount, { venueId, ref }: Change): Promise<Request | undefined> => {
  const { rows } = await sql<Row>`
    select coalesce(g.merchant_id, g.venue_id) as merchant_id, r.status, r.starts_at, r.ends_at, r.party_size, g.duration_sec
    from google_bookings g join reservations r on r.venue_id = g.venue_id and r.id = g.reservation_id
    where g.account_id = ${account.id} and g.venue_id = ${venueId} and g.reservation_id = ${ref}`.execute(ctx.db)
  if (!rows[0]) return undefined
  const { merchantId, status, startsAt, endsAt, partySize, durationSec } = rows[0]
  const name = `partners/${account.partnerId}/bookings/${ref}`
  const told = statusOf(status)
  const seconds = durationSec ?? Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / 1000)
  return {
    method: 'PATCH',
    path: `/v1alpha/notification/${name}`,
    query: {
      updateMask: 'status,startTime,duration,partySize',
      ...(told === 'FAILED' ? { 'bookingFailure.cause': 'SLOT_UNAVAILABLE' } : {}),
    },
    body: {
      name,
      merchantId,
      serviceId,
      status: told,
      startTime: new Date(startsAt).toISOString(),
      duration: `${seconds}s`,
      partySize: String(partySize),
    },
  }
}

const availabilityOf = ({ startSec, durationSec, partySize, room, spotsOpen, spotsTotal, mode, lastBookableSec }: GoogleSlot): object =>
  filled({
    startTime: new Date(startSec * 1000).toISOString(),
    duration: `${durationSec}s`,
    spotsTotal: String(spotsTotal),
    spotsOpen: String(spotsOpen),
    confirmationMode: mode,
    resources: filled({ partySize, roomId: room?.id, roomName: room?.name }),
    schedulingRuleOverrides: lastBookableSec === undefined ? undefined : { lastBookableSec: String(lastBookableSec) },
  })

const midnight = (date: Temporal.PlainDate, zone: string): Temporal.Instant => date.toZonedDateTime(zone).toInstant()

/** Which local dates are to be told again: those of the change with the night after them, or all that Google is told of. */
const windowOf = (ctx: Ctx, merchant: Merchant, { ref }: Change): { from: string; to: string } | undefined => {
  if (ref === '*') {
    const all = datesOf(ctx, merchant)
    if (all) return all
    const today = localOf(ctx.clock().epochMilliseconds, 'UTC').date
    return { from: today, to: Temporal.PlainDate.from(today).add({ days: 365 }).toString() }
  }
  const dates = ref.split(' ')
  return { from: dates[0]!, to: Temporal.PlainDate.from(dates.at(-1)!).add({ days: 1 }).toString() }
}

/** Everything within a window is replaced: what is not told is gone. A venue that is not on sale has nothing. */
async function* availabilityRequests(ctx: Ctx, account: UpdatingAccount, change: Change): AsyncGenerator<Request> {
  const [merchant] = await merchantsNamed(ctx, account, [change.venueId])
  const whole = merchant && windowOf(ctx, merchant, change)
  if (!merchant || !whole) return
  const timeZone = merchant.venue?.timeZone ?? 'UTC'
  const place = `merchants/${change.venueId}/services/${serviceId}`
  // An evening that runs past midnight belongs to the date before.
  const before = Temporal.PlainDate.from(whole.from).subtract({ days: 1 }).toString()
  const pieces = slotsOf(ctx, { account, merchant, from: before, to: whole.to })
  for await (const { from, to, slots } of windowsOf(pieces, { ...whole, timeZone })) {
    const start = midnight(Temporal.PlainDate.from(from), timeZone)
    const end = midnight(Temporal.PlainDate.from(to).add({ days: 1 }), timeZone)
    yield {
      method: 'POST',
      path: inventory(account, `${place}/availability:replace`),
      body: {
        serviceAvailability: {
          name: `partners/${account.partnerId}/${place}`,
          startTimeRestrict: start.toString(),
          endTimeRestrict: end.toString(),
          availability: slots.map(availabilityOf),
        },
      },
      told: { timeZone, from, to, slots, whole },
    }
  }
}

/** Both at once: Google knows them as two things. What it does not know yet comes with the next feed. */
const merchantRequests = async (ctx: Ctx, account: UpdatingAccount, { venueId }: Change): Promise<Request[]> => {
  const [merchant] = await merchantsNamed(ctx, account, [venueId])
  const [told] = await merchantRecords(ctx, account, [venueId])
  if (!merchant || !told?.record) return []
  const { name, telephone, url, geo, category } = told.record
  const { country, locality, postal_code: postalCode, street_address: streetAddress } = geo.address
  const place = filled({
    latitude: geo.latitude,
    longitude: geo.longitude,
    address: filled({ country, locality, postalCode, streetAddress }),
  })
  const { rules, waitlist_rules: waits } = serviceRecord(account, merchant)
  const mayWait = account.capabilities.includes('waitlist')
  const seconds = (count: number | undefined): string | undefined => (count === undefined ? undefined : `${count}s`)
  return [
    {
      method: 'PATCH',
      path: inventory(account, `merchants/${venueId}`),
      query: { updateMask: 'merchantName,telephone,url,geo,category' },
      body: filled({ merchantName: name, telephone, url, geo: place, category }),
    },
    {
      method: 'PATCH',
      path: inventory(account, `merchants/${venueId}/services/${serviceId}`),
      // Without rules the list is closed.
      query: { updateMask: mayWait ? 'rules,waitlistRules' : 'rules' },
      body: {
        rules: filled({
          minAdvanceBooking: seconds(rules?.min_advance_booking),
          minAdvanceOnlineCanceling: seconds(rules?.min_advance_online_canceling),
        }),
        ...(waits
          ? {
              waitlistRules: {
                minPartySize: waits.min_party_size,
                maxPartySize: waits.max_party_size,
                supportsAdditionalRequest: waits.supports_additional_request,
              },
            }
          : {}),
      },
    },
  ]
}

/** What Google is to be told of a change as things stand now, call by call; nothing where it does not concern this account any more. */
export async function* requestsFor(ctx: Ctx, account: UpdatingAccount, change: Change): AsyncGenerator<Request> {
  const inner = asAccount(ctx, account)
  if (change.kind === 'merchant') yield* await merchantRequests(inner, account, change)
  else if (change.kind === 'availability') yield* availabilityRequests(inner, account, change)
  else {
    const request = await bookingRequest(inner, account, change)
    if (request) yield request
  }
}

import type { CallingAccount } from '#src/features/google-accounts/api.ts'
import type { LocalizedText } from './texts.ts'
import { type Merchant, serviceId } from './merchants.ts'

/** The one service of a merchant, as its feed and its updates tell of it, by the feed's names. */
export type ServiceRecord = {
  merchant_id: string
  service_id: string
  localized_service_name: LocalizedText
  rules?: { min_advance_booking?: number; min_advance_online_canceling?: number }
  waitlist_rules?: { min_party_size: number; max_party_size: number; supports_additional_request: boolean }
}

const name: LocalizedText = {
  value: 'Reservation',
  localized_value: [
    { locale: 'en', value: 'Reservation' },
    { locale: 'de', value: 'Tischreservierung' },
    { locale: 'fr', value: 'Réservation' },
    { locale: 'es', value: 'Reserva' },
    { locale: 'nl', value: 'Reservering' },
  ],
}

/** Of what the venue's book, its company and its system ask, the longest, in seconds. */
const longest = (...seconds: (number | null | undefined)[]): number => Math.ceil(Math.max(0, ...seconds.map((one) => one ?? 0)))
const hours = (value: number | null): number => (value ?? 0) * 3600

/** Whom the waitlist takes, where guests may join it. What Google should say to a larger party is named nowhere, so nothing is. */
const waitlistRules = (account: CallingAccount, { waits, house, maxParty }: Merchant): Pick<ServiceRecord, 'waitlist_rules'> =>
  waits && house
    ? {
        waitlist_rules: {
          min_party_size: house.book.party.min,
          max_party_size: Math.min(maxParty, house.book.party.max),
          supports_additional_request: account.capabilities.includes('specialRequest'),
        },
      }
    : {}

export const serviceRecord = (account: CallingAccount, merchant: Merchant): ServiceRecord => {
  const { id, house, rwg } = merchant
  const before = longest(hours(rwg.minAdvanceBooking), house?.minAdvanceBooking, (house?.book.noticeMinutes ?? 0) * 60)
  const canceling = longest(
    hours(rwg.minAdvanceOnlineCanceling),
    house?.minAdvanceBookingCancelling,
    (house?.book.cancellationWindowMinutes ?? 0) * 60,
  )
  const rules = {
    ...(before ? { min_advance_booking: before } : {}),
    ...(canceling ? { min_advance_online_canceling: canceling } : {}),
  }
  return {
    merchant_id: id,
    service_id: serviceId,
    localized_service_name: name,
    ...(before || canceling ? { rules } : {}),
    ...waitlistRules(account, merchant),
  }
}

import type { Book, LangTexts } from '@tablewire/contracts/estate/book'
import type { VenueDetail } from '@tablewire/contracts/estate/venue-fields'
import { sql } from 'kysely'
import { type Notice, type ReservationRecord, visible } from '#src/features/reservations/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

/** A booking with all that a message about it says. */
export type Letter = ReservationRecord & {
  companyId: string
  venueName: string
  venuePhone: string | null
  /** The street, and all of it in one line. */
  street: string | null
  city: string | null
  postalCode: string | null
  venueAddress: string | null
  countryCode: string
  timeZone: string
  test: boolean
  areaName: string | null
  emailDomain: string | null
  emailSenderName: string | null
  emailReplyTo: string | null
  emailNotices: Notice[]
  confirmationText: LangTexts
  messageTexts: VenueDetail['messageTexts']
  messagePorts: VenueDetail['messagePorts']
  messageLines: VenueDetail['messageLines']
  quietFrom: number
  quietUntil: number
  bookTexts: Book['texts'] | null
  partyMax: number | null
  cancelMinutes: number
  areaNames: LangTexts | null
}

/** As it stands now; undefined for one that the caller may not know of. */
export const readLetter = async (ctx: Ctx, reservationId: string): Promise<Letter | undefined> => {
  const { rows } = await sql<Letter>`
    select r.*, v.company_id, coalesce(v.display_name, v.name) as venue_name, v.phone_number as venue_phone, v.address as street, v.city, v.postal_code,
      nullif(concat_ws(', ', v.address, nullif(concat_ws(' ', v.postal_code, v.city), '')), '') as venue_address,
      v.country_code, v.time_zone, v.test, v.email_domain, v.email_sender_name, v.email_reply_to, v.email_notices, v.confirmation_text, v.message_texts, v.message_ports, v.message_lines, v.quiet_from, v.quiet_until,
      a.name as area_name, a.names as area_names, b.rules -> 'texts' as book_texts, (b.rules #>> '{party,max}')::integer as party_max,
      greatest((b.rules ->> 'cancellationWindowMinutes')::integer, coalesce(c.min_advance_booking_cancelling, 0) / 60) as cancel_minutes
    from reservations r join venues v on v.id = r.venue_id join companies c on c.id = v.company_id
      left join areas a on a.venue_id = r.venue_id and a.id = r.area_id left join books b on b.venue_id = r.venue_id
    where r.id = ${reservationId} and (${visible(ctx, 'r')}) is true`.execute(ctx.db)
  return rows[0]
}

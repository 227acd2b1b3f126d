import type { Ctx } from '#src/platform/ctx.ts'
import { ownLink } from './own-link.ts'
import type { Letter } from './read-letter.ts'

const statuses: Partial<Record<Letter['status'], string>> = {
  confirmed: 'ReservationConfirmed',
  seated: 'ReservationConfirmed',
  completed: 'ReservationConfirmed',
  canceled: 'ReservationCancelled',
  rejected: 'ReservationCancelled',
}

/** The booking for mail programs that show one (schema.org FoodEstablishmentReservation). */
export const markupOf = (ctx: Ctx, letter: Letter): object => {
  const url = ownLink(ctx, letter.id)
  return {
    '@context': 'http://schema.org',
    '@type': 'FoodEstablishmentReservation',
    reservationNumber: letter.reference,
    reservationStatus: `http://schema.org/${statuses[letter.status] ?? 'ReservationPending'}`,
    underName: { '@type': 'Person', name: `${letter.guestFirstName} ${letter.guestLastName}`.trim() },
    reservationFor: {
      '@type': 'FoodEstablishment',
      name: letter.venueName,
      ...(letter.venuePhone ? { telephone: letter.venuePhone } : {}),
      address: {
        '@type': 'PostalAddress',
        ...(letter.street ? { streetAddress: letter.street } : {}),
        ...(letter.city ? { addressLocality: letter.city } : {}),
        ...(letter.postalCode ? { postalCode: letter.postalCode } : {}),
        addressCountry: letter.countryCode,
      },
    },
    startTime: letter.startsAt,
    endTime: letter.endsAt,
    partySize: letter.partySize,
    url,
    ...(statuses[letter.status] === 'ReservationCancelled'
      ? {}
      : { modifyReservationUrl: url, cancelReservationUrl: ownLink(ctx, letter.id, '/cancel'), confirmReservationUrl: url }),
  }
}

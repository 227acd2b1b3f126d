import type { Lang } from '@tablewire/contracts/kit/wire'

/** What a guest is told: booked, waiting for the venue, changed, canceled, declined. */
export type Notice = 'booked' | 'requested' | 'changed' | 'canceled' | 'rejected'
type Letter = { subject: string; title: string; text: string }
type GuestPhrases = Record<Notice, Letter> & {
  greeting: string
  labels: { venue: string; when: string; party: string; area: string; reference: string; address: string }
  /** With the venue's phone number, and where it has none. */
  call: string
  thanks: string
}

/** `{venue}`, `{day}`, `{name}` and `{phone}` are filled in. */
export const guestPhrases: Record<Lang, GuestPhrases> = {
  en: {
    booked: { subject: 'Your table at {venue} on {day}', title: 'Your table is booked', text: '{venue} looks forward to seeing you.' },
    requested: {
      subject: 'Your request at {venue} for {day}',
      title: 'Your request has arrived',
      text: '{venue} confirms bookings of this size itself. You will hear from us as soon as it has decided; until then the table is kept for you.',
    },
    changed: { subject: 'Your booking at {venue} has changed', title: 'Your booking has changed', text: 'This is how {venue} now has it:' },
    canceled: {
      subject: 'Your booking at {venue} on {day} is canceled',
      title: 'Your booking is canceled',
      text: '{venue} no longer expects you. This was the booking:',
    },
    rejected: {
      subject: '{venue} cannot take your booking for {day}',
      title: 'Your request could not be accepted',
      text: 'Unfortunately {venue} cannot take this booking. Perhaps another time suits:',
    },
    greeting: 'Hello {name},',
    labels: { venue: 'Restaurant', when: 'Date and time', party: 'Guests', area: 'Area', reference: 'Reference', address: 'Address' },
    call: 'Something to change? Please call {phone} and name the reference.',
    thanks: 'Something to change? Please contact the restaurant and name the reference.',
  },
  es: {
    booked: { subject: 'Su mesa en {venue}, {day}', title: 'Su mesa está reservada', text: 'En {venue} le esperamos con mucho gusto.' },
    requested: {
      subject: 'Su solicitud en {venue}, {day}',
      title: 'Hemos recibido su solicitud',
      text: '{venue} confirma personalmente las reservas de este tamaño. Le avisaremos en cuanto haya decidido; hasta entonces la mesa queda guardada para usted.',
    },
    changed: { subject: 'Su reserva en {venue} ha cambiado', title: 'Su reserva ha cambiado', text: 'Así consta ahora en {venue}:' },
    canceled: {
      subject: 'Su reserva en {venue}, {day}, está cancelada',
      title: 'Su reserva está cancelada',
      text: '{venue} ya no le espera. Esta era la reserva:',
    },
    rejected: {
      subject: '{venue} no puede aceptar su reserva, {day}',
      title: 'No se ha podido aceptar su solicitud',
      text: 'Lamentablemente {venue} no puede aceptar esta reserva. Quizá le convenga otro momento:',
    },
    greeting: 'Hola, {name}:',
    labels: {
      venue: 'Restaurante',
      when: 'Fecha y hora',
      party: 'Comensales',
      area: 'Zona',
      reference: 'Referencia',
      address: 'Dirección',
    },
    call: '¿Algo que cambiar? Llame al {phone} e indique la referencia.',
    thanks: '¿Algo que cambiar? Póngase en contacto con el restaurante e indique la referencia.',
  },
  fr: {
    booked: {
      subject: 'Votre table chez {venue}, {day}',
      title: 'Votre table est réservée',
      text: '{venue} se réjouit de vous accueillir.',
    },
    requested: {
      subject: 'Votre demande chez {venue}, {day}',
      title: 'Votre demande est arrivée',
      text: '{venue} confirme personnellement les réservations de cette taille. Nous vous écrirons dès sa décision ; d’ici là, la table est gardée pour vous.',
    },
    changed: {
      subject: 'Votre réservation chez {venue} a changé',
      title: 'Votre réservation a changé',
      text: 'Voici ce que {venue} a maintenant noté :',
    },
    canceled: {
      subject: 'Votre réservation chez {venue}, {day}, est annulée',
      title: 'Votre réservation est annulée',
      text: '{venue} ne vous attend plus. Voici la réservation concernée :',
    },
    rejected: {
      subject: '{venue} ne peut pas accepter votre réservation, {day}',
      title: 'Votre demande n’a pas pu être acceptée',
      text: 'Malheureusement, {venue} ne peut pas accepter cette réservation. Un autre moment vous conviendrait peut-être :',
    },
    greeting: 'Bonjour {name},',
    labels: { venue: 'Restaurant', when: 'Date et heure', party: 'Couverts', area: 'Espace', reference: 'Référence', address: 'Adresse' },
    call: 'Quelque chose à modifier ? Appelez le {phone} en indiquant la référence.',
    thanks: 'Quelque chose à modifier ? Contactez le restaurant en indiquant la référence.',
  },
  de: {
    booked: { subject: 'Ihr Tisch bei {venue}, {day}', title: 'Ihr Tisch ist reserviert', text: '{venue} freut sich auf Sie.' },
    requested: {
      subject: 'Ihre Anfrage bei {venue}, {day}',
      title: 'Ihre Anfrage ist angekommen',
      text: '{venue} bestätigt Reservierungen dieser Größe selbst. Sie hören von uns, sobald entschieden ist; bis dahin bleibt der Tisch für Sie frei.',
    },
    changed: {
      subject: 'Ihre Reservierung bei {venue} wurde geändert',
      title: 'Ihre Reservierung wurde geändert',
      text: 'So steht sie jetzt bei {venue}:',
    },
    canceled: {
      subject: 'Ihre Reservierung bei {venue}, {day}, ist storniert',
      title: 'Ihre Reservierung ist storniert',
      text: '{venue} erwartet Sie nicht mehr. Das war die Reservierung:',
    },
    rejected: {
      subject: '{venue} kann Ihre Reservierung nicht annehmen, {day}',
      title: 'Ihre Anfrage konnte nicht angenommen werden',
      text: 'Leider kann {venue} diese Reservierung nicht annehmen. Vielleicht passt eine andere Zeit:',
    },
    greeting: 'Guten Tag {name},',
    labels: { venue: 'Restaurant', when: 'Datum und Uhrzeit', party: 'Gäste', area: 'Bereich', reference: 'Referenz', address: 'Adresse' },
    call: 'Soll sich etwas ändern? Bitte rufen Sie {phone} an und nennen Sie die Referenz.',
    thanks: 'Soll sich etwas ändern? Bitte wenden Sie sich an das Restaurant und nennen Sie die Referenz.',
  },
  nl: {
    booked: { subject: 'Uw tafel bij {venue}, {day}', title: 'Uw tafel is gereserveerd', text: '{venue} kijkt uit naar uw komst.' },
    requested: {
      subject: 'Uw aanvraag bij {venue}, {day}',
      title: 'Uw aanvraag is binnen',
      text: '{venue} bevestigt reserveringen van deze grootte zelf. U hoort van ons zodra er is beslist; tot dan blijft de tafel voor u vrij.',
    },
    changed: {
      subject: 'Uw reservering bij {venue} is gewijzigd',
      title: 'Uw reservering is gewijzigd',
      text: 'Zo staat deze nu bij {venue}:',
    },
    canceled: {
      subject: 'Uw reservering bij {venue}, {day}, is geannuleerd',
      title: 'Uw reservering is geannuleerd',
      text: '{venue} verwacht u niet meer. Dit was de reservering:',
    },
    rejected: {
      subject: '{venue} kan uw reservering niet aannemen, {day}',
      title: 'Uw aanvraag kon niet worden aangenomen',
      text: 'Helaas kan {venue} deze reservering niet aannemen. Misschien past een ander moment:',
    },
    greeting: 'Beste {name},',
    labels: { venue: 'Restaurant', when: 'Datum en tijd', party: 'Gasten', area: 'Ruimte', reference: 'Referentie', address: 'Adres' },
    call: 'Iets wijzigen? Bel {phone} en noem de referentie.',
    thanks: 'Iets wijzigen? Neem contact op met het restaurant en noem de referentie.',
  },
}

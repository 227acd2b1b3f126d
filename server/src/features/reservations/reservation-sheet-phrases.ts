import type { Source } from '@tablewire/contracts/booking/reservations'
import type { Status } from '@tablewire/contracts/booking/reservations.rules'
import { type Lang, langs } from '@tablewire/contracts/kit/wire'
import type { z } from 'zod/mini'

/** The columns of the file, in their order. */
export const sheetColumns = [
  'number',
  'venueName',
  'date',
  'time',
  'partySize',
  'status',
  'firstName',
  'lastName',
  'email',
  'phone',
  'lang',
  'area',
  'notes',
  'tags',
  'channel',
  'source',
  'reference',
  'durationMinutes',
  'serviceDay',
  'createdAt',
  'canceledAt',
  'cancelReason',
  'override',
  'timezone',
  'venueExternalId',
  'venue',
  'id',
] as const
export type SheetColumn = (typeof sheetColumns)[number]

type Words = {
  title: string
  yes: string
  no: string
  filters: Record<'search' | 'day' | 'from' | 'to' | 'created' | 'createdFrom' | 'createdTo' | 'system' | 'undelivered', string>
  undelivered: Record<'waiting' | 'stuck', string>
  columns: Record<SheetColumn, string>
  status: Record<Status, string>
  source: Record<z.infer<typeof Source>, string>
}

const named = (words: string): Words['columns'] => {
  const each = words.split('|')
  return Object.fromEntries(sheetColumns.map((id, at) => [id, each[at]!])) as Words['columns']
}

/** The words of the reservations' Excel file; an import knows them again, in whichever language the file was written. */
export const reservationSheetPhrases: Record<Lang, Words> = {
  en: {
    title: 'Reservations',
    yes: 'yes',
    no: 'no',
    filters: {
      search: 'Search',
      day: 'Service day',
      from: 'From',
      to: 'To',
      created: 'Booked on',
      createdFrom: 'Booked from',
      createdTo: 'Booked to',
      system: 'Reservation system',
      undelivered: 'Not in the venue’s system',
    },
    undelivered: { waiting: 'on the way', stuck: 'stuck' },
    columns: named(
      'Booking number|Venue|Date|Time|Party|Status|First name|Last name|E-mail|Phone|Language|Area|Notes|Tags|Channel|Source|Number at the channel|Stay (minutes)|Service day|Booked at|Canceled at|Reason of cancellation|Beyond the book|Time zone|Venue id|Hub id of the venue|Hub id',
    ),
    status: {
      held: 'On hold',
      pending_confirmation: 'Unconfirmed',
      requires_payment: 'Awaiting payment',
      confirmed: 'Confirmed',
      seated: 'Seated',
      completed: 'Completed',
      no_show: 'No-show',
      canceled: 'Canceled',
      rejected: 'Rejected',
      expired: 'Expired',
    },
    source: {
      phone: 'Phone',
      walk_in: 'Walk-in',
      channel: 'Channel',
      widget: 'Widget',
      import: 'Import',
      system: 'Restaurant’s system',
    },
  },
  de: {
    title: 'Reservierungen',
    yes: 'ja',
    no: 'nein',
    filters: {
      search: 'Suche',
      day: 'Betriebstag',
      from: 'Von',
      to: 'Bis',
      created: 'Gebucht am',
      createdFrom: 'Gebucht ab',
      createdTo: 'Gebucht bis',
      system: 'Reservierungssystem',
      undelivered: 'Nicht im System des Restaurants',
    },
    undelivered: { waiting: 'unterwegs', stuck: 'hängt fest' },
    columns: named(
      'Buchungsnummer|Restaurant|Datum|Uhrzeit|Personen|Status|Vorname|Nachname|E-Mail|Telefon|Sprache|Bereich|Notizen|Tags|Kanal|Herkunft|Nummer beim Kanal|Aufenthalt (Minuten)|Betriebstag|Gebucht am|Storniert am|Stornogrund|Über das Buch hinaus|Zeitzone|Restaurant-ID|Hub-ID des Restaurants|Hub-ID',
    ),
    status: {
      held: 'Vorgemerkt',
      pending_confirmation: 'Unbestätigt',
      requires_payment: 'Zahlung offen',
      confirmed: 'Bestätigt',
      seated: 'Am Tisch',
      completed: 'Beendet',
      no_show: 'Nicht erschienen',
      canceled: 'Storniert',
      rejected: 'Abgelehnt',
      expired: 'Verfallen',
    },
    source: {
      phone: 'Telefon',
      walk_in: 'Laufkundschaft',
      channel: 'Kanal',
      widget: 'Widget',
      import: 'Import',
      system: 'System des Restaurants',
    },
  },
  es: {
    title: 'Reservas',
    yes: 'sí',
    no: 'no',
    filters: {
      search: 'Búsqueda',
      day: 'Día de servicio',
      from: 'Desde',
      to: 'Hasta',
      created: 'Reservado el',
      createdFrom: 'Reservado desde',
      createdTo: 'Reservado hasta',
      system: 'Sistema de reservas',
      undelivered: 'Fuera del sistema del restaurante',
    },
    undelivered: { waiting: 'en camino', stuck: 'atascada' },
    columns: named(
      'Número de reserva|Restaurante|Fecha|Hora|Comensales|Estado|Nombre|Apellidos|Correo|Teléfono|Idioma|Zona|Notas|Etiquetas|Canal|Origen|Número en el canal|Estancia (minutos)|Día de servicio|Reservado el|Cancelado el|Motivo de cancelación|Por encima del libro|Zona horaria|Id del restaurante|Id del restaurante en el hub|Id del hub',
    ),
    status: {
      held: 'Retenida',
      pending_confirmation: 'Sin confirmar',
      requires_payment: 'Pago pendiente',
      confirmed: 'Confirmada',
      seated: 'Sentados',
      completed: 'Terminada',
      no_show: 'No presentado',
      canceled: 'Cancelada',
      rejected: 'Rechazada',
      expired: 'Caducada',
    },
    source: {
      phone: 'Teléfono',
      walk_in: 'Sin reserva',
      channel: 'Canal',
      widget: 'Widget',
      import: 'Importación',
      system: 'Sistema del restaurante',
    },
  },
  fr: {
    title: 'Réservations',
    yes: 'oui',
    no: 'non',
    filters: {
      search: 'Recherche',
      day: 'Jour de service',
      from: 'Du',
      to: 'Au',
      created: 'Réservé le',
      createdFrom: 'Réservé à partir du',
      createdTo: 'Réservé jusqu’au',
      system: 'Système de réservation',
      undelivered: 'Absentes du système de l’établissement',
    },
    undelivered: { waiting: 'en route', stuck: 'bloquée' },
    columns: named(
      'Numéro de réservation|Établissement|Date|Heure|Couverts|Statut|Prénom|Nom|E-mail|Téléphone|Langue|Salle|Notes|Étiquettes|Canal|Origine|Numéro chez le canal|Durée (minutes)|Jour de service|Réservé le|Annulé le|Motif d’annulation|Au-delà du livre|Fuseau horaire|Identifiant de l’établissement|Id hub de l’établissement|Id du hub',
    ),
    status: {
      held: 'En attente du client',
      pending_confirmation: 'À confirmer',
      requires_payment: 'Paiement attendu',
      confirmed: 'Confirmée',
      seated: 'Installés',
      completed: 'Terminée',
      no_show: 'Absents',
      canceled: 'Annulée',
      rejected: 'Refusée',
      expired: 'Expirée',
    },
    source: {
      phone: 'Téléphone',
      walk_in: 'Sans réservation',
      channel: 'Canal',
      widget: 'Widget',
      import: 'Importation',
      system: 'Système de l’établissement',
    },
  },
  nl: {
    title: 'Reserveringen',
    yes: 'ja',
    no: 'nee',
    filters: {
      search: 'Zoeken',
      day: 'Servicedag',
      from: 'Van',
      to: 'Tot',
      created: 'Geboekt op',
      createdFrom: 'Geboekt vanaf',
      createdTo: 'Geboekt tot',
      system: 'Reserveringssysteem',
      undelivered: 'Niet in het systeem van het restaurant',
    },
    undelivered: { waiting: 'onderweg', stuck: 'vastgelopen' },
    columns: named(
      'Boekingsnummer|Restaurant|Datum|Tijd|Personen|Status|Voornaam|Achternaam|E-mail|Telefoon|Taal|Ruimte|Notities|Labels|Kanaal|Bron|Nummer bij het kanaal|Verblijf (minuten)|Servicedag|Geboekt op|Geannuleerd op|Reden van annulering|Boven het boek|Tijdzone|Restaurant-id|Hub-id van het restaurant|Hub-id',
    ),
    status: {
      held: 'Vastgehouden',
      pending_confirmation: 'Onbevestigd',
      requires_payment: 'Betaling open',
      confirmed: 'Bevestigd',
      seated: 'Aan tafel',
      completed: 'Afgerond',
      no_show: 'No-show',
      canceled: 'Geannuleerd',
      rejected: 'Afgewezen',
      expired: 'Verlopen',
    },
    source: {
      phone: 'Telefoon',
      walk_in: 'Walk-in',
      channel: 'Kanaal',
      widget: 'Widget',
      import: 'Import',
      system: 'Systeem van het restaurant',
    },
  },
}

const statusWords = new Map(
  langs.flatMap((lang) =>
    Object.entries(reservationSheetPhrases[lang].status).map(([status, word]): [string, Status] => [word.toLowerCase(), status as Status]),
  ),
)
/** The status that a word of our own file means, in whichever language. */
export const statusOfWord = (word: string): Status | undefined => statusWords.get(word.trim().toLowerCase())

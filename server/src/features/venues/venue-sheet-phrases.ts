import type { Lang } from '@tablewire/contracts/kit/wire'

const ids = [
  'name',
  'externalId',
  'city',
  'country',
  'address',
  'postalCode',
  'phone',
  'timezone',
  'currency',
  'minCovers',
  'maxCovers',
  'active',
  'system',
  'sdkAccess',
  'tripadvisorId',
  'listing',
  'meta',
  'latitude',
  'longitude',
  'openingHours',
  'id',
] as const
export type SheetColumn = (typeof ids)[number]
type Words = { title: string; search: string; channel: string; yes: string; no: string; columns: Record<SheetColumn, string> }

const named = (words: readonly string[]): Words['columns'] => Object.fromEntries(ids.map((id, at) => [id, words[at]!])) as Words['columns']

/** The words of the venues' Excel file. */
export const venueSheetPhrases: Record<Lang, Words> = {
  en: {
    title: 'Venues',
    search: 'Search',
    channel: 'Channel',
    yes: 'yes',
    no: 'no',
    columns: named(
      'Name|Venue id|City|Country|Address|Postal code|Phone|Time zone|Currency|Min covers|Max covers|Active|Reservation system|Widget|Tripadvisor id|Listing|Meta|Latitude|Longitude|Opening hours|Hub id'.split(
        '|',
      ),
    ),
  },
  de: {
    title: 'Restaurants',
    search: 'Suche',
    channel: 'Kanal',
    yes: 'ja',
    no: 'nein',
    columns: named(
      'Name|Restaurant-ID|Ort|Land|Adresse|Postleitzahl|Telefon|Zeitzone|Währung|Min. Gäste|Max. Gäste|Aktiv|Reservierungssystem|Widget|Tripadvisor-ID|Eintrag|Meta|Breite|Länge|Öffnungszeiten|Hub-ID'.split(
        '|',
      ),
    ),
  },
  es: {
    title: 'Restaurantes',
    search: 'Búsqueda',
    channel: 'Canal',
    yes: 'sí',
    no: 'no',
    columns: named(
      'Nombre|Id del restaurante|Ciudad|País|Dirección|Código postal|Teléfono|Zona horaria|Moneda|Comensales mín.|Comensales máx.|Activo|Sistema de reservas|Widget|Id de Tripadvisor|Ficha|Meta|Latitud|Longitud|Horario|Id del hub'.split(
        '|',
      ),
    ),
  },
  fr: {
    title: 'Établissements',
    search: 'Recherche',
    channel: 'Canal',
    yes: 'oui',
    no: 'non',
    columns: named(
      'Nom|Identifiant|Ville|Pays|Adresse|Code postal|Téléphone|Fuseau horaire|Devise|Couverts min.|Couverts max.|Actif|Système de réservation|Widget|Id Tripadvisor|Fiche|Meta|Latitude|Longitude|Horaires|Id du hub'.split(
        '|',
      ),
    ),
  },
  nl: {
    title: 'Restaurants',
    search: 'Zoeken',
    channel: 'Kanaal',
    yes: 'ja',
    no: 'nee',
    columns: named(
      'Naam|Restaurant-id|Plaats|Land|Adres|Postcode|Telefoon|Tijdzone|Valuta|Min. gasten|Max. gasten|Actief|Reserveringssysteem|Widget|Tripadvisor-id|Vermelding|Meta|Breedtegraad|Lengtegraad|Openingstijden|Hub-id'.split(
        '|',
      ),
    ),
  },
}

const known: ReadonlyMap<string, SheetColumn> = new Map(
  Object.values(venueSheetPhrases).flatMap(({ columns }) => ids.map((id) => [columns[id].toLowerCase(), id] as [string, SheetColumn])),
)
/** Which column of the file goes by that name, in whatever language. */
export const sheetColumnOf = (name: string): SheetColumn | undefined => known.get(name.trim().toLowerCase())

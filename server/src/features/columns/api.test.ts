import { Readable } from 'node:stream'
import { type ImportKind, targetsOf } from '@tablewire/contracts/import/import.rules'
import { expect, test } from 'vitest'
import { recogniseTable } from '#src/platform/table/recognise-table.ts'
import { isColumnName } from './column-names.ts'
import { recogniseColumns } from './api.ts'

/** `name = value | other name = one ~ two` */
const parted = (text: string): [string, string][] =>
  text.split('|').map((part) => {
    const at = part.indexOf('=')
    return [part.slice(0, at).trim(), part.slice(at + 1).trim()]
  })

/** Target → the columns that are suggested for it. */
const suggested = (kind: ImportKind, columns: readonly { name: string; values: string[] }[]): Record<string, string> => {
  const sampled = columns.map((column) => ({ ...column, samples: [], filled: column.values.length }))
  const fields = recogniseColumns({ kind, targets: targetsOf(kind), columns: sampled })
  return Object.fromEntries(Object.entries(fields).map(([target, { columns: chosen }]) => [target, chosen.join('+')]))
}
const of = (kind: ImportKind, columns: string) =>
  suggested(
    kind,
    parted(columns).map(([name, values]) => ({ name, values: values.split('~').flatMap((value) => value.trim() || []) })),
  )

const venues: [string, string, string][] = [
  [
    'a city open data list',
    `business_id = 12 | name = Anker | address = Hafen 1 | city = Hamburg | postal_code = 20459 | latitude = 53.54 |
     longitude = 9.98 | phone_number = +49 40 219869`,
    `externalId = business_id | name = name | address = address | city = city | postcode = postal_code | lat = latitude |
     lon = longitude | phone = phone_number`,
  ],
  [
    'a tourist office',
    `Id = C1_379 | Name = 小吃店 | Description = x | Add = 臺北市 1 號 | Zipcode = 106 | Tel = 886-2-27381234 |
     Opentime = 週一至週日 11:00-21:00 | Website = http://a.example | Px = 121.53 | Py = 25.03`,
    `externalId = Id | name = Name | address = Add | postcode = Zipcode | phone = Tel | openingHours = Opentime | website = Website |
     lon = Px | lat = Py`,
  ],
  [
    'schema.org',
    `name = Anker | streetAddress = Hafen 1 | addressLocality = Hamburg | postalCode = 20459 | addressCountry = DE |
     telephone = 040 219869 | openingHours = Mo-Su 12:00-22:00 | servesCuisine = fish | url = https://anker.example`,
    `name = name | street = streetAddress | city = addressLocality | postcode = postalCode | addrCountry = addressCountry |
     phone = telephone | openingHours = openingHours | cuisine = servesCuisine | website = url`,
  ],
  [
    'German',
    `Kunden-Nr. = 1 | Betriebsname = Anker | Straße = Hafen | Hausnr. = 1 | PLZ = 20459 | Ort = Hamburg | Land = Deutschland |
     Telefon = 040 219869 | Öffnungszeiten = Mo-So 12-22 Uhr | Breitengrad = 53,54 | Längengrad = 9,98 | Sitzplätze = 40`,
    `name = Betriebsname | street = Straße | houseNumber = Hausnr. | postcode = PLZ | city = Ort | country = Land |
     phone = Telefon | openingHours = Öffnungszeiten | lat = Breitengrad | lon = Längengrad | capacity = Sitzplätze`,
  ],
  [
    'Spanish, with a code of its own',
    `Código = N-1 ~ N-2 | Nombre = Casa ~ Bar | Dirección = Calle Mayor 1 ~ Calle Mayor 2 | Código postal = 28013 ~ 28014 |
     Localidad = Madrid`,
    `externalId = Código | name = Nombre | address = Dirección | postcode = Código postal | city = Localidad`,
  ],
  [
    'French',
    `Identifiant = 7 | Nom = Bistro | Adresse = 2 rue A | Code postal = 75001 | Ville = Paris | Pays = France |
     Téléphone = 01 23 45 67 89 | Site web = bistro.example | Horaires d'ouverture = lun-ven 12h-14h |
     Fuseau horaire = Europe/Paris`,
    `externalId = Identifiant | name = Nom | address = Adresse | postcode = Code postal | city = Ville | country = Pays |
     phone = Téléphone | website = Site web | openingHours = Horaires d'ouverture | tz = Fuseau horaire`,
  ],
  [
    'Spanish',
    `NOMBRE = Casa | HORARIO = L-D 12:00-24:00 | CONTENT-URL = http://a.example/x | NOMBRE-VIA = Mayor | NUM = 3 |
     LOCALIDAD = MADRID | CODIGO-POSTAL = 28001 | LATITUD = 40.41 | LONGITUD = -3.7 | TELÉFONO = 913 640 617`,
    `name = NOMBRE | openingHours = HORARIO | website = CONTENT-URL | street = NOMBRE-VIA | houseNumber = NUM | city = LOCALIDAD |
     postcode = CODIGO-POSTAL | lat = LATITUD | lon = LONGITUD | phone = TELÉFONO`,
  ],
  [
    'Dutch',
    `Naam = Kroeg | Straatnaam = Dam | Huisnummer = 1 | Postcode = 1012 JS | Plaats = Amsterdam | Telefoonnummer = 020 1234567 |
     Openingstijden = ma-zo 12:00-22:00 | Keuken = fish`,
    `name = Naam | street = Straatnaam | houseNumber = Huisnummer | postcode = Postcode | city = Plaats | phone = Telefoonnummer |
     openingHours = Openingstijden | cuisine = Keuken`,
  ],
  [
    'OpenStreetMap',
    `osm = node/1 | name = Anker | name:en = Anchor | addr:street = Hafen | addr:housenumber = 1 | addr:postcode = 20459 |
     addr:city = Hamburg | addr:country = DE | contact:phone = +49 40 219869 | contact:website = https://a.example |
     opening_hours = 24/7 | lat = 53.5 | lon = 9.9 | tz = Europe/Berlin`,
    `osm = osm | name = name | nameEn = name:en | street = addr:street | houseNumber = addr:housenumber | postcode = addr:postcode |
     city = addr:city | addrCountry = addr:country | phone = contact:phone | website = contact:website |
     openingHours = opening_hours | lat = lat | lon = lon | tz = tz`,
  ],
  [
    'names in front and units behind',
    `Restaurant Name = Anker | Restaurant ID = 7 | Venue phone = +49 40 219869 | Latitude (°) = 53.5 | Longitude (WGS84) = 9.9 |
     Business Hours = Mon-Fri 9-5 | Zip/Postal Code = 20459 | locationLat = `,
    `name = Restaurant Name | externalId = Restaurant ID | phone = Venue phone | lat = Latitude (°) | lon = Longitude (WGS84) |
     openingHours = Business Hours | postcode = Zip/Postal Code`,
  ],
  [
    'no names that say anything',
    `a = Europe/Berlin ~ Europe/Paris | b = DE ~ FR ~ DE | c = https://a.example ~ https://b.example | d = +49 40 219869 |
     e = Mo-Fr 12:00-14:00 ~ 24/7 | f = 53.54123 ~ 48.85661 | g = 9.98123 ~ 2.35222`,
    `tz = a | country = b | website = c | phone = d | openingHours = e | lat = f | lon = g`,
  ],
  ['one column for both', `name = Anker | geo_point_2d = 53.54123, 9.98123`, `name = name | position = geo_point_2d`],
  ['a name that its values contradict', `name = Anker | phone = yes ~ no | lat = north | website = none`, `name = name`],
]

test.each(venues)('RE6: venues, %s', (_, columns, expected) => {
  expect(of('venues', columns)).toEqual(Object.fromEntries(parted(expected)))
})

const reservations: [string, string, string][] = [
  [
    'English',
    `Booking ID = A1 | Visit Date = 01/05/2026 | Visit Time = 19:30 | Party Size = 4 | Guest Name = Ana | Guest Email = a@b.test |
     Mobile Phone = +34 600 111 222 | Reservation Status = Booked | Notes = x | Source = web`,
    `reference = Booking ID | date = Visit Date | time = Visit Time | partySize = Party Size | lastName = Guest Name |
     email = Guest Email | phone = Mobile Phone | status = Reservation Status | notes = Notes | channel = Source`,
  ],
  [
    'one column for day and hour',
    `reservation_id = 1 | reserve_datetime = 2016-01-01 19:00:00 ~ 2016-01-02 20:00:00 |
     visit_datetime = 2016-01-03 19:00:00 ~ 2016-01-04 00:00:00 | reserve_visitors = 2 ~ 4 | air_store_id = air_877f79706adbfb06`,
    `reference = reservation_id | createdAt = reserve_datetime | date = visit_datetime | partySize = reserve_visitors |
     venue = air_store_id`,
  ],
  [
    'German',
    `Datum = 01.05.2026 | Uhrzeit = 19:30 | Anzahl Gäste = 4 | Vorname = Ana | Nachname = García | E-Mail = a@b.test |
     Telefonnummer = 030 901820 | Bereich = Saal | Anmerkungen = x | Erstellt am = 01.04.2026 | Restaurant = Anker`,
    `date = Datum | time = Uhrzeit | partySize = Anzahl Gäste | firstName = Vorname | lastName = Nachname | email = E-Mail |
     phone = Telefonnummer | area = Bereich | notes = Anmerkungen | createdAt = Erstellt am | venue = Restaurant`,
  ],
  [
    'French',
    `Date de réservation = 01/05/2026 | Heure = 19h30 | Nombre de couverts = 4 | Nom = Ana | Prénom = B |
     Téléphone = 01 23 45 67 89 | Commentaire = x | Statut = Confirmée`,
    `date = Date de réservation | time = Heure | partySize = Nombre de couverts | lastName = Nom | firstName = Prénom |
     phone = Téléphone | notes = Commentaire | status = Statut`,
  ],
  [
    'Spanish',
    `Localizador = X1 | Fecha = 01/05/2026 | Hora = 21:30 | Comensales = 4 | Nombre = Ana | Apellidos = García | Correo = a@b.test |
     Teléfono móvil = 600 111 222 | Sala = Terraza | Observaciones = x | Estado = Confirmada`,
    `reference = Localizador | date = Fecha | time = Hora | partySize = Comensales | firstName = Nombre | lastName = Apellidos |
     email = Correo | phone = Teléfono móvil | area = Sala | notes = Observaciones | status = Estado`,
  ],
  [
    'Dutch',
    `Reserveringsnummer = 1 | Datum = 01-05-2026 | Tijd = 19:30 | Aantal personen = 4 | Voornaam = Ana | Achternaam = B |
     Telefoon = 020 1234567 | E-mailadres = a@b.test | Opmerkingen = x`,
    `reference = Reserveringsnummer | date = Datum | time = Tijd | partySize = Aantal personen | firstName = Voornaam |
     lastName = Achternaam | phone = Telefoon | email = E-mailadres | notes = Opmerkingen`,
  ],
  [
    'no names that say anything',
    `Column 1 = 2026-05-01 ~ 2026-05-02 | Column 2 = 19:30 ~ 20:00 | Column 3 = 2 ~ 4 ~ 6 | Column 4 = a@b.test |
     Column 5 = +34 600 111 222`,
    `date = Column 1 | time = Column 2 | partySize = Column 3 | email = Column 4 | phone = Column 5`,
  ],
  [
    'day, month and year apart; guests counted apart',
    `arrival_date_year = 2015 | arrival_date_month = July | arrival_date_day_of_month = 1 | adults = 2 | children = 0 | babies = 0 |
     reservation_status = Check-Out | lead_time = 30 | reservation_status_date = 2015-07-01`,
    `date = arrival_date_year+arrival_date_month+arrival_date_day_of_month | partySize = adults+children+babies |
     status = reservation_status | leadDays = lead_time`,
  ],
]

test.each(reservations)('RE6: reservations, %s', (_, columns, expected) => {
  expect(of('reservations', columns)).toEqual(Object.fromEntries(parted(expected)))
})

/** Headers as public lists have them, over rows made in their manner: most cells empty, names in several scripts. */
const lists: [ImportKind, string, (row: number) => string, string][] = [
  [
    'venues',
    'osm_type,osm_id,name,street,postcode,city,addr_country,country,tz,tz_method,lat,lon,phone,email,website,cuisine,opening_hours,category,shop,icon',
    (row) =>
      `node,${451_152 + row},${['Luna', 'Zur Post', 'Чайка', '桜'][row % 4]} ${row},Long Lane ${row},N${row % 20} 1JH,London,,GB,Europe/London,single_zone,51.${600_840 + row},-0.${194_607 + row},+44 191 261 ${8000 + row},,https://www.venue${row}.example/,pizza;burger,Su-Th 12:00-24:00; Fr-Sa 12:00-01:00,vegan_friendly,,maki_restaurant-pizza`,
    `osmType = osm_type | osmId = osm_id | name = name | street = street | postcode = postcode | city = city |
     addrCountry = addr_country | country = country | tz = tz | tzMethod = tz_method | lat = lat | lon = lon | phone = phone |
     website = website | cuisine = cuisine | openingHours = opening_hours | shop = shop | icon = icon`,
  ],
  [
    'venues',
    'osm,name,name_en,name_ar,name_he,name_fr,name_ru,street,housenumber,city,postcode,lat,lon,phone,website,email,cuisine,opening_hours,reservation,capacity,outdoor_seating,wheelchair,diet,smoking,level,description,country',
    (row) =>
      `way/${1_173_170 + row},Ahmed ${row},Ahmed's ${row},مطعم,,Chez Ahmed,Ахмед,Nile Street,${1 + row},Cairo,${11_500 + row},28.${92_795 + row},30.${811_532 + row},+20 2 2735 ${1000 + row},https://ahmed${row}.example/,,arab,Mo-Su 12:00-22:00,,${40 + row},yes,,,no,,,EG`,
    `osm = osm | name = name | nameEn = name_en | nameAr = name_ar | nameHe = name_he | nameFr = name_fr | nameRu = name_ru |
     street = street | houseNumber = housenumber | city = city | postcode = postcode | lat = lat | lon = lon | phone = phone |
     website = website | cuisine = cuisine | openingHours = opening_hours | capacity = capacity | country = country`,
  ],
  [
    'reservations',
    'hotel,is_canceled,lead_time,arrival_date_year,arrival_date_month,arrival_date_week_number,arrival_date_day_of_month,stays_in_weekend_nights,stays_in_week_nights,adults,children,babies,meal,country,market_segment,distribution_channel,is_repeated_guest,reserved_room_type,booking_changes,deposit_type,agent,company,customer_type,adr,required_car_parking_spaces,total_of_special_requests,reservation_status,reservation_status_date',
    (row) =>
      `${row % 2 ? 'City Hotel' : 'Resort Hotel'},${row % 3 ? 0 : 1},${342 + row},2015,${['July', 'August'][row % 2]},27,${1 + (row % 28)},0,${row % 5},2,${row % 2},0,BB,PRT,Direct,${row % 2 ? 'TA/TO' : 'Direct'},0,C,${row % 4},No Deposit,NULL,NULL,Transient,${row}.5,0,0,${row % 3 ? 'Check-Out' : 'Canceled'},2015-07-${String(1 + (row % 28)).padStart(2, '0')}`,
    `date = arrival_date_year+arrival_date_month+arrival_date_day_of_month | partySize = adults+children+babies |
     status = reservation_status | leadDays = lead_time | channel = distribution_channel | venue = hotel`,
  ],
]

test.each(lists)('RE6: %s as public lists head them: %s', async (kind, header, rowOf, expected) => {
  const text = [header, ...Array.from({ length: 60 }, (_, row) => rowOf(row))].join('\n')
  const { layout, columns } = await recogniseTable(() => Readable.from([Buffer.from(text)]), isColumnName)
  expect(layout).toMatchObject({ delimiter: ',', headerLine: 1 })
  expect(suggested(kind, columns)).toEqual(Object.fromEntries(parted(expected)))
})

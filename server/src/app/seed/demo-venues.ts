import { minutesOf } from './calendar.ts'
import type { StyleName } from './service-styles.ts'

export type CompanyKey = keyof typeof companies
/** A house of the demo. Streets and owners are invented, towns and zones are real. */
export type DemoVenue = {
  key: string
  name: string
  cuisine: string
  style: StyleName
  company: CompanyKey
  city: string
  country: keyof typeof currencies
  zone: string
  address: string
  postalCode: string
  latitude: number
  longitude: number
  /** Parties that book a full, ordinary day. */
  parties: number
  /** When dinner is busiest, minutes after midnight. */
  peak: number
  /** Rooms and kitchen compared with the usual house of this style. */
  size: number
}

/** `brand` counts from the default brand on. */
export const companies = {
  marula: { name: 'Casa Marula', brand: 0, country: 'ES' },
  quay: { name: 'Northquay Dining', brand: 0, country: 'GB' },
  lantern: { name: 'Lantern & Salt', brand: 0, country: 'JP' },
  avalon: { name: 'Avalon Harbour Hotels', brand: 0, country: 'CA' },
  brasa: { name: 'Sol y Brasa', brand: 1, country: 'MX' },
  mirto: { name: 'Fratelli Mirto', brand: 1, country: 'IT' },
  verlaine: { name: 'Maison Verlaine', brand: 1, country: 'FR' },
  silber: { name: 'Silberlinde Gastronomie', brand: 2, country: 'DE' },
  himal: { name: 'Himal Table', brand: 2, country: 'IN' },
  cross: { name: 'Southern Cross Kitchens', brand: 2, country: 'AU' },
  cedar: { name: 'Nile & Cedar', brand: 2, country: 'EG' },
} as const

export const currencies = {
  AE: 'AED',
  AR: 'ARS',
  AT: 'EUR',
  AU: 'AUD',
  BR: 'BRL',
  CA: 'CAD',
  DE: 'EUR',
  EG: 'EGP',
  ES: 'EUR',
  FR: 'EUR',
  GB: 'GBP',
  GR: 'EUR',
  IE: 'EUR',
  IN: 'INR',
  IT: 'EUR',
  JP: 'JPY',
  KR: 'KRW',
  LB: 'LBP',
  MA: 'MAD',
  MX: 'MXN',
  NL: 'EUR',
  NP: 'NPR',
  NZ: 'NZD',
  PT: 'EUR',
  SG: 'SGD',
  TR: 'TRY',
  US: 'USD',
} as const

/* key | name | cuisine | style | company | city | country | zone | address | postal code | lat,lon | parties | peak | size */
const table = `
golondrina | Taberna La Golondrina | Tapas | tapas | marula | Madrid | ES | Europe/Madrid | Calle del Nogal Chico 14 | 28012 | 40.412,-3.701 | 30 | 21:15 | 1.3
punta-nao | Marisquería Punta Nao | Seafood | trattoria | marula | Valencia | ES | Europe/Madrid | Paseo de las Redes 3 | 46024 | 39.462,-0.328 | 12 | 21:00 | 1
tramontana | Bar Tramontana | Tapas | tapas | marula | Barcelona | ES | Europe/Madrid | Carrer de la Sal Vella 9 | 08003 | 41.384,2.184 | 17 | 21:30 | 1
ola-mansa | Chiringuito Ola Mansa | Grill | beach | marula | Las Palmas | ES | Atlantic/Canary | Playa de los Faros s/n | 35010 | 28.138,-15.436 | 9 | 20:00 | 1
limoeiro | Casa do Limoeiro | Portuguese | bistro | marula | Lisboa | PT | Europe/Lisbon | Rua do Limoeiro Novo 27 | 1100-318 | 38.712,-9.131 | 12 | 20:30 | 1
cais-bruma | Cais da Bruma | Seafood | bistro | marula | Ponta Delgada | PT | Atlantic/Azores | Largo da Bruma 5 | 9500-150 | 37.739,-25.668 | 5 | 20:00 | 0.7
copper-heron | The Copper Heron | Gastropub | gastropub | quay | London | GB | Europe/London | 41 Tanner's Reach | SE1 3QX | 51.501,-0.077 | 26 | 19:30 | 1.3
saltmarsh | Saltmarsh Kitchen | Modern British | bistro | quay | Edinburgh | GB | Europe/London | 8 Cooper's Wynd | EH6 6QQ | 55.976,-3.170 | 10 | 19:30 | 1
weir-house | The Weir House | Hotel restaurant | hotel | quay | Dublin | IE | Europe/Dublin | 2 Millrace Walk | D08 X2W6 | 53.343,-6.281 | 12 | 19:00 | 1.2
deux-ponts | Bistrot des Deux Ponts | French | bistro | verlaine | Paris | FR | Europe/Paris | 17 quai des Lavandières | 75005 | 48.850,2.353 | 26 | 20:15 | 1.4
lumenaire | Brasserie Luménaire | Brasserie | brasserie | verlaine | Lyon | FR | Europe/Paris | 6 place des Tisseurs | 69001 | 45.770,4.830 | 14 | 20:00 | 1.2
mistral | Le Comptoir du Mistral | Provençal | bistro | verlaine | Marseille | FR | Europe/Paris | 22 rue du Vieux Filet | 13002 | 43.297,5.369 | 8 | 20:15 | 0.8
zellij | Riad Zellij – Table d'hôtes | Moroccan | courtyard | verlaine | Marrakech | MA | Africa/Casablanca | 11 Derb el Zitoun Jdid | 40000 | 31.629,-7.988 | 7 | 20:30 | 0.8
gufo | Trattoria dal Gufo | Roman | trattoria | mirto | Roma | IT | Europe/Rome | Via dei Bottai 30 | 00153 | 41.889,12.470 | 27 | 20:30 | 1.4
lucciole | Osteria Tre Lucciole | Emilian | trattoria | mirto | Bologna | IT | Europe/Rome | Vicolo delle Lucciole 4 | 40121 | 44.497,11.343 | 11 | 20:15 | 1
mareblu | Terrazza Mareblu | Neapolitan | rooftop | mirto | Napoli | IT | Europe/Rome | Salita del Corallo 19 | 80121 | 40.832,14.240 | 9 | 20:45 | 1
silberlinde | Wirtshaus Silberlinde | Bavarian | brasserie | silber | München | DE | Europe/Berlin | Lindenhofgasse 7 | 80331 | 48.136,11.575 | 24 | 19:00 | 1.6
nordlicht | Kantine Nordlicht | New Nordic | bistro | silber | Berlin | DE | Europe/Berlin | Kleine Werftstraße 12 | 10245 | 52.503,13.452 | 10 | 19:45 | 1
elbkante | Speisezimmer Elbkante | Seafood | bistro | silber | Hamburg | DE | Europe/Berlin | Kontorstieg 3 | 20457 | 53.543,9.996 | 8 | 19:30 | 0.8
blauer-krug | Gasthaus zum Blauen Krug | Viennese | brasserie | silber | Wien | AT | Europe/Vienna | Krugmachergasse 15 | 1070 | 48.202,16.349 | 10 | 19:00 | 1
reiger | De Gouden Reiger | Dutch | gastropub | silber | Amsterdam | NL | Europe/Amsterdam | Touwslagersgracht 88 | 1016 GZ | 52.376,4.884 | 11 | 19:15 | 1
meltemi | Taverna Meltemi | Greek | meyhane | cedar | Athína | GR | Europe/Athens | Odos Anemon 21 | 105 56 | 37.975,23.726 | 8 | 21:00 | 1
bogaz | Boğaz Meyhanesi | Meze | meyhane | cedar | İstanbul | TR | Europe/Istanbul | Kayıkçı Sokak 6 | 34433 | 41.032,28.983 | 11 | 20:30 | 1
zafaran | Zafaran Nile Terrace – زعفران | Egyptian | rooftop | cedar | Cairo | EG | Africa/Cairo | 5 Sharia el Nakhil | 11511 | 30.045,31.231 | 9 | 21:00 | 1
saffron-dune | Saffron Dune | Levantine | rooftop | cedar | Dubai | AE | Asia/Dubai | Pearl Sail Tower, level 31 | 00000 | 25.204,55.270 | 12 | 21:00 | 1.2
arz | Beit el Arz – بيت الأرز | Lebanese | meyhane | cedar | Beirut | LB | Asia/Beirut | Rue des Cèdres Bleus 40 | 2028 | 33.893,35.513 | 6 | 20:45 | 0.8
momo | Himal Momo House | Nepali | courtyard | himal | Kathmandu | NP | Asia/Kathmandu | Basantapur Galli 12 | 44600 | 27.704,85.307 | 6 | 18:45 | 0.7
tamarind | Tamarind Courtyard | South Indian | courtyard | himal | Bengaluru | IN | Asia/Kolkata | 23 Banyan Cross Road | 560001 | 12.975,77.605 | 17 | 20:15 | 1.2
brass-lota | The Brass Lota | Rajasthani | courtyard | himal | Jaipur | IN | Asia/Kolkata | 7 Chandi Bazaar Lane | 302002 | 26.924,75.827 | 6 | 20:00 | 0.8
tanuki | 居酒屋 狸庵 Tanuki-an | Izakaya | izakaya | lantern | 東京 Tokyo | JP | Asia/Tokyo | 2-8-15 Hibarigaoka-machi | 150-0000 | 35.659,139.700 | 28 | 19:00 | 1.3
akatombo | 麺屋 赤とんぼ Akatombo | Ramen | ramen | lantern | 大阪 Osaka | JP | Asia/Tokyo | 1-3-9 Sumiyagawa | 542-0000 | 34.669,135.502 | 13 | 19:00 | 1
baram | Hanok Baram 한옥 바람 | Korean | izakaya | lantern | Seoul | KR | Asia/Seoul | 18 Gamnamu-gil | 03050 | 37.581,126.985 | 8 | 18:45 | 0.8
laksa-lime | Laksa & Lime Sky Bar | Peranakan | rooftop | lantern | Singapore | SG | Asia/Singapore | 60 Godown Row, level 22 | 048700 | 1.284,103.851 | 12 | 19:45 | 1
jetty-larder | The Jetty Larder | Modern Australian | bistro | cross | Adelaide | AU | Australia/Adelaide | 33 Shearwater Lane | 5000 | -34.925,138.600 | 13 | 19:00 | 1.1
kentia | Kentia Palm Pavilion | Seafood | beach | cross | Lord Howe Island | AU | Australia/Lord_Howe | 1 Lagoon Track | 2898 | -31.526,159.070 | 3 | 18:30 | 0.6
chatham-blue | Chatham Blue | Seafood | gastropub | cross | Waitangi | NZ | Pacific/Chatham | 4 Petrel Road | 8942 | -43.953,-176.560 | 4 | 18:30 | 0.6
harakeke | Harakeke Dining Room | New Zealand | hotel | cross | Auckland | NZ | Pacific/Auckland | 90 Tuatara Street | 1010 | -36.846,174.766 | 10 | 19:00 | 1
fogcutter | The Fogcutter Inn | Hotel restaurant | hotel | avalon | St. John's | CA | America/St_Johns | 12 Chandler's Hill | A1C 5V3 | 47.567,-52.707 | 9 | 18:45 | 1
juniper-ash | Juniper & Ash | New American | brasserie | avalon | New York | US | America/New_York | 219 Lantern Street | 10013 | 40.719,-74.005 | 26 | 19:30 | 1.5
skyline-agave | Skyline Agave | Rooftop bar | rooftop | brasa | Los Angeles | US | America/Los_Angeles | 700 Jacaranda Avenue, roof | 90013 | 34.047,-118.247 | 14 | 20:00 | 1.2
luz-agave | Cantina Luz de Agave | Mexican | cantina | brasa | Ciudad de México | MX | America/Mexico_City | Calle Colibrí 55 | 06700 | 19.419,-99.162 | 13 | 20:30 | 1.1
ombu | Parrilla El Ombú Viejo | Steak house | parrilla | brasa | Buenos Aires | AR | America/Argentina/Buenos_Aires | Pasaje del Aljibe 310 | C1425 | -34.588,-58.421 | 12 | 21:30 | 1.1
caju | Boteco Pé de Caju | Brazilian | tapas | brasa | São Paulo | BR | America/Sao_Paulo | Rua das Jabuticabas 142 | 05433-000 | -23.556,-46.690 | 9 | 20:30 | 0.9
`

const venueOf = (line: string): DemoVenue => {
  const [key, name, cuisine, style, company, city, country, zone, address, postalCode, place, parties, peak, size] = line.split(' | ') as [
    string,
    string,
    string,
    StyleName,
    CompanyKey,
    string,
    DemoVenue['country'],
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const [latitude, longitude] = place.split(',').map(Number) as [number, number]
  const figures = { latitude, longitude, parties: Number(parties), peak: minutesOf(peak), size: Number(size) }
  return { key, name, cuisine, style, company, city, country, zone, address, postalCode, ...figures }
}

export const demoVenues: readonly DemoVenue[] = table.trim().split('\n').map(venueOf)

/** Where guests may wait: far enough from one another that at any hour one of them seats guests. */
export const waitingHouses: ReadonlySet<string> = new Set(['golondrina', 'harakeke', 'juniper-ash', 'kentia', 'silberlinde', 'tanuki'])

/** How the product knows its demo venues again: `venues.import_key`. */
export const importKeyOf = (venue: DemoVenue): string => `demo/${venue.key}`

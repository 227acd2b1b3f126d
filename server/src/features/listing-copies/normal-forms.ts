import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'

/** Letters and digits only, without accents and case: what is left when nobody minds how it is written. */
const plain = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll(/['’`´]/g, '')
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** What sites put before a name, or leave out, as they like. */
const besideNames = new Set(
  'the le la les el los las il lo die der das de het restaurant restaurante ristorante and und et y e en'.split(' '),
)

/** A name as it is compared; one that is made of nothing else keeps all its words. */
export const nameForm = (text: string): string => {
  const words = plain(text)
  const own = words.filter((word) => !besideNames.has(word))
  return (own.length ? own : words).join(' ')
}

/** Words of an address that are written short. */
const short: Readonly<Record<string, string>> = {
  street: 'st',
  road: 'rd',
  avenue: 'av',
  ave: 'av',
  avenida: 'av',
  avda: 'av',
  boulevard: 'bd',
  blvd: 'bd',
  square: 'sq',
  strasse: 'str',
  calle: 'c',
  plaza: 'pl',
  place: 'pl',
  platz: 'pl',
  plein: 'pl',
  rue: 'r',
  rua: 'r',
  laan: 'ln',
  lane: 'ln',
  straat: 'str',
  number: '',
  numero: '',
  no: '',
  nr: '',
  num: '',
}
const shortened = (word: string): string => {
  const whole = short[word]
  if (whole !== undefined) return whole
  // Rebengasse 4, Hauptstraße 5, Kerkstraat 9: the kind of street is a part of the name.
  return word.replace(/(strasse|straat)$/, 'str')
}

/** Street and number in any order: `12 Rua Nova` is `Rua Nova, 12`. */
export const addressForm = (text: string): string =>
  plain(text)
    .map(shortened)
    .filter((word) => word !== '')
    .toSorted()
    .join(' ')

export const postcodeForm = (text: string): string => plain(text).join('')
export const cityForm = (text: string): string => plain(text).join(' ')

/** E.164 where it is a number there is, otherwise its digits. */
export const phoneForm = (text: string, countryCode: string): string => {
  const country: CountryCode | undefined = isSupportedCountry(countryCode) ? countryCode : undefined
  const known = parsePhoneNumberFromString(text.replace(/^\s*00/, '+'), country ? { defaultCountry: country } : {})
  return known ? known.number : text.replaceAll(/\D/g, '')
}

/** A link without what leads to the same page: scheme, `www.`, the last slash, marks of campaigns. */
export const linkForm = (text: string): string => {
  const url = URL.parse(text)
  if (!url) return text.trim().toLowerCase()
  const own = [...url.searchParams].filter(([name]) => !/^(utm_|gclid$|fbclid$)/.test(name))
  const query = new URLSearchParams(own).toString()
  return `${url.host.replace(/^www\./, '')}${url.pathname.replace(/\/+$/, '')}${query && `?${query}`}`
}

type Place = { latitude: number; longitude: number }
const earthMetres = 6_371_000
const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Along a great circle. */
export const metresBetween = (one: Place, other: Place): number => {
  const north = Math.sin(radians(other.latitude - one.latitude) / 2) ** 2
  const east = Math.sin(radians(other.longitude - one.longitude) / 2) ** 2
  const arc = north + Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * east
  return 2 * earthMetres * Math.asin(Math.min(1, Math.sqrt(arc)))
}

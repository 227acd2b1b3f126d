import { isCountry as isCountryCode } from '@tablewire/contracts/kit/places.rules'
import { langs } from '@tablewire/contracts/kit/wire'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
export const countryCodes = letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountryCode)

const plain = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\p{M}.,'’()\s-]/gu, '')

/** What people write that is neither a code nor the name of the calendar data. */
const others: Readonly<Record<string, string>> = {
  uk: 'GB',
  greatbritain: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  northernireland: 'GB',
  usa: 'US',
  unitedstatesofamerica: 'US',
  eeuu: 'US',
  uae: 'AE',
  holland: 'NL',
  holanda: 'NL',
  hollande: 'NL',
  thenetherlands: 'NL',
  czechrepublic: 'CZ',
  korea: 'KR',
  southkorea: 'KR',
  russianfederation: 'RU',
  turkey: 'TR',
  vietnam: 'VN',
  ivorycoast: 'CI',
  burma: 'MM',
}

/** Names of the countries in the languages of the product, and in each country's own. */
const byName = ((): (() => ReadonlyMap<string, string>) => {
  let names: Map<string, string> | undefined
  return () => {
    if (names) return names
    names = new Map()
    const spoken = new Map<string, Intl.DisplayNames>()
    const nameIn = (lang: string, code: string): string => {
      if (!spoken.has(lang)) spoken.set(lang, new Intl.DisplayNames(lang, { type: 'region' }))
      return plain(spoken.get(lang)!.of(code) ?? '')
    }
    for (const code of countryCodes) {
      const own = new Intl.Locale(`und-${code}`).maximize().language
      for (const lang of [...langs, own]) {
        const name = nameIn(lang, code)
        if (name !== '' && !names.has(name)) names.set(name, code)
      }
    }
    for (const [name, code] of Object.entries(others)) names.set(name, code)
    return names
  }
})()

/** The country of a code or a name, as ISO 3166-1 alpha-2; `named` = it stood there as a name. */
export const countryIn = (text: string): { code: string; named: boolean } | undefined => {
  const code = text.trim().toUpperCase()
  if (isCountryCode(code)) return { code, named: false }
  const found = code.length < 2 || code.length > 60 ? undefined : byName().get(plain(text))
  return found === undefined ? undefined : { code: found, named: true }
}

export const isCountry = (text: string): boolean => countryIn(text) !== undefined

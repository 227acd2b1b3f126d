import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'
import { isZone } from '#src/platform/clock.ts'
import { Problem } from '#src/platform/problem.ts'

/** E.164; a number without `+` is read as one of the venue's country. */
export const requireVenuePhone = (text: string, countryCode: string): string => {
  const country: CountryCode | undefined = isSupportedCountry(countryCode) ? countryCode : undefined
  const number = parsePhoneNumberFromString(text, { ...(country ? { defaultCountry: country } : {}), extract: false })
  if (!number?.isValid()) throw new Problem('request.invalid', {}, { phoneNumber: [{ issue: 'phone' }] })
  return number.number
}

export const requireZone = (timezone: string): string => {
  if (!isZone(timezone)) throw new Problem('venue.zone_unknown', { timezone })
  return timezone
}

export const requireParty = (party: { min: number; max: number }): { min: number; max: number } => {
  if (party.min > party.max) throw new Problem('request.invalid', {}, { minCovers: [{ issue: 'max', value: party.max }] })
  return party
}

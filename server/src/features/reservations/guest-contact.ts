import type { Lang } from '@tablewire/contracts/kit/wire'
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js'
import { Problem } from '#src/platform/problem.ts'

/** Where a guest lives, as a channel said it; `country` is ISO 3166-1 alpha-2. */
export type Address = Record<'country' | 'city' | 'region' | 'street' | 'postalCode', string | null>
/** Whom a booking is for; `phone` is E.164. */
export type Contact = {
  firstName: string
  lastName: string
  email: string | null
  phone: string | null
  lang: Lang | null
  optIn: boolean
  address: Address | null
}

type Dialling = { countryCode: string; /** Channels send digits with the country code and without a plus. */ international: boolean }

/** E.164, or undefined when nobody could be reached at that number. */
export const phoneOf = (text: string, { countryCode, international }: Dialling): string | undefined => {
  const digits = text.replace(/\D/g, '')
  const abroad = `+${digits.replace(/^00/, '')}`
  const tries = /^\s*(\+|00)/.test(text) ? [abroad] : international ? [abroad, text] : [text, abroad]
  for (const attempt of tries) {
    const parsed = parsePhoneNumberFromString(attempt, { defaultCountry: countryCode as CountryCode, extract: false })
    if (parsed?.isValid()) return parsed.number
  }
  return undefined
}

/** Like `phoneOf`, refusing what is no number; `field` is the name the caller knows it by. */
export const requirePhone = (text: string | null | undefined, dialling: Dialling & { field: string }): string | null => {
  if (text === null || text === undefined) return null
  const phone = phoneOf(text, dialling)
  if (phone === undefined) throw new Problem('request.invalid', {}, { [dialling.field]: [{ issue: 'phone' }] })
  return phone
}

/** A guest as a channel names one: its phone numbers carry the country code and no plus. */
export type ContactInput = Contact & { phoneField: string }
export const contactFrom = ({ phoneField, ...contact }: ContactInput, countryCode: string): Contact => ({
  ...contact,
  phone: requirePhone(contact.phone, { countryCode, international: true, field: phoneField }),
})

/** The same address with all its parts in one order, or null when none of them says anything. */
export const addressOf = (given: { [Part in keyof Address]?: string | null | undefined } | null | undefined): Address | null => {
  const part = (name: keyof Address): string | null => given?.[name] || null
  const address = {
    country: part('country'),
    city: part('city'),
    region: part('region'),
    street: part('street'),
    postalCode: part('postalCode'),
  }
  return Object.values(address).some((value) => value !== null) ? address : null
}

/** Masked, for histories that are never erased: enough to see that it changed, not enough to write or call. */
export const maskedEmail = (email: string | null): string | null => email && email.replace(/^(.).*(@.*)$/, '$1…$2')
export const maskedPhone = (phone: string | null): string | null => phone && `${phone.slice(0, 3)}…${phone.slice(-2)}`
export const maskedAddress = (address: Address | null): string | null =>
  address && [address.street?.replace(/^(.).*(.)$/, '$1…$2'), address.city, address.country].filter(Boolean).join(', ')

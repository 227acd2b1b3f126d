import type { Company } from '@tablewire/contracts/estate/companies'

/** Empty text stands for nothing; notices are written in minutes, as everywhere in the portal. */
export type CompanyFields = {
  name: string
  legalName: string
  countryCode: string
  address: string
  postalCode: string
  city: string
  brandId: string
  ownerId: string
  minAdvanceBooking: number | null
  minAdvanceBookingCancelling: number | null
  includeSourceInNotes: boolean
  fbInstallLink: string
  guestMonths: number | null
  bookingMonths: number | null
  guestsShared: boolean
}
export const emptyCompany: CompanyFields = {
  name: '',
  legalName: '',
  countryCode: '',
  address: '',
  postalCode: '',
  city: '',
  brandId: '',
  ownerId: '',
  minAdvanceBooking: null,
  minAdvanceBookingCancelling: null,
  includeSourceInNotes: true,
  fbInstallLink: '',
  guestMonths: null,
  bookingMonths: null,
  guestsShared: false,
}
export const fieldNames = Object.keys(emptyCompany) as (keyof CompanyFields)[]

const minutesOf = (seconds: number | null): number | null => (seconds === null ? null : seconds / 60)
const secondsOf = (minutes: number | null): number | null => (minutes === null ? null : Math.round(minutes * 60))

export const fieldsOf = (company: Company): CompanyFields => ({
  name: company.name,
  legalName: company.legalName ?? '',
  countryCode: company.countryCode,
  address: company.address ?? '',
  postalCode: company.postalCode ?? '',
  city: company.city ?? '',
  brandId: company.brandId ?? '',
  ownerId: company.ownerId ?? '',
  minAdvanceBooking: minutesOf(company.minAdvanceBooking),
  minAdvanceBookingCancelling: minutesOf(company.minAdvanceBookingCancelling),
  includeSourceInNotes: company.includeSourceInNotes,
  fbInstallLink: company.fbInstallLink ?? '',
  guestMonths: company.guestMonths,
  bookingMonths: company.bookingMonths,
  guestsShared: company.guestsShared,
})
const fewer = (stands: number | null, now: number | null): number | undefined =>
  now !== null && (stands === null || now < stands) ? now : undefined
/** The months of which there are fewer than there were, or for the first time any: then something goes that was kept. */
export const shortened = (stands: Pick<Company, 'guestMonths' | 'bookingMonths'>, { guestMonths, bookingMonths }: CompanyFields) => {
  const [guests, bookings] = [fewer(stands.guestMonths, guestMonths), fewer(stands.bookingMonths, bookingMonths)]
  if (guests === undefined && bookings === undefined) return undefined
  return { ...(guests === undefined ? {} : { guestMonths: guests }), ...(bookings === undefined ? {} : { bookingMonths: bookings }) }
}
export const bodyOf = ({ name, countryCode, ...rest }: CompanyFields) => ({
  name,
  countryCode,
  legalName: rest.legalName.trim() || null,
  address: rest.address.trim() || null,
  postalCode: rest.postalCode.trim() || null,
  city: rest.city.trim() || null,
  brandId: rest.brandId || null,
  ownerId: rest.ownerId || null,
  minAdvanceBooking: secondsOf(rest.minAdvanceBooking),
  minAdvanceBookingCancelling: secondsOf(rest.minAdvanceBookingCancelling),
  includeSourceInNotes: rest.includeSourceInNotes,
  fbInstallLink: rest.fbInstallLink.trim() || null,
  guestMonths: rest.guestMonths,
  bookingMonths: rest.bookingMonths,
  guestsShared: rest.guestsShared,
})

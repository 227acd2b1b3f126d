import type { Company } from '@tablewire/contracts/companies'

/** Empty text stands for nothing. */
export type CompanyFields = {
  name: string
  legalName: string
  countryCode: string
  address: string
  postalCode: string
  city: string
  brandId: string
  ownerId: string
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
}
export const fieldNames = Object.keys(emptyCompany) as (keyof CompanyFields)[]

export const fieldsOf = (company: Company): CompanyFields => ({
  name: company.name,
  legalName: company.legalName ?? '',
  countryCode: company.countryCode,
  address: company.address ?? '',
  postalCode: company.postalCode ?? '',
  city: company.city ?? '',
  brandId: company.brandId ?? '',
  ownerId: company.ownerId ?? '',
})
export const bodyOf = ({ name, countryCode, ...rest }: CompanyFields) => ({
  name,
  countryCode,
  legalName: rest.legalName.trim() || null,
  address: rest.address.trim() || null,
  postalCode: rest.postalCode.trim() || null,
  city: rest.city.trim() || null,
  brandId: rest.brandId || null,
  ownerId: rest.ownerId || null,
})

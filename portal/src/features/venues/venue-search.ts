import { lacks, type VenueFilter } from '@tablewire/contracts/estate/venue-filters'
import type { UrlSearch } from '#src/kit/url-search.ts'
import { idIn } from '#src/kit/url-values.ts'

export const sorts = ['name', '-name', 'city', '-city'] as const
export type VenueSort = (typeof sorts)[number]
export const filterKeys = ['city', 'country', 'active', 'system', 'channel', 'company', 'group', 'missing'] as const
/** What a saved view keeps. */
export const viewKeys = ['q', ...filterKeys, 'sort'] as const

const missingOf = (text: string | undefined): Pick<VenueFilter, 'missing'> => {
  const lack = lacks.find((one) => one === text)
  return lack ? { missing: [lack] } : {}
}

/** The filter of an address; what is no filter in it is left out. */
export const filterOf = ({ q, city, country, active, system, channel, company, group, missing }: UrlSearch): VenueFilter => ({
  ...(q ? { criteria: q.slice(0, 120) } : {}),
  ...(city ? { city: city.slice(0, 120) } : {}),
  ...(country && /^[A-Z]{2}$/.test(country) ? { countryCode: [country] } : {}),
  ...(active === 'yes' || active === 'no' ? { active: active === 'yes' } : {}),
  ...(active === 'archived' ? { archived: true } : {}),
  ...(idIn(system) ? { systemId: system } : {}),
  ...(idIn(channel) ? { channelId: channel } : {}),
  ...(idIn(company) ? { companyId: company } : {}),
  ...(idIn(group) ? { groupId: group } : {}),
  ...missingOf(missing),
})

export const sortOf = ({ sort }: UrlSearch): VenueSort => sorts.find((one) => one === sort) ?? 'name'

/** As the list asks for it: query strings know no lists and no booleans. */
export const queryOf = (search: UrlSearch) => {
  const { countryCode, ...filter } = filterOf(search)
  return { sort: sortOf(search), filters: { ...filter, ...(countryCode ? { countryCode } : {}) } }
}

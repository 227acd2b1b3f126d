import type { VenueFilter } from '@tablewire/contracts/estate/venue-filters'
import type { UrlSearch } from '#src/kit/url-search.ts'

export const sorts = ['name', '-name', 'city', '-city'] as const
export type VenueSort = (typeof sorts)[number]
export const filterKeys = ['city', 'country', 'active', 'system', 'channel'] as const

const id = (text: string | undefined): string | undefined => (text && /^[0-9a-f-]{36}$/i.test(text) ? text : undefined)

/** The filter of an address; what is no filter in it is left out. */
export const filterOf = ({ q, city, country, active, system, channel }: UrlSearch): VenueFilter => ({
  ...(q ? { criteria: q.slice(0, 120) } : {}),
  ...(city ? { city: city.slice(0, 120) } : {}),
  ...(country && /^[A-Z]{2}$/.test(country) ? { countryCode: [country] } : {}),
  ...(active === 'yes' || active === 'no' ? { active: active === 'yes' } : {}),
  ...(id(system) ? { systemId: system } : {}),
  ...(id(channel) ? { channelId: channel } : {}),
})

export const sortOf = ({ sort }: UrlSearch): VenueSort => sorts.find((one) => one === sort) ?? 'name'

/** As the list asks for it: query strings know no lists and no booleans. */
export const queryOf = (search: UrlSearch) => {
  const { countryCode, ...filter } = filterOf(search)
  return { sort: sortOf(search), filters: { ...filter, ...(countryCode ? { countryCode } : {}) } }
}

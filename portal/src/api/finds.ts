import { companies } from '@tablewire/contracts/estate/companies'
import { groups } from '@tablewire/contracts/estate/groups'
import { venues } from '@tablewire/contracts/estate/venues'
import { keepRows, useEndpoint } from './query.ts'

/** So many are offered to choose from; who sees none of them types on. */
const offered = 8

type FoundOptions = { options: { id: string; name: string; note: string | null }[]; total: number }

/** Companies by what is typed. */
export const useFoundCompanies = (search: string, { enabled = true } = {}): FoundOptions => {
  const { data } = useEndpoint(companies.list, { query: { limit: offered, filters: { search } } }, { ...keepRows, enabled })
  return { options: (data?.data ?? []).map(({ id, name, city }) => ({ id, name, note: city })), total: data?.total ?? 0 }
}

/** Brands (groups) by what is typed, of one company or of all. */
export const useFoundGroups = (
  search: string,
  { company, enabled = true }: { company?: string | undefined; enabled?: boolean } = {},
): FoundOptions => {
  const filters = { search, ...(company ? { companyId: company } : {}) }
  const { data } = useEndpoint(groups.list, { query: { limit: offered, filters } }, { ...keepRows, enabled })
  return { options: (data?.data ?? []).map(({ id, name, companyName }) => ({ id, name, note: companyName })), total: data?.total ?? 0 }
}

/** Venues by what is typed. */
export const useFoundVenues = (criteria: string): FoundOptions => {
  const { data } = useEndpoint(venues.mine, { query: { limit: offered, filters: { criteria } } }, keepRows)
  return { options: (data?.data ?? []).map(({ id, name, city }) => ({ id, name, note: city })), total: data?.total ?? 0 }
}

/** The name of a chosen one: '' = none is chosen, … = not heard yet. */
export const useCompanyName = (id: string | undefined, { enabled = true } = {}): string => {
  const chosen = useEndpoint(companies.get, { params: { id: id ?? '' } }, { enabled: enabled && id !== undefined, meta: { shown: true } })
  return id === undefined ? '' : (chosen.data?.name ?? '…')
}
export const useGroupName = (id: string | undefined): string => {
  const asked = { params: { id: id ?? '' }, query: { mode: 'min' as const } }
  const chosen = useEndpoint(groups.get, asked, { enabled: id !== undefined, meta: { shown: true } })
  return id === undefined ? '' : (chosen.data?.name ?? '…')
}
export const useVenueName = (id: string | undefined): string => {
  const chosen = useEndpoint(venues.getMine, { params: { id: id ?? '' } }, { enabled: id !== undefined, meta: { shown: true } })
  return id === undefined ? '' : (chosen.data?.name ?? '…')
}

import type { GroupDetail } from '@tablewire/contracts/estate/groups'
import type { FindOption } from '#src/kit/form/FindField.tsx'

/** `company`: only chosen while the group is new. */
export type GroupFields = { name: string; logo: string; fbInstallLink: string; venues: FindOption[]; company: FindOption | null }

export const emptyGroup: GroupFields = { name: '', logo: '', fbInstallLink: '', venues: [], company: null }
export const groupFieldsOf = ({ name, logo, fbInstallLink, venues, companyId, companyName }: GroupDetail): GroupFields => ({
  name,
  logo,
  fbInstallLink: fbInstallLink ?? '',
  venues: venues.map((venue) => ({ id: venue.id, name: venue.name, note: venue.city })),
  company: { id: companyId, name: companyName },
})
export const groupBodyOf = ({ name, logo, fbInstallLink, venues }: GroupFields) => ({
  name,
  logo,
  fbInstallLink: fbInstallLink.trim() || null,
  venues: venues.map(({ id }) => id),
})

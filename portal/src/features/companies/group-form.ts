import type { GroupDetail } from '@tablewire/contracts/estate/groups'
import type { FindOption } from '#src/kit/form/FindField.tsx'
import { memberIds, type Members, noChange } from '#src/kit/form/members.ts'

/** `venues`: who joins and who leaves; `company`: only chosen while the group is new. */
export type GroupFields = { name: string; logo: string; fbInstallLink: string; venues: Members; company: FindOption | null }

export const emptyGroup: GroupFields = { name: '', logo: '', fbInstallLink: '', venues: noChange, company: null }
export const groupFieldsOf = ({ name, logo, fbInstallLink, companyId, companyName }: GroupDetail): GroupFields => ({
  name,
  logo,
  fbInstallLink: fbInstallLink ?? '',
  venues: noChange,
  company: { id: companyId, name: companyName },
})
export const groupBodyOf = ({ name, logo, fbInstallLink, venues }: GroupFields) => ({
  name,
  logo,
  fbInstallLink: fbInstallLink.trim() || null,
  ...memberIds(venues),
})

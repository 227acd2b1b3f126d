import { effectiveRole } from '@tablewire/contracts/identity/access'
import type { Profile } from '@tablewire/contracts/identity/session'
import type { UserRecord } from './user-rows.ts'

/** What is not in the row: the company's name, and the acting administrator. */
export type ProfileSurroundings = { companyName: string | null; actedBy: { id: string; name: string } | null }

export const profileView = (user: UserRecord, { companyName, actedBy }: ProfileSurroundings): Profile => {
  const { id, email, username, firstName, lastName, city, country, lang, roles, permissions, allVenues, settings, companyId } = user
  const actingFor = actedBy ? { id, name: `${firstName} ${lastName}`, companyName } : null
  const role = effectiveRole(roles)
  return {
    id,
    email,
    username,
    firstName,
    lastName,
    city,
    country,
    lang,
    roles,
    role,
    permissions,
    allVenues,
    settings,
    companyId,
    companyName,
    actedBy,
    actingFor,
  }
}

import { effectiveRole } from '@tablewire/contracts/access'
import type { Profile } from '@tablewire/contracts/session'
import type { UserRecord } from './user-rows.ts'

export const profileView = ({
  id,
  email,
  firstName,
  lastName,
  city,
  country,
  lang,
  roles,
  permissions,
  allVenues,
  settings,
}: UserRecord): Profile => ({
  id,
  email,
  firstName,
  lastName,
  city,
  country,
  lang,
  roles,
  role: effectiveRole(roles),
  permissions,
  allVenues,
  settings,
})

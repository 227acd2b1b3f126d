import { abilityOf, type Right } from '@tablewire/contracts/identity/access'
import type { Profile } from '@tablewire/contracts/identity/session'

const pages = [
  [['read', 'reservation-list'], '/reservations'],
  [['read', 'channel-management'], '/channel-management'],
  [['read', 'venues'], '/venues'],
  [['read', 'settings-account'], '/settings/account'],
] as const satisfies readonly (readonly [Right, string])[]

/** The landing page: the reservations, or without permission for them the first accessible route. */
export const homeRoute = (person: Pick<Profile, 'roles' | 'permissions' | 'device'>): (typeof pages)[number][1] => {
  const ability = abilityOf(person)
  return pages.find(([[action, subject]]) => ability.can(action, subject))?.[1] ?? '/reservations'
}

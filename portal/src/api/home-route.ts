import { abilityOf, type Right } from '@tablewire/contracts/identity/access'
import type { Profile } from '@tablewire/contracts/identity/session'

const rooms = [
  [['read', 'reservation-list'], '/reservations'],
  [['read', 'channel-management'], '/channel-management'],
  [['read', 'venues'], '/venues'],
  [['read', 'settings-account'], '/settings/account'],
] as const satisfies readonly (readonly [Right, string])[]

/** Where somebody lands who asked for no page: the reservations, or for whoever has nothing to do with them the first room that is open. */
export const homeRoute = (person: Pick<Profile, 'roles' | 'permissions'>): (typeof rooms)[number][1] => {
  const ability = abilityOf(person)
  return rooms.find(([[action, subject]]) => ability.can(action, subject))?.[1] ?? '/reservations'
}

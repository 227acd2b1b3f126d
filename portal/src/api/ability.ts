import { type Ability, abilityOf, effectiveRole } from '@tablewire/contracts/identity/access'
import type { Profile } from '@tablewire/contracts/identity/session'
import { useMemo } from 'react'
import { sessionStore, useSession } from './session.ts'
import { withTabletLook } from './tablet-look.ts'

/** Loads the signed-in user's permissions from the server's answer; the one role the portal shows is derived from all of the user's (AC5). */
export const takeProfile = (profile: Profile): void => {
  const userData = withTabletLook(profile)
  sessionStore.put({ userData, role: effectiveRole(userData.roles) })
}

/** What the signed-in user may do: `useAbility().can('update', 'reservation-list')`. Apart from session.ts, as nobody is signed in on the first page. */
export const useAbility = (): Ability => {
  const { userData } = useSession()
  return useMemo(() => abilityOf(userData ?? { roles: [], permissions: [] }), [userData])
}

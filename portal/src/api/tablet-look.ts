import type { Profile } from '@tablewire/contracts/identity/session'
import { storageKey } from './stored-session.ts'

/** Beside the session, with which it goes: a shared tablet has no account that could keep how it looks. */
const keptAt = `${storageKey}:tablet-look`

/** The profile of a shared tablet with the look that was chosen on it. */
export const withTabletLook = (profile: Profile): Profile => {
  if (!profile.device) return profile
  try {
    const settings = JSON.parse(localStorage.getItem(keptAt) ?? '{}') as Profile['settings']
    return { ...profile, settings }
  } catch {
    return profile
  }
}

export const keepTabletLook = (settings: Profile['settings']): void => {
  try {
    localStorage.setItem(keptAt, JSON.stringify(settings))
  } catch {
    // Then it lasts as long as the page.
  }
}

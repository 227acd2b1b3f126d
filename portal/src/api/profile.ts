import type { Sent } from '@tablewire/contracts/endpoint'
import { session } from '@tablewire/contracts/session'
import { takeProfile } from './ability.ts'
import { api } from './client.ts'
import { sessionStore } from './session.ts'

export type ProfilePatch = NonNullable<Sent<typeof session.updateUser>['body']>

/** SE1: saves one's own profile; the portal follows what the server answers. */
export const saveProfile = async (patch: ProfilePatch): Promise<void> => {
  const { userData } = sessionStore.get()
  if (!userData) return
  takeProfile(await api(session.updateUser, { params: { id: userData.id }, body: patch }))
}

type Preferences = { lang?: NonNullable<ReturnType<typeof sessionStore.get>['userData']>['lang']; settings?: Record<string, unknown> }

/** Language and look hold at once; a refusal takes them back and is thrown. The settings follow the user to every device (SH6). */
export const savePreferences = async ({ lang, settings }: Preferences): Promise<void> => {
  const { userData } = sessionStore.get()
  if (!userData) return
  const wanted = { ...userData, ...(lang ? { lang } : {}), settings: { ...userData.settings, ...settings } }
  takeProfile(wanted)
  try {
    await saveProfile({ ...(lang ? { lang: { value: lang } } : {}), ...(settings ? { settings: wanted.settings } : {}) })
  } catch (error) {
    if (sessionStore.get().userData?.id === userData.id) takeProfile(userData)
    throw error
  }
}

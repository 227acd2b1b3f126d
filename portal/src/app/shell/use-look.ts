import { useCallback } from 'react'
import { savePreferences } from '#src/api/profile.ts'
import { useSession } from '#src/api/session.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { errorText } from '#src/kit/error-text.ts'
import { toast } from '#src/kit/toasts.ts'

type Preferences = Parameters<typeof savePreferences>[0]

/** What the signed-in user chose for the frame, and the way to choose anew; a choice that cannot be saved says so. */
export const useLook = () => {
  const settings = useSession().userData?.settings ?? {}
  const save = useCallback((preferences: Preferences) => {
    savePreferences(preferences).catch((error: unknown) => toast.error(errorText(error, phrasesNow('kit'))))
  }, [])
  return { collapsed: settings['navCollapsed'] === true, save }
}

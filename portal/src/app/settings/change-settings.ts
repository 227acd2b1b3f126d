import { savePreferences } from '#src/api/profile.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { errorText } from '#src/kit/error-text.ts'
import { toast } from '#src/kit/toasts.ts'
import { keptLocally, type SettingsPatch, withLastLayout } from './settings.ts'
import { localKey, settingsNow } from './use-settings.ts'

/**
 * SH6: holds at once, goes into local storage, and to the server with the profile; what cannot be saved there says so. Apart from reading the
 * settings, as nobody changes them on the first page.
 */
export const changeSettings = (patch: SettingsPatch): void => {
  savePreferences({ settings: withLastLayout(patch) }).catch((error: unknown) => toast.error(errorText(error, phrasesNow('kit'))))
  try {
    localStorage.setItem(localKey, JSON.stringify(keptLocally(settingsNow())))
  } catch {
    // The profile keeps them all the same.
  }
}

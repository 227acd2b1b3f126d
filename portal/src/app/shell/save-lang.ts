import { savePreferences } from '#src/api/profile.ts'
import type { Lang } from '#src/i18n/lang.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { errorText } from '#src/kit/error-text.ts'
import { toast } from '#src/kit/toasts.ts'

/** SE4: holds at once; a choice that cannot be saved says so. */
export const saveLang = (lang: Lang): void => {
  savePreferences({ lang }).catch((error: unknown) => toast.error(errorText(error, phrasesNow('kit'))))
}

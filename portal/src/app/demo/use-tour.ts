import { savePreferences } from '#src/api/profile.ts'
import { useSession } from '#src/api/session.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { errorText } from '#src/kit/error-text.ts'
import { toast } from '#src/kit/toasts.ts'
import { tourSteps } from './tour-steps.ts'

const key = 'demoTour'
const over = 'over'

/** Where the visitor is on the tour; undefined once it is over. It is kept with the profile: coming back by the link goes on from there, in any browser. */
export const useTour = (): { at: number | undefined; go: (at: number | undefined) => void } => {
  const kept = useSession().userData?.settings[key]
  const known = typeof kept === 'number' && tourSteps[kept] !== undefined ? kept : 0
  const go = (at: number | undefined): void => {
    savePreferences({ settings: { [key]: at ?? over } }).catch((error: unknown) => toast.error(errorText(error, phrasesNow('kit'))))
  }
  return { at: kept === over ? undefined : known, go }
}

import type words from '#src/features/reservations/phases/en.json'
import { loadPhrases, phrasesNow } from '#src/i18n/phrases.ts'
import { toast } from '#src/kit/toasts.ts'

/** What was never sent goes with the session, and nobody else knows of it. */
export const askBeforeLeaving = async (leave: () => Promise<void>): Promise<void> => {
  await loadPhrases('reservations/phases')
  const t = phrasesNow<typeof words>('reservations/phases')
  toast.lasting(t('offline.leaving'), { label: t('offline.leave'), run: () => void leave() })
}

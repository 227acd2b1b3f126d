import { loadPhrases } from '#src/i18n/phrases.ts'
import { lendPart } from '#src/kit/lent-parts.ts'

const words = () => loadPhrases('traces', 'faults', 'problems')

/** The way of a booking, and what is wrong on it, belong to the traces and are shown beside the booking. */
export const lendParts = (): void => {
  lendPart('journey', async () => {
    const [{ JourneyPage }] = await Promise.all([import('#src/features/traces/JourneyPage.tsx'), words()])
    return JourneyPage
  })
  lendPart('trouble', async () => {
    const [{ TroublePage }] = await Promise.all([import('#src/features/traces/TroublePage.tsx'), words()])
    return TroublePage
  })
}

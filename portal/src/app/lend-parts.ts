import { loadPhrases } from '#src/i18n/phrases.ts'
import { lendPart } from '#src/kit/lent-parts.ts'

/** The way of a booking belongs to the traces and is shown beside the booking. */
export const lendParts = (): void =>
  lendPart('journey', async () => {
    const [{ JourneyPage }] = await Promise.all([import('#src/features/traces/JourneyPage.tsx'), loadPhrases('traces', 'faults')])
    return JourneyPage
  })

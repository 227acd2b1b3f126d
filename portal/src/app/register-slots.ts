import { loadPhrases } from '#src/i18n/phrases.ts'
import { registerSlot } from '#src/kit/slots.ts'

const words = () => loadPhrases('traces', 'faults', 'problems')

/**
 * The way of a booking, and what is wrong on it, belong to the traces and are shown beside the booking; where a venue is shown stands with its
 * listing, and what would be lost with a session with those who keep it.
 */
export const registerSlots = (): void => {
  registerSlot('journey', async () => {
    const [{ JourneyPage }] = await Promise.all([import('#src/features/traces/JourneyPage.tsx'), words()])
    return JourneyPage
  })
  registerSlot('trouble', async () => {
    const [{ TroublePage }] = await Promise.all([import('#src/features/traces/TroublePage.tsx'), words()])
    return TroublePage
  })
  registerSlot('shown', async () => {
    const [{ ShownPage }] = await Promise.all([import('#src/features/listing-copies/ShownPage.tsx'), loadPhrases('listing-copies')])
    return ShownPage
  })
  registerSlot('unsent', async () => {
    try {
      const phrases = loadPhrases('reservations', 'reservations/phases')
      const [{ UnsentPage }] = await Promise.all([import('#src/features/reservations/offline/UnsentPage.tsx'), phrases])
      return UnsentPage
    } catch {
      // Without the list the question stands nevertheless.
      return () => null
    }
  })
}

import type { LiveMessage } from '@tablewire/contracts/operations/live'
import { useState } from 'react'
import { useLive } from './live.ts'

type Versioned = { id: string; version: number }

/**
 * What is being edited, as somebody else has saved it since `version`: asked for when a live message says that it changed, so that people hear of one
 * another before a save is refused.
 */
export const useNewer = <T extends Versioned>(
  type: LiveMessage['type'],
  known: Versioned | undefined,
  ask: () => Promise<T>,
): T | undefined => {
  const [found, setFound] = useState<T>()
  useLive((message) => {
    if (!known || !(message.type === 'reset' || (message.type === type && message.id === known.id))) return
    // Gone, or out of reach: the save will say so.
    ask().then(setFound, () => undefined)
  })
  return known && found?.id === known.id && found.version > known.version ? found : undefined
}

import { useEffect, useEffectEvent } from 'react'
import { madeIds } from './acts/told.ts'

/** What is looked at under an id of ours is looked at under the server's as soon as there is one. */
export const useFollowMade = (id: string | undefined, follow: (id: string) => void): void => {
  const made = madeIds.use().get(id ?? '')
  const go = useEffectEvent(follow)
  useEffect(() => {
    if (made !== undefined) go(made)
  }, [made])
}

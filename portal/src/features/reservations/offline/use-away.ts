import { useEffect, useEffectEvent, useRef } from 'react'
import { useLiveState } from '#src/api/live.ts'

/** Nobody answers, and the page knows it: what only the server can say is not asked for. */
export const useAway = (): boolean => useLiveState() === 'offline'

/** What could not be asked for is asked for as soon as somebody answers again, also where the network itself was there all the time. */
export const useWhenBack = (again: () => void): void => {
  const away = useAway()
  const was = useRef(away)
  const ask = useEffectEvent(again)
  useEffect(() => {
    if (was.current && !away) ask()
    was.current = away
  }, [away])
}

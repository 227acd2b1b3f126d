import { useBlocker } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'

/** Keeps what was typed from being lost by a click elsewhere; `let go` opens the way after a save. Signing out is never held up. */
export const useUnsaved = (changed: boolean) => {
  const released = useRef(false)
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) => changed && !released.current && next.pathname !== '/login',
    enableBeforeUnload: () => changed && !released.current,
    withResolver: true,
  })
  const letGo = useCallback(() => {
    released.current = true
  }, [])
  return { blocker, letGo }
}

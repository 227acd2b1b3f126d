import { useBlocker } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'

type Place = { pathname: string; search: object }
const idOf = ({ search }: Place): unknown => (search as { id?: string }).id
/** Another tab of what is being edited. */
const sameThing = (current: Place, next: Place): boolean => current.pathname === next.pathname && idOf(current) === idOf(next)

/**
 * Guards unsaved changes against navigation; `let go` allows it after a save. Signing out is never held up. `stays` says which places belong to the
 * same form.
 */
export const useUnsaved = (changed: boolean, stays: (current: Place, next: Place) => boolean = sameThing) => {
  const released = useRef(false)
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      changed && !released.current && next.pathname !== '/login' && !stays(current as Place, next as Place),
    enableBeforeUnload: () => changed && !released.current,
    withResolver: true,
  })
  const letGo = useCallback(() => {
    released.current = true
  }, [])
  return { blocker, letGo }
}

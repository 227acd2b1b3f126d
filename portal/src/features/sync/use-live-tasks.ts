import { useEffect, useRef } from 'react'
import { useLive } from '#src/api/live.ts'
import { queryClient } from '#src/api/query.ts'

/** Chunks may end many times a second: what is on the screen is fetched once for all that came meanwhile. */
const pauseMs = 600

/** Keeps tasks on the screen as they are. */
export const useLiveTasks = (): void => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLive(({ type }) => {
    if (type !== 'sync') return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void queryClient.invalidateQueries({ queryKey: ['sync'] })
    }, pauseMs)
  })
}

import { styled } from '@mui/material/styles'
import { useEffect, useRef } from 'react'
import { targetOf, type TourStep } from './tour-steps.ts'

const Ring = styled('div')(({ theme }) => ({
  position: 'fixed',
  zIndex: theme.zIndex.appBar - 2,
  display: 'none',
  border: `2px solid ${theme.vars.palette.accent.ring}`,
  borderRadius: 8,
  boxShadow: `0 0 0 4px ${theme.vars.palette.accent.soft}`,
  pointerEvents: 'none',
  '@media print': { display: 'none !important' },
}))

const lookEveryMs = 150
const around = 5

/** Around what a step of the tour points at, wherever that moves to; for eyes only. */
export const TourRing = ({ step }: { step: TourStep }) => {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let last: HTMLElement | undefined
    const follow = (): void => {
      const ring = ref.current
      const target = targetOf(step)
      if (!ring) return
      if (target && target !== last) target.scrollIntoView({ block: 'nearest' })
      last = target
      if (!target) return void (ring.style.display = 'none')
      const { left, top, width, height } = target.getBoundingClientRect()
      // Not over the dock, and nothing of it beyond the window, where it would make the page scroll.
      const from = { left: Math.max(2, left - around), top: Math.max(2, top - around) }
      const { clientWidth, clientHeight } = document.documentElement
      const dock = ring.closest('aside')?.offsetHeight ?? 0
      const to = { right: Math.min(clientWidth - 2, left + width + around), bottom: Math.min(clientHeight - dock, top + height + around) }
      Object.assign(ring.style, {
        display: 'block',
        left: `${from.left}px`,
        top: `${from.top}px`,
        width: `${Math.max(0, to.right - from.left)}px`,
        height: `${Math.max(0, to.bottom - from.top)}px`,
      })
    }
    follow()
    const timer = setInterval(follow, lookEveryMs)
    addEventListener('scroll', follow, { passive: true, capture: true })
    return () => {
      clearInterval(timer)
      removeEventListener('scroll', follow, { capture: true })
    }
  }, [step])
  return <Ring ref={ref} aria-hidden="true" />
}

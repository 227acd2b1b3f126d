import Button from '@mui/material/Button'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { VisuallyHidden } from '#src/kit/VisuallyHidden.tsx'
import { targetOf, tourSteps } from './tour-steps.ts'
import { TourRing } from './TourRing.tsx'
import { useT } from './use-t.ts'

/** A region that is live speaks of what changes in it, not of what it is born with. */
const speaksAfterMs = 600

const useSaid = (text: string): string => {
  const [said, setSaid] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), speaksAfterMs)
    return () => clearTimeout(timer)
  }, [text])
  return said
}

/** What is pointed at gets the focus, for the keyboard and for who hears the page; what takes none by itself takes this one. */
const goTo = (target: HTMLElement | undefined): void => {
  if (!target) return
  if (target.tabIndex < 0) target.tabIndex = -1
  target.scrollIntoView({ block: 'nearest' })
  target.focus({ preventScroll: true })
}

/** Escape, pressed anywhere within the tour, ends it. */
const useEscape = (onEscape: () => void): RefObject<HTMLElement | null> => {
  const ref = useRef<HTMLElement>(null)
  const escaped = useEffectEvent(onEscape)
  useEffect(() => {
    const element = ref.current
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      escaped()
    }
    element?.addEventListener('keydown', listen)
    return () => element?.removeEventListener('keydown', listen)
  }, [])
  return ref
}

type DemoTourProps = {
  at: number
  onGo: (at: number | undefined) => void
  /** Somebody has begun it by its button; else it stood there when the page came, and leaves the focus where it is. */
  asked: boolean
}

/** ON2: five steps through what there is, beside the page: nothing is closed off meanwhile, the page works as always. */
export const DemoTour = ({ at, onGo, asked }: DemoTourProps) => {
  const t = useT()
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const navigate = useNavigate()
  const step = tourSteps[at]!
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const here = pathname === step.page
  const last = at === tourSteps.length - 1
  const text = t(`${step.id}.text`)
  const heading = t('tour.step', { at: at + 1, of: tourSteps.length, title: t(`${step.id}.title`) })
  const said = useSaid(`${t('tour')}. ${heading}. ${text}`)
  const [moved, setMoved] = useState(asked ? at : undefined)
  // A change of page gives the focus to its title; whoever walks the tour goes on from the tour.
  useEffect(() => {
    if (moved === undefined || !here) return undefined
    const timer = setTimeout(() => title.current?.focus({ preventScroll: true }))
    return () => clearTimeout(timer)
  }, [moved, here])
  const go = (next: number): void => {
    setMoved(next)
    onGo(next)
    const { page } = tourSteps[next]!
    if (page !== pathname) void navigate({ to: page })
  }
  const section = useEscape(() => onGo(undefined))
  return (
    <section aria-labelledby={id} ref={section} data-part="tour">
      <h2 id={id} ref={title} tabIndex={-1}>
        {heading}
      </h2>
      <p>{text}</p>
      <VisuallyHidden>
        <output>{said}</output>
      </VisuallyHidden>
      <div>
        <Button size="small" color="inherit" onClick={() => onGo(undefined)}>
          {t('tour.skip')}
        </Button>
        <Button size="small" color="inherit" onClick={() => (here ? goTo(targetOf(step)) : go(at))}>
          {t('tour.show')}
        </Button>
        {at > 0 ? (
          <Button size="small" color="inherit" variant="outlined" onClick={() => go(at - 1)}>
            {t('tour.back')}
          </Button>
        ) : null}
        <Button size="small" variant="contained" onClick={() => (last ? onGo(undefined) : go(at + 1))}>
          {t(last ? 'tour.finish' : 'tour.next')}
        </Button>
      </div>
      {here ? <TourRing step={step} /> : null}
    </section>
  )
}

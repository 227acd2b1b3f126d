import { mdiEmailOutline, mdiMapMarkerPath } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { demo } from '@tablewire/contracts/demo/demo-links'
import { useNavigate } from '@tanstack/react-router'
import { useLayoutEffect, useRef, useState } from 'react'
import { useEndpoint } from '#src/api/query.ts'
import { formatInstant } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { toast } from '#src/kit/toasts.ts'
import { DemoTour } from './DemoTour.tsx'
import { tourSteps } from './tour-steps.ts'
import { useT } from './use-t.ts'
import { useTour } from './use-tour.ts'

const Dock = styled('aside')(({ theme }) => ({
  position: 'sticky',
  bottom: 0,
  zIndex: theme.zIndex.appBar - 1,
  borderBlockStart: `2px solid ${theme.vars.palette.accent.ring}`,
  backgroundColor: theme.vars.palette.background.paper,
  fontSize: '0.8125rem',
  lineHeight: 1.4,
  '& > [data-part]': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: theme.spacing(0.5, 2),
    padding: theme.spacing(1, 3),
    [theme.breakpoints.down('md')]: { gridTemplateColumns: 'minmax(0, 1fr)', padding: theme.spacing(1, 1.5) },
  },
  '& > [data-part="bar"]': { paddingBlock: theme.spacing(0.5), color: theme.vars.palette.text.secondary },
  '& h2, & p': { margin: 0, gridColumn: 1, overflowWrap: 'anywhere' },
  '& h2': { fontSize: '0.9375rem', fontWeight: 700, outlineOffset: 2 },
  '& [data-part="tour"] > div:not([aria-hidden])': {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    gap: theme.spacing(1),
    gridColumn: 2,
    gridRow: '1 / span 2',
    [theme.breakpoints.down('md')]: { gridColumn: 1, gridRow: 'auto' },
  },
  '@media print': { display: 'none' },
}))

/** Pages that fill the screen, and what else stands at its foot, leave so much. */
const useDockHeight = () => {
  const ref = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const set = (): void => {
      const height = `${ref.current?.offsetHeight ?? 0}px`
      style.setProperty('--dock', height)
      // What gets the focus is scrolled to above it.
      style.setProperty('scroll-padding-block-end', height)
    }
    const observer = new ResizeObserver(set)
    if (ref.current) observer.observe(ref.current)
    set()
    return () => {
      observer.disconnect()
      style.removeProperty('--dock')
      style.removeProperty('scroll-padding-block-end')
    }
  }, [])
  return ref
}

/** ON2: at the foot of every page of a demo: that it is one, until when, and the tour. */
export const DemoDock = ({ link }: { link: string }) => {
  const t = useT()
  const ref = useDockHeight()
  const navigate = useNavigate()
  const { at, go } = useTour()
  const [asked, setAsked] = useState(false)
  const again = useRef<HTMLButtonElement>(null)
  const { data } = useEndpoint(demo.look, { params: { token: link } }, { staleTime: 60_000 })
  const onGo = (next: number | undefined): void => {
    go(next)
    if (next !== undefined) return
    toast.info(t('tour.over'))
    // What was pressed is gone: the keyboard goes on from what has come in its place.
    setTimeout(() => again.current?.focus({ preventScroll: true }))
  }
  const begin = (): void => {
    setAsked(true)
    go(0)
    void navigate({ to: tourSteps[0].page })
  }
  return (
    <Dock ref={ref} aria-label={t('bar')}>
      {at === undefined ? (
        <div data-part="bar">
          <p>
            {data ? t('bar.text', { name: data.venueName ?? data.brandName }) : null}{' '}
            {data ? t('bar.until', { when: formatInstant(data.endsAt) }) : null}
          </p>
          <div>
            <Button size="small" startIcon={<Icon path={mdiEmailOutline} size={16} />} onClick={() => void navigate({ to: '/demo-mails' })}>
              {t('bar.mails')}
            </Button>
            <Button ref={again} size="small" startIcon={<Icon path={mdiMapMarkerPath} size={16} />} onClick={begin}>
              {t('bar.tour')}
            </Button>
          </div>
        </div>
      ) : (
        <DemoTour at={at} onGo={onGo} asked={asked} />
      )}
    </Dock>
  )
}

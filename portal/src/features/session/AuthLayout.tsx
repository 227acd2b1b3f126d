import { mdiWeatherNight, mdiWhiteBalanceSunny } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useSyncExternalStore } from 'react'
import { brand } from '#src/api/brand.ts'
import { Picture } from '#src/kit/Picture.tsx'
import { keepLang, setLang } from '#src/i18n/phrases.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { LangSelect } from '#src/kit/LangSelect.tsx'
import { modeIsFixed, setMode, useMode } from '#src/kit/mode.ts'
import { useT } from './use-t.ts'

const FloorPlan = lazy(() => import('./FloorPlan.tsx').then((module) => ({ default: module.FloorPlan })))

const wide = matchMedia('(min-width: 900px)')
const onWidth = (listener: () => void): (() => void) => {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}
/** Decoration, which a phone has no place for and does not load. */
const Decoration = () => {
  const shown = useSyncExternalStore(onWidth, () => wide.matches)
  return <Suspense>{shown ? <FloorPlan /> : null}</Suspense>
}

const Screen = styled('div')({
  minHeight: '100dvh',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media (min-width: 900px)': { gridTemplateColumns: 'minmax(0, 1.15fr) minmax(420px, 1fr)' },
})

const Side = styled('aside')(({ theme }) => ({
  position: 'sticky',
  top: 0,
  height: '100dvh',
  overflow: 'hidden',
  display: 'none',
  flexDirection: 'column',
  justifyContent: 'space-between',
  padding: 'clamp(32px, 4vw, 56px)',
  backgroundColor: theme.vars.palette.ground.sunken,
  borderInlineEnd: `1px solid ${theme.vars.palette.divider}`,
  '@media (min-width: 900px)': { display: 'flex' },
  '& > svg': { position: 'absolute', inset: 0, width: '100%', height: '100%' },
  // The drawing fades out beneath the words.
  '&::after': {
    content: '""',
    position: 'absolute',
    inset: '50% 0 0',
    background: `linear-gradient(to top, ${theme.vars.palette.ground.sunken} 45%, transparent)`,
  },
  '& > div': { position: 'relative', zIndex: 1 },
}))

const Claim = styled('div')(({ theme }) => ({
  '& > p:first-of-type': {
    margin: 0,
    maxWidth: '16ch',
    fontSize: 'clamp(1.75rem, 2.6vw, 2.5rem)',
    fontWeight: 600,
    lineHeight: 1.15,
    letterSpacing: '-0.022em',
    textWrap: 'balance',
  },
  '& > p:last-of-type': {
    margin: '12px 0 0',
    maxWidth: '40ch',
    color: theme.vars.palette.text.secondary,
    fontSize: '1rem',
    lineHeight: 1.5,
  },
}))

const BrandLine = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  fontSize: '1.125rem',
  fontWeight: 600,
  letterSpacing: '-0.01em',
  '& > img': { height: 36 },
})

const Work = styled('main')({
  display: 'grid',
  gridTemplateRows: 'auto 1fr auto',
  minHeight: '100dvh',
  padding: 'max(12px, env(safe-area-inset-top)) 16px 24px',
})
const Controls = styled('div')({ display: 'flex', justifyContent: 'flex-end', alignItems: 'center', gap: 4 })
const Place = styled('div')({
  width: '100%',
  maxWidth: 376,
  margin: 'auto',
  padding: '24px 0',
  '& > .mark': { display: 'block', height: 48, marginBottom: 24, '@media (min-width: 900px)': { display: 'none' } },
})
const Head = styled('header')(({ theme }) => ({
  marginBottom: 28,
  '& > h1': { margin: 0, outline: 'none', fontSize: '1.75rem', fontWeight: 600, lineHeight: 1.2, letterSpacing: '-0.02em' },
  '& > p': { margin: '4px 0 0', overflowWrap: 'anywhere', color: theme.vars.palette.text.secondary, fontSize: '1rem' },
}))
const Foot = styled('p')(({ theme }) => ({ margin: 0, textAlign: 'center', color: theme.vars.palette.text.secondary, fontSize: '0.75rem' }))

const year = new Date().getFullYear()

const ModeButton = () => {
  const t = useT()
  const dark = useMode() === 'dark'
  return (
    <IconButton
      aria-label={t(dark ? 'mode.toLight' : 'mode.toDark')}
      title={t(dark ? 'mode.toLight' : 'mode.toDark')}
      onClick={() => setMode(dark ? 'light' : 'dark')}
    >
      <Icon path={dark ? mdiWhiteBalanceSunny : mdiWeatherNight} />
    </IconButton>
  )
}

type AuthLayoutProps = {
  title: string
  subtitle?: string
  /** A step that takes over from another one is read aloud; the first one leaves the focus to its field. */
  focusTitle?: boolean
  children: ReactNode
}

/** The frame of every page for people who are not signed in. */
export const AuthLayout = ({ title, subtitle, focusTitle = false, children }: AuthLayoutProps) => {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focusTitle) heading.current?.focus()
  }, [focusTitle])
  return (
    <Screen>
      <Side aria-hidden="true">
        <Decoration />
        <BrandLine>
          <Picture src={brand.logo} alt="" />
          {brand.name}
        </BrandLine>
        <Claim>
          <p>{t('claim')}</p>
          <p>{t('claim.text')}</p>
        </Claim>
      </Side>
      <Work>
        <Controls>
          <LangSelect
            label={t('language')}
            onChoose={(lang) => {
              keepLang(lang)
              void setLang(lang)
            }}
          />
          {modeIsFixed ? null : <ModeButton />}
        </Controls>
        <Place>
          <Picture className="mark" src={brand.logo} alt="" />
          <Head>
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {subtitle ? <p>{subtitle}</p> : null}
          </Head>
          {children}
        </Place>
        <Foot>
          © {year} {brand.name}
        </Foot>
      </Work>
    </Screen>
  )
}

import { mdiClose } from '@mdi/js'
import { keyframes } from '@emotion/react'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { useEffect, useId, useRef } from 'react'
import { brand } from '#src/api/brand.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { customizerWidth } from '../layout.ts'
import { changeSettings } from '../settings/change-settings.ts'
import { defaultsOf } from '../settings/settings.ts'
import { LayoutOptions } from './LayoutOptions.tsx'
import { ThemeOptions } from './ThemeOptions.tsx'
import { useT } from './use-t.ts'

const comeIn = keyframes({ from: { transform: 'translateX(100%)' } })
const Panel = styled('div')(({ theme }) => ({
  position: 'fixed',
  insetBlock: 0,
  insetInlineEnd: 0,
  zIndex: theme.zIndex.modal,
  display: 'flex',
  flexDirection: 'column',
  width: customizerWidth,
  maxWidth: '100vw',
  borderInlineStart: `1px solid ${theme.vars.palette.divider}`,
  backgroundColor: theme.vars.palette.background.paper,
  color: theme.vars.palette.text.primary,
  boxShadow: theme.vars.shadows[16],
  outline: 'none',
  animation: `${comeIn} 200ms ease`,
  '@media print': { display: 'none' },
}))
const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  flexShrink: 0,
  padding: '14px 14px 14px 24px',
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  '& > div': { flex: 1 },
  '& h2': { ...theme.typography.h2, margin: 0 },
  '& p': { ...theme.typography.body2, margin: '2px 0 0', color: theme.vars.palette.text.secondary },
}))
const Body = styled('div')(({ theme }) => ({
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  padding: '20px 24px 28px',
  '& > section': { display: 'grid', gap: 20, paddingBottom: 24 },
  '& > section > h3': { ...theme.typography.overline, margin: 0, color: theme.vars.palette.text.secondary },
}))

/** SH5: beside the page, which goes on working and shows each choice at once. */
export const Customizer = ({ onClose }: { onClose: () => void }) => {
  const t = useT()
  const titleId = useId()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    panel.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Panel
      ref={panel}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the page behind it goes on working
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <Head>
        <div>
          <h2 id={titleId}>{t('title')}</h2>
          <p>{t('text')}</p>
        </div>
        <IconButton aria-label={t('close')} title={t('close')} onClick={onClose}>
          <Icon path={mdiClose} />
        </IconButton>
      </Head>
      <Body>
        <ThemeOptions />
        <LayoutOptions />
        <Button variant="outlined" fullWidth onClick={() => changeSettings(defaultsOf(brand))}>
          {t('reset')}
        </Button>
      </Body>
    </Panel>
  )
}

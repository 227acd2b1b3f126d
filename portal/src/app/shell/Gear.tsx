import { mdiCogOutline } from '@mdi/js'
import { styled } from '@mui/material/styles'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { loadPhrases } from '#src/i18n/phrases.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { useT } from '../use-t.ts'

const Customizer = lazy(async () => {
  const [{ Customizer: loaded }] = await Promise.all([import('../customizer/Customizer.tsx'), loadPhrases('app/customizer')])
  return { default: loaded }
})

/** Within the margin of the page, so that it covers nothing anybody works with. */
const Handle = styled('button')(({ theme }) => ({
  position: 'fixed',
  top: '46%',
  insetInlineEnd: 0,
  zIndex: theme.zIndex.fab,
  display: 'grid',
  placeContent: 'center',
  width: 24,
  height: 44,
  padding: 0,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderInlineEnd: 0,
  borderStartStartRadius: 6,
  borderEndStartRadius: 6,
  backgroundColor: theme.vars.palette.background.paper,
  color: theme.vars.palette.text.secondary,
  cursor: 'pointer',
  '&:hover': { backgroundColor: theme.vars.palette.primary.main, color: theme.vars.palette.primary.contrastText },
  '&:focus-visible': { outlineOffset: -2 },
  '& > svg': { animation: 'none', transition: 'transform 300ms ease' },
  '&:hover > svg': { transform: 'rotate(60deg)' },
  '@media print': { display: 'none' },
}))

let show: () => void = () => undefined
export const openCustomizer = (): void => show()

/** SH5: the gear at the edge opens the customizer, which comes when it is first asked for. */
export const Gear = () => {
  const t = useT()
  const [open, setOpen] = useState(false)
  const handle = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    show = () => setOpen(true)
  }, [])
  const close = (): void => {
    flushSync(() => setOpen(false))
    handle.current?.focus()
  }
  return (
    <>
      <Handle
        ref={handle}
        type="button"
        aria-label={t('customize')}
        title={t('customize')}
        aria-expanded={open}
        onClick={() => (open ? close() : setOpen(true))}
      >
        <Icon path={mdiCogOutline} size={18} />
      </Handle>
      {open ? (
        <Suspense>
          <Customizer onClose={close} />
        </Suspense>
      ) : null}
    </>
  )
}

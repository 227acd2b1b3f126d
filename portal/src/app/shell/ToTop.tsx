import { mdiArrowUp } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { useEffect, useState } from 'react'
import { Icon } from '#src/kit/Icon.tsx'
import { toTopAfter } from '../layout.ts'
import { useT } from '../use-t.ts'

const Corner = styled(IconButton)(({ theme }) => ({
  position: 'fixed',
  right: 20,
  bottom: 'calc(20px + var(--dock, 0px))',
  zIndex: theme.zIndex.fab,
  border: `1px solid ${theme.vars.palette.divider}`,
  backgroundColor: theme.vars.palette.background.paper,
  boxShadow: theme.vars.shadows[4],
  // Above the bar that saves a form and the foot of the page: it must not lie on Save.
  'body:has([data-save-bar]) &': { bottom: 'calc(128px + var(--dock, 0px))' },
  '&:hover': { backgroundColor: theme.vars.palette.ground.hover },
  '@media print': { display: 'none' },
}))

/** SH4 */
export const ToTop = () => {
  const t = useT()
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const look = (): void => setShown(scrollY > toTopAfter)
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  if (!shown) return null
  return (
    <Corner aria-label={t('toTop')} title={t('toTop')} onClick={() => scrollTo({ top: 0, behavior: 'smooth' })}>
      <Icon path={mdiArrowUp} />
    </Corner>
  )
}

import { mdiCogOutline } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { flushSync } from 'react-dom'
import { loadPhrases } from '#src/i18n/phrases.ts'
import { makeStore } from '#src/i18n/store.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { lazyWithRetry } from '#src/kit/lazy-with-retry.tsx'
import { edgeHandle } from './edge-handle.ts'
import { useT } from '../use-t.ts'

const Customizer = lazyWithRetry(
  async () => {
    const [{ Customizer: loaded }] = await Promise.all([import('../customizer/Customizer.tsx'), loadPhrases('app/customizer')])
    return loaded
  },
  ({ onClose }) => onClose(),
)

const Handle = styled('button')(({ theme }) => ({
  ...edgeHandle(theme),
  '&': { top: '46%' },
  insetInlineEnd: 0,
  zIndex: theme.zIndex.fab,
  display: 'grid',
  placeContent: 'center',
  borderInlineEnd: 0,
  borderStartStartRadius: 6,
  borderEndStartRadius: 6,
  color: theme.vars.palette.text.secondary,
  cursor: 'pointer',
  // Seldom used and always there: it shows its frame to whoever comes near.
  '&:not(:hover, :focus-visible, [aria-expanded="true"])': { borderColor: 'transparent', backgroundColor: 'transparent' },
  '&:hover': { backgroundColor: theme.vars.palette.primary.main, color: theme.vars.palette.primary.contrastText },
  '&:focus-visible': { outlineOffset: -2 },
  '& > svg': { animation: 'none', transition: 'transform 300ms ease' },
  '&:hover > svg': { transform: 'rotate(60deg)' },
}))

const opened = makeStore(false)
export const openCustomizer = (): void => opened.set(true)
/** The focus goes back to the gear, wherever it stands. */
const close = (): void => {
  flushSync(() => opened.set(false))
  document.getElementById('gear')?.focus()
}

const useCustomizerButton = () => {
  const t = useT()
  const open = opened.use()
  return {
    id: 'gear',
    type: 'button',
    'aria-label': t('customize'),
    title: t('customize'),
    'aria-expanded': open,
    onClick: open ? close : openCustomizer,
  } as const
}

/** On a phone the margin of the page is too small for the gear: it stands in the app bar. */
export const CustomizerBarButton = () => (
  <IconButton {...useCustomizerButton()}>
    <Icon path={mdiCogOutline} size={24} />
  </IconButton>
)

const AtEdge = () => (
  <Handle {...useCustomizerButton()}>
    <Icon path={mdiCogOutline} size={18} />
  </Handle>
)

/** SH5: the gear at the edge opens the customizer, which comes when it is first asked for. */
export const CustomizerButton = ({ atEdge }: { atEdge: boolean }) => (
  <>
    {atEdge ? <AtEdge /> : null}
    {opened.use() ? <Customizer onClose={close} /> : null}
  </>
)

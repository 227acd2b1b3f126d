import { mdiMagnify, mdiMenu } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { Icon } from '#src/kit/Icon.tsx'
import { toolbarHeight } from '../layout.ts'
import { useT } from '../use-t.ts'
import { BrandLink } from './BrandLink.tsx'
import { openCommands } from './Keys.tsx'
import { LiveMark, useHearsLive } from './LiveMark.tsx'

const Bar = styled('header')(({ theme }) => ({
  position: 'sticky',
  top: 0,
  zIndex: theme.zIndex.appBar,
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: toolbarHeight,
  padding: '0 12px',
  paddingTop: 'env(safe-area-inset-top)',
  backgroundColor: theme.vars.palette.background.paper,
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  '& > a': { flex: 1 },
  '@media print': { display: 'none' },
}))

/** SH7: stands below lg only. */
export const TopBar = ({ onMenu }: { onMenu: () => void }) => {
  const t = useT()
  const hearsLive = useHearsLive()
  return (
    <Bar>
      <IconButton aria-label={t('menu.open')} onClick={onMenu}>
        <Icon path={mdiMenu} size={24} />
      </IconButton>
      <BrandLink />
      {hearsLive ? <LiveMark /> : null}
      <IconButton aria-label={t('commands.open')} onClick={openCommands}>
        <Icon path={mdiMagnify} size={24} />
      </IconButton>
    </Bar>
  )
}

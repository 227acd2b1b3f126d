import { mdiLogoutVariant } from '@mdi/js'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { Icon } from '#src/kit/Icon.tsx'
import { useActingCommand } from '../acting/use-acting-command.ts'
import { useT } from '../use-t.ts'
import { BarActions } from './BarActions.tsx'
import { Controls, Person } from './PersonControls.tsx'
import { signOut } from './sign-out.ts'

const Foot = styled('div')(({ theme }) => ({
  display: 'grid',
  flexShrink: 0,
  gap: 8,
  padding: '12px 14px 14px',
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  '&[data-icons="true"]': { justifyItems: 'center' },
}))

/** SH2: logout at the bottom, of which the icon alone stays when the menu is collapsed. */
export const MenuFoot = ({ collapsed = false, actions = true }: { collapsed?: boolean; actions?: boolean }) => {
  const t = useT()
  const leave = () => void signOut()
  const actAs = useActingCommand()
  if (collapsed)
    return (
      <Foot data-icons="true">
        <BarActions />
        <IconButton aria-label={t('signOut')} title={t('signOut')} onClick={leave}>
          <Icon path={mdiLogoutVariant} />
        </IconButton>
      </Foot>
    )
  return (
    <Foot>
      <Person />
      <Controls actions={actions} />
      {actAs ? (
        <Button color="inherit" fullWidth startIcon={<Icon path={actAs.icon} size={18} />} onClick={actAs.run}>
          {actAs.label}
        </Button>
      ) : null}
      <Button variant="outlined" fullWidth startIcon={<Icon path={mdiLogoutVariant} size={18} />} onClick={leave}>
        {t('signOut')}
      </Button>
    </Foot>
  )
}

import { mdiChevronDown, mdiChevronUp, mdiLogoutVariant } from '@mdi/js'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { useId, useState } from 'react'
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
  '& > .who': { display: 'flex', alignItems: 'center', gap: 2, minWidth: 0, '& > div:first-of-type': { flex: 1, gap: 8, padding: 0 } },
}))

/** What somebody chooses once and then leaves: behind a button of its own, so that it is not in the way of the evening. */
const Options = () => {
  const actAs = useActingCommand()
  return (
    <>
      <Controls actions={false} />
      {actAs ? (
        <Button color="inherit" fullWidth startIcon={<Icon path={actAs.icon} size={18} />} onClick={actAs.run}>
          {actAs.label}
        </Button>
      ) : null}
    </>
  )
}

/** SH2: logout at the bottom, of which the icon alone stays when the menu is collapsed. */
export const MenuFoot = ({ collapsed = false, actions = true }: { collapsed?: boolean; actions?: boolean }) => {
  const t = useT()
  const id = useId()
  const [open, setOpen] = useState(false)
  const leave = () => void signOut()
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
      <div className="who">
        <Person />
        {actions ? <BarActions /> : null}
        <IconButton
          aria-label={t('person.options')}
          title={t('person.options')}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <Icon path={open ? mdiChevronDown : mdiChevronUp} />
        </IconButton>
      </div>
      <div id={id} hidden={!open} style={{ display: open ? 'grid' : 'none', gap: 8 }}>
        {open ? <Options /> : null}
      </div>
      <Button variant="outlined" fullWidth startIcon={<Icon path={mdiLogoutVariant} size={18} />} onClick={leave}>
        {t('signOut')}
      </Button>
    </Foot>
  )
}

import { mdiBell, mdiBellOutline } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import { styled } from '@mui/material/styles'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { Icon } from '#src/kit/Icon.tsx'
import { useShortcuts } from '#src/kit/shortcuts.ts'
import { NotificationPanel } from './NotificationPanel.tsx'
import { endPushWithSession, onPushOpened } from './push-device.ts'
import { useUnreadMark } from './unread-mark.ts'
import { useUnread } from './use-notifications.ts'
import { useT } from './use-t.ts'

const Face = styled('span')(({ theme }) => ({
  position: 'relative',
  display: 'inline-flex',
  '& > b': {
    position: 'absolute',
    top: -7,
    insetInlineStart: 10,
    minWidth: 18,
    height: 18,
    padding: '0 5px',
    border: `2px solid ${theme.vars.palette.background.paper}`,
    borderRadius: 9,
    boxSizing: 'content-box',
    backgroundColor: theme.vars.palette.tone.danger.solid,
    color: '#fff',
    font: `700 0.6875rem/18px ${theme.typography.fontFamily}`,
    fontVariantNumeric: 'tabular-nums',
    textAlign: 'center',
  },
}))

endPushWithSession()

/** SH8: what happened, one key away, on every page; the number is true in all tabs. */
export const Bell = () => {
  const t = useT()
  const navigate = useNavigate()
  const unread = useUnread()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [panelId, titleId] = [useId(), useId()]
  useUnreadMark(unread)
  useEffect(() => onPushOpened((url) => void navigate({ href: url })), [navigate])
  useShortcuts([{ keys: 'b', label: t('bell.show'), run: () => setOpen(true) }])
  const label = unread > 0 ? t('bell.unread', { count: unread }) : t('bell.show')
  return (
    <>
      <IconButton
        ref={button}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        onClick={() => setOpen(true)}
      >
        <Face>
          <Icon path={unread > 0 ? mdiBell : mdiBellOutline} />
          {unread > 0 ? <b aria-hidden="true">{unread > 99 ? '99+' : unread}</b> : null}
        </Face>
      </IconButton>
      <Popover
        open={open}
        // The button may stand in a menu that opens and closes; where it is is asked when it is needed.
        anchorEl={() => button.current}
        onClose={() => setOpen(false)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
        transformOrigin={{ vertical: 'top', horizontal: 'center' }}
        marginThreshold={8}
        slotProps={{
          paper: { id: panelId, role: 'dialog', 'aria-labelledby': titleId, sx: { border: 1, borderColor: 'divider', boxShadow: 8 } },
        }}
      >
        <NotificationPanel titleId={titleId} onClose={() => setOpen(false)} />
      </Popover>
    </>
  )
}

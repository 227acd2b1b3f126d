import { mdiBell, mdiBellOutline } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import { styled } from '@mui/material/styles'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useRef } from 'react'
import { Icon } from '#src/kit/Icon.tsx'
import { useShortcuts } from '#src/kit/shortcuts.ts'
import { NotificationPanel } from './NotificationPanel.tsx'
import { placePanel, usePanelPlace } from './open-panel.ts'
import { endPushWithSession, onPushOpened } from './push-device.ts'
import { useUnreadMark } from './unread-mark.ts'
import { useUnread } from './use-notifications.ts'
import { useT } from './use-t.ts'

const BellIcon = styled('span')(({ theme }) => ({
  position: 'relative',
  display: 'inline-flex',
  '& > b': {
    position: 'absolute',
    top: -7,
    insetInlineStart: 9,
    minWidth: 18,
    height: 18,
    padding: '0 4px',
    borderRadius: 9,
    boxShadow: `0 0 0 2px ${theme.vars.palette.background.paper}`,
    backgroundColor: theme.vars.palette.tone.danger.text,
    color: theme.vars.palette.background.paper,
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
  const place = usePanelPlace()
  const open = place !== undefined
  const show = (): void => {
    const { top = 0 } = button.current?.getBoundingClientRect() ?? {}
    // Where the focus comes back to, also when a key opened the panel.
    button.current?.focus()
    placePanel(top > innerHeight / 2 ? 'above' : 'below')
  }
  const panelId = useId()
  const titleId = useId()
  useUnreadMark(unread)
  useEffect(() => onPushOpened((url) => void navigate({ href: url })), [navigate])
  useShortcuts([{ keys: 'b', label: t('bell.show'), run: show }])
  const close = (): void => placePanel(undefined)
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
        onClick={show}
      >
        <BellIcon>
          <Icon path={unread > 0 ? mdiBell : mdiBellOutline} />
          {unread > 0 ? <b aria-hidden="true">{unread > 99 ? '99+' : unread}</b> : null}
        </BellIcon>
      </IconButton>
      <Popover
        open={open}
        // The button may stand in a menu that opens and closes; where it is is asked when it is needed.
        anchorEl={() => button.current}
        onClose={close}
        anchorOrigin={{ vertical: place === 'above' ? 'top' : 'bottom', horizontal: 'center' }}
        transformOrigin={{ vertical: place === 'above' ? 'bottom' : 'top', horizontal: 'center' }}
        marginThreshold={8}
        slotProps={{
          paper: { id: panelId, role: 'dialog', 'aria-labelledby': titleId, sx: { border: 1, borderColor: 'divider', boxShadow: 8 } },
        }}
      >
        <NotificationPanel titleId={titleId} onClose={close} />
      </Popover>
    </>
  )
}

import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId } from 'react'
import { useT } from './use-t.ts'

type ConfirmDialogProps = {
  open: boolean
  title: string
  children?: ReactNode
  /** The verb of what will happen, never "OK". */
  confirmLabel: string
  /** Where what will happen is called a cancel itself. */
  closeLabel?: string
  danger?: boolean
  busy?: boolean
  /** False keeps the button from being pressed, e.g. while a reason is missing. */
  ready?: boolean
  onConfirm: () => void
  onClose: () => void
}

export const ConfirmDialog = ({
  open,
  title,
  children,
  confirmLabel,
  closeLabel,
  danger = false,
  busy = false,
  ready = true,
  onConfirm,
  onClose,
}: ConfirmDialogProps) => {
  const t = useT()
  const titleId = useId()
  const textId = useId()
  // Without anything to fill in, Enter confirms; what cannot be taken back easily begins at the way out (WAI-ARIA, modal dialog).
  const first = { 'data-first-focus': '' }
  return (
    <Dialog
      open={open}
      onClose={busy ? () => undefined : onClose}
      aria-labelledby={titleId}
      aria-describedby={children ? textId : undefined}
      fullWidth
      maxWidth="xs"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          if (ready && !busy) onConfirm()
        }}
      >
        <DialogTitle id={titleId}>{title}</DialogTitle>
        {children ? <DialogContent id={textId}>{children}</DialogContent> : null}
        <DialogActions>
          <Button {...(danger ? first : {})} onClick={onClose} disabled={busy} color="inherit">
            {closeLabel ?? t('cancel')}
          </Button>
          <Button
            type="submit"
            variant="contained"
            color={danger ? 'error' : 'primary'}
            loading={busy}
            disabled={!ready}
            {...(danger ? {} : first)}
          >
            {confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

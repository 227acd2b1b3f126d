import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { styled } from '@mui/material/styles'
import { mdiAlertCircleOutline } from '@mdi/js'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Icon } from '#src/kit/Icon.tsx'
import { ToneBox } from '#src/kit/ToneBox.tsx'
import { useT } from './use-t.ts'

const Body = styled('div')({ display: 'grid', gap: 16, '& p': { margin: 0, lineHeight: 1.5 } })
const Alert = styled('div')({ '&:empty': { display: 'none' } })

export type StepDialogProps = {
  title: string
  /** The verb of what happens next. */
  action: string
  danger?: boolean
  busy?: boolean
  refusal?: string | undefined
  /** Not to be lost by a click beside it: what stands here is shown this once. */
  keep?: boolean
  onAction: (form: HTMLFormElement) => void
  onClose: () => void
  children: ReactNode
}

/** One step of a change to the account, in a form of its own: Enter goes on, Escape goes back. */
export const StepDialog = ({
  title,
  action,
  danger = false,
  busy = false,
  refusal,
  keep = false,
  onAction,
  onClose,
  children,
}: StepDialogProps) => {
  const t = useT()
  const id = useId()
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The dialog of the step before gives the focus back while this one opens, so this one takes it a moment later.
    const frame = requestAnimationFrame(() => body.current?.querySelector<HTMLElement>('input:not([type="hidden"])')?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <Dialog disableRestoreFocus open onClose={busy || keep ? () => undefined : onClose} aria-labelledby={id} fullWidth maxWidth="xs">
      <form
        noValidate
        aria-busy={busy}
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          if (!busy) onAction(event.currentTarget)
        }}
      >
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent>
          <Body ref={body}>
            <Alert role="alert">
              {refusal ? (
                <ToneBox tone="danger">
                  <Icon path={mdiAlertCircleOutline} />
                  {refusal}
                </ToneBox>
              ) : null}
            </Alert>
            {children}
          </Body>
        </DialogContent>
        <DialogActions>
          {keep ? null : (
            <Button onClick={onClose} disabled={busy} color="inherit">
              {t('cancel')}
            </Button>
          )}
          <Button type="submit" variant="contained" color={danger ? 'error' : 'primary'} loading={busy}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

import { mdiCheck, mdiContentCopy } from '@mdi/js'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId, useState } from 'react'
import { Icon } from '../Icon.tsx'
import { useOfficeT } from '../office/use-office-t.ts'
import { TextField } from '../TextField.tsx'

type SecretOnceProps = {
  title: string
  /** Label → secret; undefined = closed. */
  secrets: Readonly<Record<string, string>> | undefined
  /** What it is for, how long the one before is still good. */
  children?: ReactNode
  onClose: () => void
}

const Secret = ({ label, value }: { label: string; value: string }) => {
  const t = useOfficeT()
  const [copied, setCopied] = useState(false)
  const copy = (): void => {
    // Without https there is no clipboard; the field is chosen as a whole, ready for Ctrl C.
    navigator.clipboard?.writeText(value).then(
      () => setCopied(true),
      () => undefined,
    )
  }
  return (
    <TextField
      label={label}
      value={value}
      readOnly
      sx={{ marginBlockStart: 2 }}
      onFocus={({ target }) => target.select()}
      slotProps={{ htmlInput: { spellCheck: false, style: { fontFamily: 'ui-monospace, monospace' } } }}
      endAdornment={
        <Button
          size="small"
          startIcon={<Icon path={copied ? mdiCheck : mdiContentCopy} size={16} />}
          onClick={copy}
          aria-label={`${t('secret.copy')}: ${label}`}
        >
          {t(copied ? 'secret.copied' : 'secret.copy')}
        </Button>
      }
    />
  )
}

/** A secret that is shown once: it does not close by a click beside it. */
export const SecretOnce = ({ title, secrets, children, onClose }: SecretOnceProps) => {
  const t = useOfficeT()
  const titleId = useId()
  return (
    <Dialog open={secrets !== undefined} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        <p style={{ margin: 0 }}>{t('secret.once')}</p>
        {children}
        {Object.entries(secrets ?? {}).map(([label, value]) => (
          <Secret key={label} label={label} value={value} />
        ))}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('secret.done')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { errorText } from '#src/kit/error-text.ts'
import { TextField } from '#src/kit/TextField.tsx'
import { toast } from '#src/kit/toasts.ts'
import { becomeTablet } from './become-tablet.ts'
import { useTabletsT } from './use-tablets-t.ts'

const Row = styled('div')({ display: 'grid', gap: 12, '& > button': { justifySelf: 'start' } })

/** Makes the device in one's hands the team's. Not a form: it stands inside of the venue's own. */
export const NewTablet = ({ venueId }: { venueId: string }) => {
  const t = useTabletsT()
  const [name, setName] = useState(t('name.first'))
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const missing = name.trim() === ''
  const become = (): void => {
    setBusy(true)
    becomeTablet(venueId, name.trim()).catch((error: unknown) => {
      setBusy(false)
      setAsking(false)
      toast.error(errorText(error, phrasesNow('kit')))
    })
  }
  return (
    <Row>
      <TextField
        label={t('name')}
        value={name}
        error={missing}
        helperText={missing ? t('name.missing') : t('name.hint')}
        onChange={({ target }) => setName(target.value)}
        slotProps={{ htmlInput: { maxLength: 60 } }}
      />
      <Button variant="contained" disabled={missing} onClick={() => setAsking(true)}>
        {t('become')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('become.title', { name: name.trim() })}
        confirmLabel={t('become')}
        busy={busy}
        onConfirm={become}
        onClose={() => setAsking(false)}
      >
        {t('become.text')}
      </ConfirmDialog>
    </Row>
  )
}

import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import type { Move } from '@tablewire/contracts/booking/reservations.rules'
import { useId, useState } from 'react'
import { formatDate, localTime } from '#src/kit/format.ts'
import { TextField } from '#src/kit/TextField.tsx'
import { guestName } from './reservation-flags.ts'
import type { Moves } from './use-moves.ts'
import { useT } from './use-t.ts'

const presets = {
  cancel: ['guest', 'ill', 'duplicate', 'venue', 'unreachable'],
  reject: ['full', 'closed', 'tooLarge', 'duplicate'],
} as const

type PresetsProps = { kind: keyof typeof presets; chosen: string; onChoose: (text: string) => void }

const Presets = ({ kind, chosen, onChoose }: PresetsProps) => {
  const t = useT()
  return (
    <fieldset
      aria-label={t('reason.presets')}
      style={{ display: 'flex', flexWrap: 'wrap', gap: 8, minWidth: 0, margin: '0 0 16px', padding: 0, border: 0 }}
    >
      {presets[kind].map((preset) => {
        const text = t(`reason.${preset}`)
        return (
          <Button
            key={preset}
            size="small"
            variant="outlined"
            color="inherit"
            aria-pressed={chosen === text}
            onClick={() => onChoose(text)}
          >
            {text}
          </Button>
        )
      })}
    </fieldset>
  )
}

type ReasonDialogProps = { row: ReservationRow; move: Move; moves: Moves; onClose: () => void }

/** Cancel and reject: why, and whether the guest hears of it (RE2, RE3). What was typed stays when the server refuses. */
export const ReasonDialog = ({ row, move, moves, onClose }: ReasonDialogProps) => {
  const t = useT()
  const titleId = useId()
  const kind = move === 'reject' ? 'reject' : 'cancel'
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState<'save' | 'tell'>()
  const submit = async (notify: boolean): Promise<void> => {
    if (reason.trim() === '') {
      setMissing(true)
      return
    }
    setBusy(notify ? 'tell' : 'save')
    try {
      await moves.run(row, move, { reason: reason.trim(), notify })
      onClose()
    } catch {
      // The refusal stands in a notice already; the dialog stays with what was typed.
      setBusy(undefined)
    }
  }
  const canTell = row.guest.email !== null
  return (
    <Dialog
      open
      onClose={busy ? () => undefined : onClose}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="sm"
      slotProps={{ paper: { sx: { maxWidth: 520 } } }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit(false)
        }}
      >
        <DialogTitle id={titleId}>{t(`${kind}.title`, { name: guestName(row) || t('guest.unknown') })}</DialogTitle>
        <DialogContent>
          <p style={{ margin: '0 0 14px', fontSize: '0.875rem' }}>
            {formatDate(row.startsLocal)} · {localTime(row.startsLocal)} · {t('covers', { count: row.partySize })}
          </p>
          <Presets
            kind={kind}
            chosen={reason}
            onChoose={(text) => {
              setReason(text)
              setMissing(false)
            }}
          />
          <TextField
            // The one thing that is asked for.
            autoFocus
            required
            multiline
            minRows={2}
            label={t('reason.label')}
            value={reason}
            error={missing}
            helperText={missing ? t('reason.required') : ' '}
            onChange={({ target }) => {
              setReason(target.value)
              setMissing(false)
            }}
            slotProps={{ htmlInput: { maxLength: 500 } }}
          />
        </DialogContent>
        <DialogActions style={{ flexWrap: 'wrap' }}>
          <Button onClick={onClose} disabled={busy !== undefined} color="inherit" sx={{ marginRight: 'auto' }}>
            {t('back')}
          </Button>
          <Button
            type="submit"
            variant={canTell ? 'outlined' : 'contained'}
            color="error"
            loading={busy === 'save'}
            disabled={busy === 'tell'}
          >
            {t(`${kind}.save`)}
          </Button>
          {canTell ? (
            <Button
              variant="contained"
              color="error"
              loading={busy === 'tell'}
              disabled={busy === 'save'}
              onClick={() => void submit(true)}
            >
              {t(`${kind}.tell`)}
            </Button>
          ) : null}
        </DialogActions>
      </form>
    </Dialog>
  )
}

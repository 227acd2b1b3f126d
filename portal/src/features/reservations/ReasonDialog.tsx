import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { styled } from '@mui/material/styles'
import { reservations } from '@tablewire/contracts/booking/reservations'
import { after, movesFrom, type Status } from '@tablewire/contracts/booking/reservations.rules'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { useLiveState } from '#src/api/live.ts'
import { useEndpoint } from '#src/api/query.ts'
import { formatDate, localTime } from '#src/kit/format.ts'
import { TextField } from '#src/kit/TextField.tsx'
import { toast } from '#src/kit/toasts.ts'
import { guestName } from './guest-name.ts'
import { type Moves, useSubmissionKey } from './use-moves.ts'
import type { PendingMove } from './use-reservations-page.ts'
import { useT } from './use-t.ts'

const presets = {
  cancel: ['guest', 'ill', 'duplicate', 'venue', 'unreachable'],
  reject: ['full', 'closed', 'tooLarge', 'duplicate'],
} as const

const Preset = styled('label')(({ theme }) => ({
  position: 'relative',
  padding: '4px 10px',
  border: `1px solid ${theme.vars.palette.ground.edge}`,
  borderRadius: theme.vars.shape.borderRadius,
  fontSize: '0.8125rem',
  fontWeight: 600,
  cursor: 'pointer',
  '@media (pointer: coarse)': { padding: '10px 12px' },
  '& input': { position: 'absolute', inset: 0, width: '100%', height: '100%', margin: 0, opacity: 0, cursor: 'inherit' },
  '&:hover': { backgroundColor: theme.vars.palette.ground.hover },
  '&:has(:focus-visible)': { outline: `2px solid ${theme.vars.palette.accent.ring}`, outlineOffset: 2 },
  '&:has(:checked)': { borderColor: 'transparent', backgroundColor: theme.vars.palette.accent.soft, color: theme.vars.palette.accent.text },
}))

type PresetsProps = { kind: keyof typeof presets; chosen: string; onChange: (text: string) => void }

const Presets = ({ kind, chosen, onChange }: PresetsProps) => {
  const t = useT()
  return (
    <fieldset
      aria-label={t('reason.presets')}
      style={{ display: 'flex', flexWrap: 'wrap', gap: 8, minWidth: 0, margin: '0 0 16px', padding: 0, border: 0 }}
    >
      {presets[kind].map((preset, index) => {
        const text = t(`reason.${preset}`)
        return (
          <Preset key={preset}>
            <input
              type="radio"
              name="reason"
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing that is asked for
              autoFocus={index === 0}
              checked={chosen === text}
              onChange={() => onChange(text)}
            />
            {text}
          </Preset>
        )
      })}
    </fieldset>
  )
}

/** What is known of a try without an answer: without a network it never left, else it may have been done. */
type Unanswered = 'notSent' | 'noAnswer'

const askMs = 3_000
/** Asks what became of it, until somebody answers; what was done without our hearing of it is so. Returns what it is by now where that leaves no way for it. */
const useFoundNow = ({ row, move }: PendingMove, unanswered: Unanswered | undefined, onDone: () => void): Status | undefined => {
  const now = useEndpoint(
    reservations.get,
    { params: { id: row.id } },
    { refetchInterval: unanswered === 'noAnswer' && askMs, staleTime: 0, meta: { shown: true } },
  )
  const done = unanswered === 'noAnswer' && now.data?.status === after(move, row.status)
  const tell = useEffectEvent(onDone)
  useEffect(() => {
    if (done) tell()
  }, [done])
  return now.data && !movesFrom(now.data.status).includes(move) && !done ? now.data.status : undefined
}

/** What becomes of it while nobody answers; nothing is lost. */
const Away = ({ failed }: { failed: Unanswered | undefined }) => {
  const t = useT()
  const stopped = useLiveState() === 'offline'
  if (!failed && !stopped) return null
  return (
    <Alert severity="warning" sx={{ marginBlockStart: 1 }}>
      <b>{t(`reason.${failed ?? 'away'}`)}</b> {t(failed === 'noAnswer' ? 'reason.again' : 'reason.notKept')}
    </Alert>
  )
}

/** Somebody else was there before, and left no way for it. */
const Overtaken = ({ name, status }: { name: string; status: Status | undefined }) => {
  const t = useT()
  if (!status) return null
  return (
    <Alert severity="warning" sx={{ marginBlockStart: 1 }}>
      {t('reason.overtaken', { name, status: t(`status.${status}`) })}
    </Alert>
  )
}

type ActionsProps = {
  kind: keyof typeof presets
  canTell: boolean
  busy: 'save' | 'tell' | undefined
  /** It cannot be done any more. */
  shut: boolean
  onBack: () => void
  /** Without a word to the guest, who could be told. */
  onSilent: () => void
}

/** A key does what the most prominent button does. */
const Actions = ({ kind, canTell, busy, shut, onBack, onSilent }: ActionsProps) => {
  const t = useT()
  return (
    <DialogActions style={{ flexWrap: 'wrap' }}>
      <Button onClick={onBack} disabled={busy !== undefined} color="inherit" sx={{ marginRight: 'auto' }}>
        {t('back')}
      </Button>
      {canTell ? (
        <Button variant="outlined" color="error" loading={busy === 'save'} disabled={shut || busy === 'tell'} onClick={onSilent}>
          {t(`${kind}.save`)}
        </Button>
      ) : null}
      <Button
        type="submit"
        variant="contained"
        color="error"
        loading={busy === (canTell ? 'tell' : 'save')}
        disabled={shut || busy !== undefined}
      >
        {t(canTell ? `${kind}.tell` : `${kind}.save`)}
      </Button>
    </DialogActions>
  )
}

/** Keys that write something, also the first of two that make one letter; the blank chooses and presses as well. */
const writes = (event: KeyboardEvent): boolean => {
  const { key, ctrlKey, altKey, metaKey } = event
  const command = (ctrlKey || altKey || metaKey) && !event.getModifierState('AltGraph')
  return !command && (key === 'Dead' || key === 'Process' || (key.length === 1 && key !== ' '))
}

type ReasonDialogProps = PendingMove & { moves: Moves; onClose: () => void }

/** Cancel and reject: why, and whether the guest hears of it (RE2, RE3). What was typed stays when the server refuses. */
export const ReasonDialog = ({ row, move, moves, onClose }: ReasonDialogProps) => {
  const t = useT()
  const titleId = useId()
  const kind = move === 'reject' ? 'reject' : 'cancel'
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState<'save' | 'tell'>()
  const [unanswered, setUnanswered] = useState<Unanswered>()
  const keyFor = useSubmissionKey()
  const field = useRef<HTMLTextAreaElement>(null)
  const canTell = row.guest.email !== null
  const overtaken = useFoundNow({ row, move }, busy ? undefined : unanswered, () => {
    toast.info(t(`done.${move}`, { name: guestName(row) || t('guest.unknown') }))
    onClose()
  })
  const submit = async (notify: boolean): Promise<void> => {
    if (reason.trim() === '') {
      setMissing(true)
      return
    }
    setBusy(notify ? 'tell' : 'save')
    const without = !navigator.onLine
    const body = { reason: reason.trim(), notify }
    try {
      // A first try may have arrived, and only its answer was lost.
      await moves.run(row, move, { body, key: keyFor(body) })
      onClose()
    } catch (error) {
      // The refusal stands in a notice already; the dialog stays with what was typed.
      setBusy(undefined)
      // One try that may have arrived is not undone by a later one that did not.
      if (error instanceof ApiError && error.passing)
        setUnanswered(without && unanswered !== 'noAnswer' && !navigator.onLine ? 'notSent' : 'noAnswer')
      else {
        setUnanswered(undefined)
        // Who was there before stands in the notice: nothing that is typed here can be done any more.
        if (error instanceof ApiError && error.code === 'reservation.move_illegal') onClose()
      }
    }
  }
  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (!field.current || event.target === field.current || !writes(event.nativeEvent)) return
    // The letter itself goes where the focus is by then, in place of a ready-made reason.
    field.current.focus()
    field.current.select()
  }
  return (
    <Dialog
      open
      onKeyDown={onKeyDown}
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
          void submit(canTell)
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
            onChange={(text) => {
              setReason(text)
              setMissing(false)
            }}
          />
          <TextField
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
            slotProps={{ htmlInput: { ref: field, maxLength: 500 } }}
          />
          <Away failed={unanswered} />
          {busy ? null : <Overtaken name={guestName(row) || t('guest.unknown')} status={overtaken} />}
        </DialogContent>
        <Actions
          kind={kind}
          canTell={canTell}
          busy={busy}
          shut={overtaken !== undefined}
          onBack={onClose}
          onSilent={() => void submit(false)}
        />
      </form>
    </Dialog>
  )
}

import { mdiArrowLeft, mdiBackspaceOutline, mdiCheck } from '@mdi/js'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { styled } from '@mui/material/styles'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useReducer, useRef, useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import type { Ask } from '#src/api/tablet.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { errorText } from '#src/kit/error-text.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { VisuallyHidden } from '#src/kit/VisuallyHidden.tsx'
import {
  afterWrong,
  type Candidate,
  candidatesOf,
  initialsOf,
  type Keypad as State,
  longestPin,
  maySend,
  named,
  opened,
  press,
} from './keypad-logic.ts'
import { useT } from './use-t.ts'

/** One thumb reaches all of it on a phone; nothing in it is smaller than a fingertip. */
const targetPx = 56

const People = styled('ul')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))',
  gap: 8,
  margin: 0,
  padding: 2,
  listStyle: 'none',
  maxHeight: 'min(420px, 52vh)',
  overflowY: 'auto',
  '& button': {
    all: 'unset',
    boxSizing: 'border-box',
    display: 'flex',
    alignItems: 'center',
    gap: 10,
    width: '100%',
    minHeight: targetPx,
    padding: '8px 10px',
    border: `1px solid ${theme.vars.palette.divider}`,
    borderRadius: theme.vars.shape.borderRadius,
    fontWeight: 600,
    lineHeight: 1.25,
    overflowWrap: 'anywhere',
    cursor: 'pointer',
    '&:hover': { backgroundColor: theme.vars.palette.ground.hover },
    '&:focus-visible': { outline: `2px solid ${theme.vars.palette.accent.ring}`, outlineOffset: 1 },
  },
  '& button > span:first-of-type': {
    flexShrink: 0,
    display: 'grid',
    placeContent: 'center',
    width: 36,
    height: 36,
    borderRadius: '50%',
    backgroundColor: theme.vars.palette.accent.soft,
    color: theme.vars.palette.accent.text,
    fontSize: '0.8125rem',
  },
}))
const Keys = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, 1fr)',
  gap: 8,
  maxWidth: 320,
  marginInline: 'auto',
  '& button': { minHeight: targetPx, fontSize: '1.25rem' },
})
const Dots = styled('div')(({ theme }) => ({
  display: 'flex',
  justifyContent: 'center',
  gap: 12,
  padding: '4px 0 8px',
  '& > i': { width: 14, height: 14, borderRadius: '50%', border: `2px solid ${theme.vars.palette.text.secondary}` },
  '& > i[data-on="true"]': { backgroundColor: theme.vars.palette.text.primary, borderColor: theme.vars.palette.text.primary },
}))
/** As high as its longest sentence: nothing moves below when it is said. */
const Said = styled('p')(({ theme }) => ({
  minHeight: '3.9em',
  margin: '0 0 4px',
  textAlign: 'center',
  fontSize: '0.875rem',
  lineHeight: 1.3,
  color: theme.vars.palette.tone.danger.text,
}))
/** More than this many are searched through. */
const searchedFrom = 12

const Who = ({ people, onChoose }: { people: readonly Candidate[]; onChoose: (person: Candidate) => void }) => {
  const t = useT()
  const [text, setText] = useState('')
  const found = named(people, text)
  return (
    <>
      {people.length > searchedFrom ? (
        <TextField label={t('who.search')} value={text} onChange={({ target }) => setText(target.value)} sx={{ marginBlockEnd: 1.5 }} />
      ) : null}
      {people.length === 0 ? <p>{t('who.nobody')}</p> : null}
      <People aria-label={t('who.title')}>
        {found.map((person) => (
          <li key={person.id}>
            <button type="button" onClick={() => onChoose(person)}>
              <span aria-hidden="true">{initialsOf(person.name)}</span>
              <span>{person.name}</span>
            </button>
          </li>
        ))}
      </People>
    </>
  )
}

type PadProps = { state: State; onPress: (digit: string) => void; onBack: () => void; onSend: () => void }

const Pad = ({ state, onPress, onBack, onSend }: PadProps) => {
  const t = useT()
  const { digits, busy, refusal } = state
  return (
    <>
      <Dots aria-hidden="true">
        {Array.from({ length: longestPin }, (_, at) => (
          <i key={at} data-on={at < digits.length} />
        ))}
      </Dots>
      <VisuallyHidden>
        <output>{t('pin.digits', { count: digits.length })}</output>
      </VisuallyHidden>
      <Said role="alert">{refusal}</Said>
      <Keys>
        {['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((digit) => (
          <Button key={digit} variant="outlined" color="inherit" onClick={() => onPress(digit)}>
            {digit}
          </Button>
        ))}
        <Button variant="text" color="inherit" aria-label={t('pin.back')} onClick={onBack}>
          <Icon path={mdiBackspaceOutline} />
        </Button>
        <Button variant="outlined" color="inherit" onClick={() => onPress('0')}>
          0
        </Button>
        <Button variant="contained" aria-label={t('pin.send')} loading={busy} disabled={!maySend(state) && !busy} onClick={onSend}>
          <Icon path={mdiCheck} />
        </Button>
      </Keys>
    </>
  )
}

type KeypadProps = {
  ask: Ask
  people: readonly Candidate[]
  /** What throws is said on the keypad. */
  onPin: (person: Candidate, pin: string) => Promise<void>
  onClose: () => void
  /** Of what waits for somebody who does not come. */
  onAside: () => void
}

const Hint = styled('p')(({ theme }) => ({
  margin: '0 0 12px',
  color: theme.vars.palette.text.secondary,
  fontSize: '0.875rem',
  lineHeight: 1.4,
}))

const useHint = (ask: Ask): ReactNode => {
  const t = useT()
  if (ask.kind === 'approval') return t(`approve.${ask.act}`)
  if (ask.about !== undefined) return t('waiting.about', { name: ask.about || t('waiting.guest') })
  return ask.only ? t('waiting.hint', { name: ask.only.name }) : null
}

/** A wrong PIN says how many tries are left when they run out. */
const refusalText = (error: unknown, t: ReturnType<typeof useT>): string => {
  const said = errorText(error, phrasesNow('kit'))
  if (!(error instanceof ApiError) || error.code !== 'pin.wrong') return said
  const next = afterWrong(error.details, Date.now())
  if (!next) return said
  return `${said} ${'left' in next ? t('pin.left', { count: next.left }) : t('pin.wait', { minutes: next.minutes })}`
}

/** Digits of a keyboard go where the finger's go, wherever the focus is. */
const useKeys =
  ({ onPress, onBack, onSend }: Pick<PadProps, 'onPress' | 'onBack' | 'onSend'>, on: boolean) =>
  (event: KeyboardEvent) => {
    if (!on || event.ctrlKey || event.metaKey || event.altKey) return
    if (/^\d$/.test(event.key)) onPress(event.key)
    else if (event.key === 'Backspace') onBack()
    // On a button Enter presses that button.
    else if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) onSend()
    else return
    event.preventDefault()
  }

/** Who is there, and that it is he: chosen by name first, so that equal PINs are no trouble. */
export const Keypad = ({ ask, people, onPin, onClose, onAside }: KeypadProps) => {
  const t = useT()
  const title = useId()
  const candidates = candidatesOf(ask, people)
  const [state, act] = useReducer(press, candidates, opened)
  const body = useRef<HTMLDivElement>(null)
  const { person } = state
  const send = (): void => {
    if (!person || !maySend(state)) return
    act({ kind: 'sent' })
    onPin(person, state.digits).catch((error: unknown) => {
      act({ kind: 'refused', text: refusalText(error, t) })
      body.current?.focus()
    })
  }
  const pad = { onPress: (digit: string) => act({ kind: 'digit', digit }), onBack: () => act({ kind: 'back' }), onSend: send }
  const onKeyDown = useKeys(pad, person !== undefined)
  useEffect(() => {
    if (person) body.current?.focus()
  }, [person])
  const hint = useHint(ask)
  return (
    <Dialog open onClose={onClose} aria-labelledby={title} fullWidth maxWidth="xs" onKeyDown={onKeyDown}>
      <DialogTitle id={title}>
        {person ? t('pin.of', { name: person.name }) : t(ask.kind === 'approval' ? 'approve.title' : 'who.title')}
      </DialogTitle>
      <DialogContent ref={body} tabIndex={-1} sx={{ outline: 'none' }}>
        {hint ? <Hint>{hint}</Hint> : null}
        {person ? <Pad state={state} {...pad} /> : <Who people={candidates} onChoose={(one) => act({ kind: 'choose', person: one })} />}
      </DialogContent>
      <DialogActions sx={{ '& button': { minHeight: 44 } }}>
        {person && candidates.length > 1 ? (
          <Button color="inherit" startIcon={<Icon path={mdiArrowLeft} size={18} />} onClick={() => act({ kind: 'others' })}>
            {t('who.other')}
          </Button>
        ) : null}
        {ask.kind === 'person' && ask.only ? (
          <Button color="inherit" onClick={onAside}>
            {t('waiting.aside')}
          </Button>
        ) : null}
        <Button color="inherit" onClick={onClose}>
          {t(ask.kind === 'person' && ask.only ? 'waiting.later' : 'cancel')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

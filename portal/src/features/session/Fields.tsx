import { mdiAppleKeyboardCaps, mdiEyeOffOutline, mdiEyeOutline } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Icon } from '#src/kit/Icon.tsx'
import { TextField, type TextFieldProps } from '#src/kit/TextField.tsx'
import { useT } from './use-t.ts'

export const Form = styled('form')({ display: 'grid', gap: 18 })

/** A way to another step or page, as quiet as a link and as large as a finger. */
export const QuietButton = styled('button')(({ theme }) => ({
  minHeight: 28,
  padding: 0,
  border: 0,
  background: 'none',
  color: theme.vars.palette.accent.text,
  font: 'inherit',
  fontSize: '0.875rem',
  fontWeight: 500,
  textAlign: 'inherit',
  cursor: 'pointer',
  borderRadius: 4,
  '&:hover': { textDecoration: 'underline', textUnderlineOffset: 3 },
  '@media (pointer: coarse)': { minHeight: 44 },
}))

const Caps = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  color: theme.vars.palette.tone.warning.text,
  fontWeight: 500,
}))

/** Shows what is written on demand, and says when Caps Lock writes it. */
export const PasswordField = (props: TextFieldProps) => {
  const t = useT()
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const lookAtCaps = (event: KeyboardEvent): void => setCapsLock(event.getModifierState('CapsLock'))
  const eye = t(shown ? 'password.hide' : 'password.show')
  const caps = (
    <Caps>
      <Icon path={mdiAppleKeyboardCaps} size={16} />
      {t('capsLock')}
    </Caps>
  )
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      inputRef={input}
      helperText={props.error ? props.helperText : capsLock ? caps : props.helperText}
      onKeyDown={lookAtCaps}
      onKeyUp={lookAtCaps}
      onBlur={() => setCapsLock(false)}
      endAdornment={
        <IconButton
          edge="end"
          size="small"
          aria-label={eye}
          aria-pressed={shown}
          title={eye}
          onClick={() => {
            setShown(!shown)
            input.current?.focus()
          }}
        >
          <Icon path={shown ? mdiEyeOffOutline : mdiEyeOutline} />
        </IconButton>
      }
    />
  )
}

/** The text of a field of a form. */
export const textIn = (data: FormData, name: string): string => {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}

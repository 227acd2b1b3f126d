import { mdiCalendarBlankOutline, mdiClose } from '@mdi/js'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { type ReactNode, useId, useRef, useState } from 'react'
import { formatDate } from './format.ts'
import { Icon } from './Icon.tsx'
import { useT } from './use-t.ts'
import { isDate } from './zone-clock.ts'

const Field = styled('span')(({ theme }) => ({
  position: 'relative',
  display: 'inline-flex',
  // The browser's own calendar opens where the button stands; the field itself is typed into by whoever finds it quicker.
  '& input': { position: 'absolute', inset: 0, width: '100%', height: '100%', opacity: 0, pointerEvents: 'none', border: 0 },
  borderRadius: theme.vars.shape.borderRadius,
  '&:focus-within': { outline: `2px solid ${theme.vars.palette.accent.ring}`, outlineOffset: 2 },
  '& > .MuiButton-outlined': {
    minHeight: 40,
    borderColor: theme.vars.palette.ground.edge,
    backgroundColor: theme.vars.palette.ground.field,
    fontWeight: 400,
  },
  '&.wrong > .MuiButton-outlined': { borderColor: theme.vars.palette.tone.danger.text },
  '& > .clear': { position: 'absolute', insetInlineEnd: 4, top: '50%', transform: 'translateY(-50%)' },
  '& > .MuiButton-root': { flex: 1, justifyContent: 'flex-start', outline: 'none !important', fontVariantNumeric: 'tabular-nums' },
}))

type DayFieldProps = {
  /** Undefined shows `text` for no day in particular. */
  date: string | undefined
  text?: string
  label: string
  variant?: 'text' | 'outlined'
  /** The first and the last day that may be chosen. */
  min?: string | undefined
  max?: string | undefined
  required?: boolean
  error?: boolean
  describedBy?: string | undefined
  inputRef?: (field: HTMLInputElement | null) => void
  onBlur?: () => void
  onDate: (date: string) => void
  /** Given where no day at all is an answer: a cross takes the day away, and so does emptying the field by keys. */
  onClear?: (() => void) | undefined
}

const restMs = 700

/**
 * A day that is typed passes through days nobody means: it is taken when the typing rests, with Enter, or when the field is left. One from the calendar is
 * taken at once.
 */
const useTyping = (date: string | undefined, { onDate, onClear }: Pick<DayFieldProps, 'onDate' | 'onClear'>) => {
  const [typed, setTyped] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const byKeys = useRef(false)
  const take = (text: string): void => {
    clearTimeout(timer.current)
    if (text === (date ?? '')) return
    if (isDate(text)) onDate(text)
    else if (text === '') onClear?.()
  }
  const settle = (): void => {
    if (typed !== undefined) take(typed)
    setTyped(undefined)
  }
  return {
    value: typed ?? date ?? '',
    settle,
    onKeyDown: ({ key }: { key: string }) => {
      byKeys.current = key !== 'Enter'
      if (key === 'Enter') settle()
    },
    onChange: ({ target: { value } }: { target: { value: string } }) => {
      setTyped(value)
      clearTimeout(timer.current)
      if (byKeys.current) timer.current = setTimeout(() => take(value), restMs)
      else take(value)
      byKeys.current = false
    },
  }
}

/** A day in the reader's own words; the calendar behind it is the browser's. */
export const DayField = (props: DayFieldProps) => {
  const { date, text, label, variant = 'text', min, max, required, error, describedBy, inputRef, onBlur, onDate, onClear } = props
  const t = useT()
  const field = useRef<HTMLInputElement>(null)
  const typing = useTyping(date, { onDate, onClear })
  return (
    <Field className={error ? 'wrong' : undefined}>
      <Button
        color="inherit"
        variant={variant}
        tabIndex={-1}
        aria-hidden="true"
        startIcon={<Icon path={mdiCalendarBlankOutline} size={18} />}
        onClick={() => {
          field.current?.focus()
          field.current?.showPicker?.()
        }}
      >
        {date === undefined ? text : formatDate(date)}
      </Button>
      <input
        ref={(input) => {
          field.current = input
          inputRef?.(input)
        }}
        type="date"
        value={typing.value}
        min={min}
        max={max}
        required={required}
        aria-label={label}
        aria-invalid={error || undefined}
        aria-describedby={describedBy}
        onKeyDown={typing.onKeyDown}
        onChange={typing.onChange}
        onBlur={() => {
          typing.settle()
          onBlur?.()
        }}
      />
      {onClear && date !== undefined ? (
        <IconButton
          className="clear"
          size="small"
          aria-label={t('day.clear', { label })}
          title={t('day.clear', { label })}
          onClick={() => {
            onClear()
            field.current?.focus()
          }}
        >
          <Icon path={mdiClose} size={16} />
        </IconButton>
      ) : null}
    </Field>
  )
}

const Labelled = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 5,
  alignContent: 'start',
  fontSize: '0.8125rem',
  fontWeight: 500,
  '& > p': { margin: 0, fontWeight: 400, color: theme.vars.palette.text.secondary },
  '& > p.wrong': { color: theme.vars.palette.tone.danger.text },
}))
type LabelledDayProps = Omit<DayFieldProps, 'variant' | 'describedBy'> & { helperText?: ReactNode }
/** The same in a form, under its label; `text` stands for no day. */
export const LabelledDay = ({ helperText, ...props }: LabelledDayProps) => {
  const helpId = useId()
  return (
    <Labelled>
      <span aria-hidden="true">{props.required ? `${props.label} *` : props.label}</span>
      <DayField {...props} variant="outlined" describedBy={helperText ? helpId : undefined} />
      {helperText ? (
        <p id={helpId} className={props.error ? 'wrong' : undefined}>
          {helperText}
        </p>
      ) : null}
    </Labelled>
  )
}

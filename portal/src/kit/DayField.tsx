import { mdiCalendarBlankOutline, mdiClose } from '@mdi/js'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { formatDate } from './format.ts'
import { Icon } from './Icon.tsx'
import { useNow } from './use-now.ts'
import { useT } from './use-t.ts'
import { isDate, ownZone, wallClock } from './zone-clock.ts'

const Whole = styled('span')(({ theme }) => ({
  position: 'relative',
  display: 'inline-grid',
  gap: 5,
  '& > .words': { color: theme.vars.palette.tone.danger.text, fontSize: '0.8125rem', fontWeight: 400, maxWidth: 340 },
  // In a bar nothing moves for them.
  '& > .words.over': {
    position: 'absolute',
    insetBlockStart: 'calc(100% + 4px)',
    insetInlineStart: 0,
    zIndex: 2,
    width: 'max-content',
    padding: '6px 10px',
    borderRadius: theme.vars.shape.borderRadius,
    border: `1px solid ${theme.vars.palette.ground.edge}`,
    backgroundColor: theme.vars.palette.background.paper,
  },
}))

const Field = styled('span')(({ theme }) => ({
  position: 'relative',
  display: 'inline-flex',
  // The browser's own calendar opens where the button stands; the field itself is seen where somebody types into it.
  '& input': {
    position: 'absolute',
    inset: 0,
    width: '100%',
    height: '100%',
    opacity: 0,
    pointerEvents: 'none',
    border: 0,
    padding: 0,
    paddingInlineStart: 40,
    background: 'none',
    font: 'inherit',
    fontSize: '0.875rem',
    color: theme.vars.palette.text.primary,
  },
  '& input::-webkit-calendar-picker-indicator': { width: 0, margin: 0, opacity: 0 },
  '&.typed': { minWidth: 152 },
  '&.typed input': { opacity: 1 },
  '&.typed > .MuiButton-root': { color: 'transparent' },
  '&.typed > .MuiButton-root > .MuiButton-startIcon': { color: theme.vars.palette.text.secondary },
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

/** A form around a field in which no day stands is not sent, by whatever button: it would go with the day of before. */
const useHeldBack = (field: RefObject<HTMLInputElement | null>, refused: RefObject<boolean>): void => {
  useEffect(() => {
    const form = field.current?.form
    const hold = (event: Event): void => {
      if (!refused.current) return
      event.preventDefault()
      event.stopImmediatePropagation()
      field.current?.focus()
    }
    form?.addEventListener('submit', hold)
    return () => form?.removeEventListener('submit', hold)
  }, [field, refused])
}

/** What is typed until it is taken; another day from outside ends it. */
const useTyped = (date: string | undefined) => {
  const [typed, setTyped] = useState<string>()
  const [wrong, setWrong] = useState(false)
  const [seen, setSeen] = useState(false)
  const [before, setBefore] = useState(date)
  const refused = useRef(false)
  const become = (text: string | undefined, isWrong: boolean): void => {
    refused.current = isWrong
    setTyped(text)
    setWrong(isWrong)
    setSeen(isWrong)
  }
  if (before !== date) {
    setBefore(date)
    setTyped(undefined)
    setWrong(false)
  }
  useEffect(() => {
    refused.current = wrong
  }, [wrong])
  return { typed, setTyped, wrong, refused, become, seen: seen || wrong, setSeen }
}

/**
 * A day that is typed passes through days nobody means: it is taken when the typing rests, with Enter, or when the field is left; one that is none is
 * refused there, stays as it was typed, and keeps the form from being sent. One from the calendar is taken at once.
 */
const useTyping = (
  field: RefObject<HTMLInputElement | null>,
  { date, onDate, onClear }: Pick<DayFieldProps, 'date' | 'onDate' | 'onClear'>,
) => {
  const { typed, setTyped, wrong, refused, become, seen, setSeen } = useTyped(date)
  useHeldBack(field, refused)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const byKeys = useRef(false)
  const take = (text: string): void => {
    clearTimeout(timer.current)
    if (text === (date ?? '')) return
    if (isDate(text)) onDate(text)
    else if (text === '' && !field.current?.validity.badInput) onClear?.()
  }
  /** Nothing in a field is an answer where none is asked for. */
  const isAnswer = (text: string): boolean =>
    text === '' ? !field.current?.validity.badInput && (date === undefined || onClear !== undefined) : isDate(text)
  const settle = (): void => {
    const text = typed ?? field.current?.value ?? ''
    const right = isAnswer(text)
    if (right && typed !== undefined) take(typed)
    become(right ? undefined : typed, !right)
  }
  return {
    value: typed ?? date ?? '',
    wrong,
    seen,
    clear: () => become(undefined, false),
    settle,
    onKeyDown: (event: KeyboardEvent) => {
      byKeys.current = event.key !== 'Enter'
      if (/^[\d/.-]$|^(Backspace|Delete|Arrow.*)$/.test(event.key)) setSeen(true)
      if (event.key !== 'Enter') return
      settle()
      if (refused.current) event.preventDefault()
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

/** A day of another year than this one says so. */
const useDayText = () => {
  const thisYear = wallClock(ownZone(), useNow()).slice(0, 4)
  return (date: string): string => formatDate(date, date.startsWith(thisYear) ? 'medium' : 'dated')
}

const idsOf = (...ids: (string | false | undefined)[]): string | undefined => ids.filter(Boolean).join(' ') || undefined

/** A day in the reader's own words; the calendar behind it is the browser's. */
export const DayField = (props: DayFieldProps) => {
  const { date, text, label, variant = 'text', min, max, required, error, describedBy, inputRef, onBlur, onDate, onClear } = props
  const t = useT()
  const dayText = useDayText()
  const wordsId = useId()
  const field = useRef<HTMLInputElement>(null)
  const typing = useTyping(field, { date, onDate, onClear })
  const wrong = error || typing.wrong
  return (
    <Whole>
      <Field className={`${wrong ? 'wrong' : ''} ${typing.seen ? 'typed' : ''}`}>
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
          {date === undefined ? text : dayText(date)}
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
          aria-invalid={wrong || undefined}
          aria-describedby={idsOf(describedBy, typing.wrong && wordsId)}
          onKeyDown={typing.onKeyDown}
          onChange={typing.onChange}
          onBlur={() => {
            typing.settle()
            onBlur?.()
          }}
        />
        {onClear && (date !== undefined || typing.wrong) ? (
          <IconButton
            className="clear"
            size="small"
            aria-label={t('day.clear', { label })}
            title={t('day.clear', { label })}
            onClick={() => {
              // A part that was typed is no value, which setting none would leave where it stands.
              if (field.current) field.current.value = ''
              typing.clear()
              onClear()
              field.current?.focus()
            }}
          >
            <Icon path={mdiClose} size={16} />
          </IconButton>
        ) : null}
      </Field>
      {typing.wrong ? (
        <span id={wordsId} role="alert" className={variant === 'text' ? 'words over' : 'words'}>
          {t('day.wrong')}
        </span>
      ) : null}
    </Whole>
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

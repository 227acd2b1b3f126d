import { mdiCalendarBlankOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useRef } from 'react'
import { formatDate } from './format.ts'
import { Icon } from './Icon.tsx'
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
  '& > button': { flex: 1, justifyContent: 'flex-start', outline: 'none !important', fontVariantNumeric: 'tabular-nums' },
}))

type DayFieldProps = {
  /** Undefined shows `text` for no day in particular. */
  date: string | undefined
  text?: string
  label: string
  variant?: 'text' | 'outlined'
  onDate: (date: string) => void
}

/** A day in the reader's own words; the calendar behind it is the browser's. */
export const DayField = ({ date, text, label, variant = 'text', onDate }: DayFieldProps) => {
  const field = useRef<HTMLInputElement>(null)
  return (
    <Field>
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
        ref={field}
        type="date"
        value={date ?? ''}
        aria-label={label}
        onChange={({ target }) => {
          if (isDate(target.value)) onDate(target.value)
        }}
      />
    </Field>
  )
}

const Labelled = styled('div')({ display: 'grid', gap: 5, alignContent: 'start', fontSize: '0.8125rem', fontWeight: 500 })
/** The same in a form, under its label; `text` stands for no day. */
export const LabelledDay = (props: Omit<DayFieldProps, 'variant'>) => (
  <Labelled>
    <span aria-hidden="true">{props.label}</span>
    <DayField {...props} variant="outlined" />
  </Labelled>
)

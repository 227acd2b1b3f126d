import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { styled } from '@mui/material/styles'
import type { BulkChange, BulkFields } from '@tablewire/contracts/estate/bulk-changes'
import { bulkNumbers } from '@tablewire/contracts/estate/bulk-changes.rules'
import { useState } from 'react'
import { formatNumber } from '#src/kit/format.ts'
import { currencyOptions } from '#src/kit/form/options.ts'
import { TextField } from '#src/kit/TextField.tsx'
import { useT } from '../use-t.ts'

type Field = keyof BulkFields
type Typed = Partial<Record<Field, string>>

const units = {
  minCovers: undefined,
  maxCovers: undefined,
  maxDays: 'days',
  cutOff: 'minutes',
  cancellationWindow: 'minutes',
  holdingTime: 'seconds',
  pressureReleaseHours: 'hours',
} as const
type NumberName = keyof typeof units
const isNumber = (field: Field): field is NumberName => field in units
const fields: readonly Field[] = [
  'active',
  'minCovers',
  'maxCovers',
  'maxDays',
  'cutOff',
  'cancellationWindow',
  'holdingTime',
  'bookeableAreas',
  'pressureReleaseHours',
  'currency',
]

const valueOf = (field: Field, text: string): unknown => {
  if (isNumber(field)) return text.trim() === '' ? null : Number(text)
  return field === 'currency' ? text : text === 'yes'
}
const isGood = (field: Field, text: string): boolean => {
  if (!isNumber(field)) return true
  const { min, max, empty } = bulkNumbers[field]
  const value = Number(text)
  return text.trim() === '' ? empty : Number.isInteger(value) && value >= min && value <= max
}

/** Where both party sizes are typed, the smallest is not larger than the largest. */
const isCrossed = ({ minCovers, maxCovers }: Typed): boolean =>
  minCovers !== undefined && maxCovers !== undefined && maxCovers !== '' && Number(minCovers) > Number(maxCovers)

/** The change that is typed, once there is something in it and nothing of it is wrong. */
const changeOf = (typed: Typed): BulkChange | undefined => {
  const entries = Object.entries(typed) as [Field, string][]
  if (!entries.length || !entries.every(([field, text]) => isGood(field, text)) || isCrossed(typed)) return undefined
  return { kind: 'fields', fields: Object.fromEntries(entries.map(([field, text]) => [field, valueOf(field, text)])) as BulkFields }
}

const Rows = styled('div')(({ theme }) => ({
  '& > div': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 200px)',
    alignItems: 'center',
    columnGap: 12,
    minHeight: 46,
  },
  // Beside a field there is no room for the longer names on a phone.
  [theme.breakpoints.down('sm')]: {
    '& > div': { gridTemplateColumns: 'minmax(0, 1fr)' },
    '& > div > label + *': { width: 'auto', marginInlineStart: 31, marginBlockEnd: theme.spacing(1) },
  },
}))

type InputProps = { field: Field; text: string; crossed: boolean; onChange: (text: string) => void }
const FieldInput = ({ field, text, crossed, onChange }: InputProps) => {
  const t = useT()
  const label = t(field)
  if (isNumber(field)) {
    const unit = units[field]
    const { min, max } = bulkNumbers[field]
    const outside = text !== '' && !isGood(field, text) ? t('bulk.range', { min: formatNumber(min), max: formatNumber(max) }) : undefined
    const fault = outside ?? (crossed ? t('bulk.parties') : undefined)
    return (
      <TextField
        size="small"
        value={text}
        error={fault !== undefined}
        helperText={fault}
        placeholder={bulkNumbers[field].empty ? t('bulk.none') : ''}
        endAdornment={unit ? <span aria-hidden="true">{t(`unit.${unit}`)}</span> : null}
        onChange={({ target }) => onChange(target.value)}
        slotProps={{ htmlInput: { 'aria-label': label, inputMode: 'numeric', autoComplete: 'off' } }}
      />
    )
  }
  const options =
    field === 'currency'
      ? currencyOptions()
      : [
          { value: 'yes', label: t('bulk.yes') },
          { value: 'no', label: t('bulk.no') },
        ]
  return (
    <TextField
      size="small"
      select
      value={text}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ htmlInput: { 'aria-label': label } }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </TextField>
  )
}

/** Which values change is ticked; what is not ticked stays as it is at each venue. */
export const FieldsForm = ({ onChange }: { onChange: (change: BulkChange | undefined) => void }) => {
  const t = useT()
  const [typed, setTyped] = useState<Typed>({})
  const set = (next: Typed): void => {
    setTyped(next)
    onChange(changeOf(next))
  }
  const tick = (field: Field, on: boolean): void => {
    const { [field]: _gone, ...rest } = typed
    const first = field === 'currency' ? 'EUR' : isNumber(field) ? '' : 'yes'
    set(on ? { ...rest, [field]: first } : rest)
  }
  return (
    <Rows>
      {fields.map((field) => (
        <div key={field}>
          <FormControlLabel
            label={t(field)}
            control={<Checkbox checked={typed[field] !== undefined} onChange={(_, on) => tick(field, on)} />}
          />
          {typed[field] === undefined ? null : (
            <FieldInput
              field={field}
              text={typed[field]}
              crossed={field === 'minCovers' && isCrossed(typed)}
              onChange={(text) => set({ ...typed, [field]: text })}
            />
          )}
        </div>
      ))}
    </Rows>
  )
}

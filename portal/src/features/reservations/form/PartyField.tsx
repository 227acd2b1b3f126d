import { mdiMinus, mdiPlus } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import type { KeyboardEvent } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { Icon } from '#src/kit/Icon.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import type { FormValues } from '../reservation-form.ts'
import { useT } from '../use-t.ts'

const Party = styled('fieldset')(({ theme }) => ({
  minWidth: 0,
  margin: 0,
  padding: 0,
  border: 0,
  '& > legend': { padding: 0, marginBottom: 6, color: theme.vars.palette.text.secondary, fontSize: '0.8125rem', fontWeight: 600 },
  '& > div': { display: 'flex', flexWrap: 'wrap', gap: 6 },
  '& .size': {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    position: 'relative',
    '& input': { position: 'absolute', inset: 0, width: '100%', height: '100%', margin: 0, opacity: 0, cursor: 'inherit' },
    '&:has(:focus-visible)': { outline: `2px solid ${theme.vars.palette.accent.ring}`, outlineOffset: 2 },
    minWidth: 36,
    minHeight: 36,
    padding: '0 6px',
    border: `1px solid ${theme.vars.palette.ground.edge}`,
    borderRadius: theme.vars.shape.borderRadius,
    background: 'none',
    color: theme.vars.palette.text.primary,
    font: 'inherit',
    fontWeight: 600,
    cursor: 'pointer',
    '@media (pointer: coarse)': { minWidth: 44, minHeight: 44 },
    '&:hover': { backgroundColor: theme.vars.palette.ground.hover },
    '&:has(:checked)': {
      borderColor: theme.vars.palette.primary.main,
      backgroundColor: theme.vars.palette.primary.main,
      color: theme.vars.palette.primary.contrastText,
    },
  },
  '& .more': {
    display: 'flex',
    alignItems: 'center',
    gap: 2,
    '& .MuiFormControl-root': { width: 74 },
    '@media (pointer: coarse)': { '& button': { minWidth: 44, minHeight: 44 } },
    '& input': { textAlign: 'center', MozAppearance: 'textfield', '&::-webkit-inner-spin-button': { display: 'none' } },
  },
}))

const quickSizes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

/** `4` is a party of four, wherever in the row of sizes one stands. */
const byDigit =
  (onChange: (size: number) => void) =>
  (event: KeyboardEvent): void => {
    const isSize = event.target instanceof HTMLInputElement && event.target.type === 'radio'
    if (!isSize || !/^[1-9]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onChange(Number(event.key))
    event.currentTarget.querySelectorAll<HTMLElement>('input[type="radio"]')[Number(event.key) - 1]?.focus()
  }

/** How many: one touch for most, a counter for the rest. */
export const PartyField = () => {
  const t = useT()
  const { control } = useFormContext<FormValues>()
  return (
    <Controller
      control={control}
      name="partySize"
      rules={{
        min: { value: 1, message: t('form.partyWrong') },
        max: { value: 1000, message: t('form.partyWrong') },
        validate: (size) => Number.isInteger(size) || t('form.partyWrong'),
      }}
      render={({ field: { value, onChange, onBlur, ref }, fieldState: { error } }) => (
        <Party onKeyDown={byDigit(onChange)}>
          <legend>{t('form.party')}</legend>
          <div>
            {quickSizes.map((size) => (
              <label key={size} className="size">
                <input
                  type="radio"
                  name="party-quick"
                  checked={value === size}
                  {...(size === value ? { 'data-first': 'new' } : {})}
                  onChange={() => onChange(size)}
                />
                {size}
              </label>
            ))}
            <span className="more">
              <IconButton
                size="small"
                tabIndex={-1}
                aria-label={t('form.fewer')}
                disabled={value <= 1}
                onClick={() => onChange(Math.max(1, value - 1))}
              >
                <Icon path={mdiMinus} size={18} />
              </IconButton>
              <TextField
                type="number"
                inputRef={ref}
                value={Number.isNaN(value) ? '' : value}
                onBlur={onBlur}
                error={error !== undefined}
                onChange={({ target }) => onChange(target.value === '' ? Number.NaN : Number(target.value))}
                slotProps={{ htmlInput: { min: 1, max: 1000, 'aria-label': t('form.party'), inputMode: 'numeric' } }}
              />
              <IconButton
                size="small"
                tabIndex={-1}
                aria-label={t('form.moreGuests')}
                onClick={() => onChange(Math.min(1000, (value || 0) + 1))}
              >
                <Icon path={mdiPlus} size={18} />
              </IconButton>
            </span>
          </div>
          {error ? <p style={{ margin: '4px 2px 0', fontSize: '0.75rem' }}>{error.message}</p> : null}
        </Party>
      )}
    />
  )
}

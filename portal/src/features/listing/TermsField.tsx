import Chip from '@mui/material/Chip'
import { styled } from '@mui/material/styles'
import { useId } from 'react'
import { type Control, Controller, type FieldPath } from 'react-hook-form'
import { TextField } from '#src/kit/TextField.tsx'
import type { ListingForm } from './listing-form.ts'
import { useT } from './use-t.ts'

const Root = styled('fieldset')(({ theme }) => ({
  display: 'grid',
  minWidth: 0,
  padding: 0,
  border: 0,
  marginInline: 0,
  gap: 8,
  marginBlockStart: theme.spacing(2),
  '& > ul': { display: 'flex', flexWrap: 'wrap', gap: 6, margin: 0, padding: 0, listStyle: 'none' },
  '& > p': { margin: 0, fontSize: '0.8125rem', color: theme.vars.palette.text.secondary },
}))

type TermsFieldProps = {
  control: Control<ListingForm>
  name: FieldPath<ListingForm>
  label: string
  terms: readonly { value: string; label: string }[]
}

/** Several terms of a list, in the order in which they were chosen. */
export const TermsField = ({ control, name, label, terms }: TermsFieldProps) => {
  const t = useT()
  const id = useId()
  const words = new Map(terms.map((term) => [term.value, term.label]))
  const sorted = terms.toSorted((a, b) => a.label.localeCompare(b.label))
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, ref }, fieldState }) => {
        const chosen = value as unknown as string[]
        return (
          <Root aria-labelledby={id}>
            <TextField
              select
              label={label}
              name={name}
              inputRef={ref}
              value=""
              error={fieldState.invalid}
              helperText={fieldState.error?.message}
              onChange={({ target }) => (target.value ? onChange([...chosen, target.value]) : undefined)}
            >
              <option value="">{`${t('terms.add')} …`}</option>
              {sorted
                .filter((term) => !chosen.includes(term.value))
                .map((term) => (
                  <option key={term.value} value={term.value}>
                    {term.label}
                  </option>
                ))}
            </TextField>
            <span id={id} hidden>
              {label}
            </span>
            {chosen.length ? (
              <ul>
                {chosen.map((one) => (
                  <li key={one}>
                    <Chip
                      size="small"
                      label={words.get(one) ?? one}
                      aria-label={t('terms.remove', { name: words.get(one) ?? one })}
                      onClick={() => onChange(chosen.filter((other) => other !== one))}
                      onDelete={() => onChange(chosen.filter((other) => other !== one))}
                    />
                  </li>
                ))}
              </ul>
            ) : (
              <p>{t('terms.none')}</p>
            )}
          </Root>
        )
      }}
    />
  )
}

import { mdiKeyOutline, mdiUndo } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { type Control, Controller, type FieldPath, type FieldValues } from 'react-hook-form'
import { formatInstant } from '../format.ts'
import { Icon } from '../Icon.tsx'
import { useOfficeT } from '../office/use-office-t.ts'
import { Tag } from '../Tag.tsx'
import { TextField } from '../TextField.tsx'

const Kept = styled('fieldset')(({ theme }) => ({
  minWidth: 0,
  margin: 0,
  padding: 0,
  border: 0,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.spacing(0.75, 1.25),
  '& > strong': { fontSize: '0.875rem', fontWeight: 600 },
  '& > p': { flexBasis: '100%', margin: 0, color: theme.vars.palette.text.secondary, fontSize: '0.8125rem' },
}))

type SecretFieldProps<F extends FieldValues> = {
  control: Control<F>
  name: FieldPath<F>
  label: string
  hint: string
  /** Since when it is set; undefined = it is not. */
  setAt: string | undefined
  long: boolean
  maxLength: number
}

type StoredSecretProps = {
  label: string
  hint: string
  setAt: string
  /** It is taken away with the next save. */
  going: boolean
  onChange: (value: string | null) => void
  onReplace: () => void
}

const KeptSecret = ({ label, hint, setAt, going, onChange, onReplace }: StoredSecretProps) => {
  const t = useOfficeT()
  return (
    <Kept aria-label={label}>
      <strong>{label}</strong>
      {going ? (
        <>
          <Tag tone="warning">{t('secret.going')}</Tag>
          <Button size="small" startIcon={<Icon path={mdiUndo} size={16} />} onClick={() => onChange('')}>
            {t('secret.keep')}
          </Button>
        </>
      ) : (
        <>
          <Tag tone="success" icon={mdiKeyOutline}>
            {t('secret.since', { at: formatInstant(setAt) })}
          </Tag>
          <Button size="small" aria-label={`${t('secret.replace')}: ${label}`} onClick={onReplace}>
            {t('secret.replace')}
          </Button>
          <Button size="small" color="inherit" aria-label={`${t('secret.remove')}: ${label}`} onClick={() => onChange(null)}>
            {t('secret.remove')}
          </Button>
        </>
      )}
      <p>{hint}</p>
    </Kept>
  )
}

/** A value that can be set and taken away, but never looked at. */
export const SecretField = <F extends FieldValues>({ control, name, label, hint, setAt, long, maxLength }: SecretFieldProps<F>) => {
  const t = useOfficeT()
  const [replacing, setReplacing] = useState(false)
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { ref, value, onChange, ...field }, fieldState }) => {
        const typing = replacing || !setAt || fieldState.invalid || (typeof value === 'string' && value !== '')
        if (setAt && (value === null || !typing))
          return <KeptSecret {...{ label, hint, setAt }} going={value === null} onChange={onChange} onReplace={() => setReplacing(true)} />
        return (
          <TextField
            {...field}
            value={typeof value === 'string' ? value : ''}
            onChange={({ target }) => onChange(target.value)}
            inputRef={ref}
            label={label}
            multiline={long}
            {...(long ? { minRows: 3, maxRows: 8 } : { type: 'password' })}
            error={fieldState.invalid}
            helperText={fieldState.error?.message || hint}
            slotProps={{ htmlInput: { maxLength, autoComplete: 'new-password', spellCheck: false } }}
            endAdornment={
              setAt && !long ? (
                <Button
                  size="small"
                  color="inherit"
                  onClick={() => {
                    onChange('')
                    setReplacing(false)
                  }}
                >
                  {t('secret.keep')}
                </Button>
              ) : null
            }
          />
        )
      }}
    />
  )
}

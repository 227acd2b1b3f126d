import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { type Control, Controller, type FieldPath, type FieldValues } from 'react-hook-form'
import { type Lang, languages, langs } from '#src/i18n/lang.ts'
import { useOfficeT } from '../office/use-office-t.ts'
import { TextField } from '../TextField.tsx'
import { VisuallyHidden } from '../VisuallyHidden.tsx'

const Group = styled('fieldset')({ minWidth: 0, margin: 0, padding: 0, border: 0 })
const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: 2,
  marginBlockEnd: 6,
  '& > [role="tab"]': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 5,
    padding: '3px 9px',
    borderRadius: theme.vars.shape.borderRadius,
    color: theme.vars.palette.text.secondary,
    fontSize: '0.75rem',
    fontWeight: 600,
    textTransform: 'uppercase',
    cursor: 'pointer',
    '&:hover': { backgroundColor: theme.vars.palette.ground.hover },
    '&[aria-selected="true"]': { backgroundColor: theme.vars.palette.ground.selected, color: theme.vars.palette.text.primary },
    '&:focus-visible': { outline: `2px solid ${theme.vars.palette.accent.ring}` },
    '&.filled::after': { content: '""', width: 6, height: 6, borderRadius: '50%', backgroundColor: theme.vars.palette.accent.ring },
    '&.wrong': { color: theme.vars.palette.tone.danger.text },
  },
}))

type LangTextsProps<F extends FieldValues> = {
  control: Control<F>
  name: FieldPath<F>
  label: string
  hint?: string
  rows?: number
  maxLength?: number
  /** What is wrong with the words in one language. */
  fault?: (words: string, lang: Lang) => string | undefined
}

/** One text in five languages, a language at a time; a dot marks those that are written. The form holds `{ en: '…', de: '' }`. */
export const LangTexts = <F extends FieldValues>(props: LangTextsProps<F>) => {
  const { control, name, label, hint, rows = 3, maxLength = 2000, fault } = props
  const t = useOfficeT()
  const [lang, setLang] = useState<Lang>('en')
  const move = (by: number): void => {
    const next = langs[(langs.indexOf(lang) + by + langs.length) % langs.length]!
    setLang(next)
    document.getElementById(`${name}-${next}`)?.focus()
  }
  return (
    <Controller
      control={control}
      name={name}
      rules={{
        validate: (texts: Partial<Record<Lang, string | null>> | undefined) =>
          langs.map((one) => fault?.(texts?.[one] ?? '', one)).find((said) => said !== undefined) ?? true,
      }}
      render={({ field: { value, onChange, onBlur, ref }, fieldState }) => {
        const texts = (value ?? {}) as Partial<Record<Lang, string | null>>
        const wrong = fieldState.error as ({ message?: string } & Partial<Record<Lang, { message?: string }>>) | undefined
        return (
          <Group aria-label={label}>
            <Head
              role="tablist"
              aria-label={`${label}: ${t('langs')}`}
              onKeyDown={(event) => {
                if (event.key === 'ArrowRight') move(1)
                else if (event.key === 'ArrowLeft') move(-1)
              }}
            >
              {langs.map((one) => (
                // No button: where the form is closed, its texts are still read in each language. The arrows choose, as in any list of tabs.
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- above
                <span
                  key={one}
                  id={`${name}-${one}`}
                  role="tab"
                  aria-selected={one === lang}
                  tabIndex={one === lang ? 0 : -1}
                  title={languages[one]}
                  className={[...(texts[one] ? ['filled'] : []), ...(wrong?.[one] ? ['wrong'] : [])].join(' ')}
                  onClick={() => setLang(one)}
                >
                  {one}
                  <VisuallyHidden>{texts[one] ? `, ${t('lang.filled')}` : ''}</VisuallyHidden>
                </span>
              ))}
            </Head>
            <TextField
              label={`${label} – ${languages[lang]}`}
              multiline
              minRows={rows}
              maxRows={12}
              value={texts[lang] ?? ''}
              name={name}
              inputRef={ref}
              onBlur={onBlur}
              onChange={({ target }) => onChange({ ...texts, [lang]: target.value })}
              error={fieldState.invalid}
              helperText={wrong?.[lang]?.message ?? wrong?.message ?? hint}
              slotProps={{ htmlInput: { lang, maxLength, dir: 'auto' } }}
            />
          </Group>
        )
      }}
    />
  )
}

import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { styled } from '@mui/material/styles'
import { savePreferences } from '#src/api/profile.ts'
import { type Lang, languages, langs, useLang } from '#src/i18n/lang.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { errorText } from '#src/kit/error-text.ts'
import { type Mode, modeIsFixed, modes, useMode } from '#src/kit/mode.ts'
import { TextField } from '#src/kit/TextField.tsx'
import { toast } from '#src/kit/toasts.ts'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { useT } from './use-t.ts'

const Fields = styled('div')({ display: 'grid', gap: 18 })
const Label = styled('span')({ display: 'block', marginBottom: 5, fontSize: '0.8125rem', fontWeight: 500 })

const save = (preferences: Parameters<typeof savePreferences>[0]): void => {
  savePreferences(preferences).catch((error: unknown) => toast.error(errorText(error, phrasesNow('kit'))))
}

/** SE4, SH6: no button to save, the page itself shows what was chosen. */
export const PreferencesCard = () => {
  const t = useT()
  const lang = useLang()
  const mode = useMode()
  return (
    <FormSection title={t('look.title')} hint={t('look.hint')}>
      <Fields>
        <TextField select label={t('look.lang')} value={lang} onChange={({ target }) => save({ lang: target.value as Lang })}>
          {langs.map((one) => (
            <option key={one} value={one} lang={one}>
              {languages[one]}
            </option>
          ))}
        </TextField>
        <div>
          <Label id="look-mode">{t('look.mode')}</Label>
          <ToggleButtonGroup
            exclusive
            fullWidth
            size="small"
            value={mode}
            // BR2: some brands keep their mode to themselves.
            disabled={modeIsFixed}
            aria-labelledby="look-mode"
            onChange={(_, next: Mode | null) => (next ? save({ settings: { mode: next } }) : undefined)}
          >
            {modes.map((one) => (
              <ToggleButton key={one} value={one}>
                {t(`look.mode.${one}`)}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
        </div>
      </Fields>
    </FormSection>
  )
}

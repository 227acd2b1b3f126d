import { mdiTranslate } from '@mdi/js'
import { styled } from '@mui/material/styles'
import { type Lang, languages, langs, useLang } from '#src/i18n/lang.ts'
import { Icon } from './Icon.tsx'

const Frame = styled('label')(({ theme }) => ({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  minHeight: 36,
  padding: '0 8px',
  borderRadius: theme.vars.shape.borderRadius,
  color: theme.vars.palette.text.secondary,
  '&:hover': { backgroundColor: theme.vars.palette.ground.hover, color: theme.vars.palette.text.primary },
  '&:focus-within': { outline: `2px solid ${theme.vars.palette.accent.ring}`, outlineOffset: 1 },
  '& > select': {
    minHeight: 36,
    border: 0,
    outline: 'none',
    background: 'transparent',
    color: 'inherit',
    font: 'inherit',
    fontSize: '0.8125rem',
    fontWeight: 500,
    cursor: 'pointer',
  },
  // The list a browser opens takes its colours from here.
  '& option': { backgroundColor: theme.vars.palette.background.paper, color: theme.vars.palette.text.primary },
}))

/** The five languages in their own names. */
export const LangSelect = ({ label, onChoose }: { label: string; onChoose: (lang: Lang) => void }) => {
  const lang = useLang()
  return (
    <Frame>
      <Icon path={mdiTranslate} size={18} />
      <select aria-label={label} value={lang} onChange={(event) => onChoose(event.target.value as Lang)}>
        {langs.map((one) => (
          <option key={one} value={one} lang={one}>
            {languages[one]}
          </option>
        ))}
      </select>
    </Frame>
  )
}

import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { TextField } from '#src/kit/TextField.tsx'
import type { Draft } from './brand-draft.ts'
import type { BrandTheme, Scheme as SchemeName } from './brand-theme.ts'
import { Scheme } from './Scheme.tsx'
import { useT } from './use-t.ts'

const Ground = styled('div')(({ theme }) => ({
  display: 'grid',
  justifyItems: 'center',
  padding: theme.spacing(2.5, 2),
  backgroundColor: theme.vars.palette.background.default,
  color: theme.vars.palette.text.primary,
}))
const Card = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  width: '100%',
  maxWidth: 320,
  padding: theme.spacing(2.5),
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.paper,
  '& > img': { height: 40, maxWidth: '100%', objectFit: 'contain', objectPosition: 'left', justifySelf: 'start' },
  '[dir="rtl"] & > img': { objectPosition: 'right' },
  '& > p': { margin: 0 },
  '& > .big': { fontSize: '1.25rem', fontWeight: 600, letterSpacing: '-0.01em', overflowWrap: 'anywhere' },
  '& > .link': { color: theme.vars.palette.accent.text, fontSize: '0.8125rem', fontWeight: 600 },
}))

type PreviewProps = { draft: Draft; name: string; look: BrandTheme; scheme: SchemeName }

export const PreviewLogin = ({ draft, name, look, scheme }: PreviewProps) => {
  const t = useT()
  return (
    <Scheme look={look} scheme={scheme}>
      <Ground>
        <Card>
          {draft.logo ? <img src={draft.logo} alt="" /> : null}
          <p className="big">
            <bdi>{t('preview.signIn', { name })}</bdi>
          </p>
          <TextField label={t('preview.email')} value="anna@example.com" readOnly />
          <Button variant="contained" fullWidth>
            {t('preview.signInButton')}
          </Button>
          <p className="link">{t('preview.forgot')}</p>
        </Card>
      </Ground>
    </Scheme>
  )
}

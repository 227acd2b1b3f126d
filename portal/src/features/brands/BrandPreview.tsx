import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { type Mode, modes } from '#src/kit/mode.ts'
import type { Draft } from './brand-draft.ts'
import type { BrandTheme } from './brand-theme.ts'
import { PreviewLogin } from './PreviewLogin.tsx'
import { PreviewPanel } from './PreviewPanel.tsx'
import { useT } from './use-t.ts'

const Root = styled('section')(({ theme }) => ({
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.paper,
  overflow: 'hidden',
}))
const Head = styled('header')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 8,
  padding: theme.spacing(1.25, 1.5, 1.25, 2.5),
  borderBlockEnd: `1px solid ${theme.vars.palette.divider}`,
  '& > h2': { ...theme.typography.h2, margin: 0 },
}))
const Picture = styled('figure')({ margin: 0 })
const Tab = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  padding: theme.spacing(0.75, 1.5),
  backgroundColor: theme.vars.palette.ground.sunken,
  fontSize: '0.75rem',
  '& > span:first-of-type': {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    minWidth: 0,
    maxWidth: 220,
    padding: '5px 12px',
    borderRadius: '6px 6px 0 0',
    marginBlockEnd: -6,
    backgroundColor: theme.vars.palette.background.paper,
  },
  '& img': { width: 16, height: 16, objectFit: 'contain', flexShrink: 0 },
  '& bdi': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& > span:last-of-type': { color: theme.vars.palette.text.secondary, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
}))

/** What people will see, in the brand as it stands in the form; nothing in it can be pressed. */
export const BrandPreview = ({ draft, look }: { draft: Draft; look: BrandTheme }) => {
  const t = useT()
  const [chosen, setChosen] = useState<Mode>()
  // The brand's own mode is what most people see; whoever looks at another one keeps it.
  const mode = chosen ?? draft.mode
  const name = draft.name.trim() || t('preview.unnamed')
  return (
    <Root aria-labelledby="brand-preview">
      <Head>
        <h2 id="brand-preview">{t('preview')}</h2>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={mode}
          aria-label={t('preview.mode')}
          onChange={(_, next: Mode | null) => (next ? setChosen(next) : undefined)}
        >
          {modes.map((one) => (
            <ToggleButton key={one} value={one} sx={{ paddingBlock: 0.25 }}>
              {t(`mode.${one}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Head>
      <Picture aria-label={t('preview.label', { name, mode: t(`mode.${mode}`) })}>
        <div inert>
          <Tab>
            <span>
              {draft.favicon ? <img src={draft.favicon} alt="" /> : null}
              <bdi>{name}</bdi>
            </span>
            <span>{draft.domains.find((domain) => domain.trim() !== '') ?? ''}</span>
          </Tab>
          <PreviewLogin draft={draft} name={name} look={look} scheme={mode === 'dark' ? 'dark' : 'light'} />
          <PreviewPanel draft={draft} name={name} look={look} mode={mode} />
        </div>
      </Picture>
    </Root>
  )
}

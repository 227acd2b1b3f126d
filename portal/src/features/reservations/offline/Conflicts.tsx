import { styled } from '@mui/material/styles'
import { SidePanel } from '#src/kit/SidePanel.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { conflictsOf } from './acts/play-rules.ts'
import { useActs } from './acts/act-store.ts'
import { ConflictItem } from './ConflictItem.tsx'
import { usePhaseT } from '../phases/use-phase-t.ts'

const Root = styled('div')(({ theme }) => ({
  fontSize: '0.875rem',
  '& > header': { padding: '16px 56px 14px 18px', '& h2': { ...theme.typography.h2, margin: 0 } },
  '& p': { margin: '4px 0 0', color: theme.vars.palette.text.secondary, overflowWrap: 'anywhere' },
  '& > ol': { margin: 0, padding: 0, listStyle: 'none' },
  '& > ol > li': { padding: '14px 18px', borderTop: `1px solid ${theme.vars.palette.divider}` },
  '& h3': { ...theme.typography.h3, margin: 0, overflowWrap: 'anywhere' },
  '& .why': { color: theme.vars.palette.tone.danger.text },
  '& li ul': { margin: '2px 0 0', paddingInlineStart: 20 },
  '& .choices': { display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 10 },
  '@media (pointer: coarse)': { '& .choices button': { minHeight: 44 } },
}))

/** What was done while the server was away and could not be carried out: people decide, each for itself. */
export const Conflicts = ({ onClose }: { onClose: () => void }) => {
  const t = usePhaseT()
  const [, setSearch] = useUrlSearch()
  const conflicts = conflictsOf(useActs())
  const open = (id: string): void => {
    onClose()
    setSearch({ id }, { push: true })
  }
  return (
    <SidePanel label={t('offline.title')} docked={false} onClose={onClose}>
      <Root>
        <header>
          <h2>{t('offline.title')}</h2>
          <p>{conflicts.length > 0 ? t('offline.hint') : t('offline.none')}</p>
        </header>
        <ol>
          {conflicts.map((conflict) => (
            <ConflictItem key={conflict.act.key} conflict={conflict} onOpen={open} />
          ))}
        </ol>
      </Root>
    </SidePanel>
  )
}

import { mdiCheck } from '@mdi/js'
import { styled } from '@mui/material/styles'
import type { ImportBatch, ImportRow } from '@tablewire/contracts/import/import'
import { Icon } from '#src/kit/Icon.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import type { Tone } from '#src/kit/tones.ts'
import { useT } from './use-t.ts'

const List = styled('ol')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(4, 1fr)',
  gap: theme.spacing(1),
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    minWidth: 0,
    paddingBlockStart: 10,
    borderBlockStart: `3px solid ${theme.vars.palette.divider}`,
    color: theme.vars.palette.text.secondary,
    fontSize: '0.8125rem',
    overflowWrap: 'anywhere',
  },
  '& > li[data-at="done"]': { borderColor: theme.vars.palette.tone.success.solid },
  '& > li[data-at="here"]': { borderColor: theme.vars.palette.accent.ring, color: theme.vars.palette.text.primary, fontWeight: 600 },
  '& svg': { flexShrink: 0, color: theme.vars.palette.tone.success.text },
  [theme.breakpoints.down('sm')]: { '& > li': { display: 'block', fontSize: '0.75rem' } },
}))

const steps = ['file', 'map', 'check', 'apply'] as const
const placeOf = ({ state, layout }: ImportBatch): number => {
  if (state === 'draft') return layout ? 1 : 0
  if (state === 'checking' || state === 'checked') return 2
  return state === 'applied' ? 4 : 3
}

/** Where an import stands on its way. */
export const Steps = ({ batch }: { batch: ImportBatch }) => {
  const t = useT()
  const place = placeOf(batch)
  // What was taken back is neither done nor under way.
  const here = batch.state === 'undone' ? -1 : place
  return (
    <List aria-label={t('steps')}>
      {steps.map((step, index) => (
        <li
          key={step}
          data-at={index < place ? 'done' : index === here ? 'here' : 'ahead'}
          {...(index === here ? { 'aria-current': 'step' as const } : {})}
        >
          {index < place ? <Icon path={mdiCheck} size={16} /> : null}
          {t(`step.${step}`)}
        </li>
      ))}
    </List>
  )
}

const tones: Record<ImportRow['state'], Tone> = {
  draft: 'neutral',
  checking: 'info',
  checked: 'primary',
  applying: 'info',
  applied: 'success',
  undoing: 'info',
  undone: 'neutral',
}

/** The step an import stands at, in a word. */
export const StateTag = ({ state }: Pick<ImportRow, 'state'>) => {
  const t = useT()
  return <Tag tone={tones[state]}>{t(`state.${state}`)}</Tag>
}

export const isBusy = ({ state }: Pick<ImportRow, 'state'>): boolean => state === 'checking' || state === 'applying' || state === 'undoing'

import { mdiClose } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { formatNumber } from '../format.ts'
import { Icon } from '../Icon.tsx'
import { useOfficeT } from '../office/use-office-t.ts'
import { useShortcuts } from '../shortcuts.ts'
import { type Choice, countChosen, noChoice } from './choice.ts'

export type Selection = {
  choice: Choice
  onChange: (choice: Choice) => void
  /** Also those that nobody has scrolled to: only where what is done with them takes a filter. */
  matching?: boolean
  /** What can be done with those chosen. */
  acts?: ReactNode
}

const Bar = styled('section')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.spacing(0.5, 1),
  padding: theme.spacing(0.75, 1.75),
  borderBlockStart: `1px solid ${theme.vars.palette.divider}`,
  backgroundColor: theme.vars.palette.ground.selected,
  fontSize: '0.875rem',
  '& > output': { fontWeight: 600, fontVariantNumeric: 'tabular-nums', marginInlineEnd: theme.spacing(0.5) },
  '& > .acts': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: theme.spacing(1), marginInlineStart: 'auto' },
  '@media print': { display: 'none' },
}))

/** Under the rows, so that none of them moves: how many are chosen, all that match, none, and what can be done with them. */
export const ChoiceBar = ({ selection, total }: { selection: Selection; total: number }) => {
  const t = useOfficeT()
  const { choice, onChange, matching, acts } = selection
  const count = countChosen(choice, total)
  useShortcuts([{ keys: 'Escape', label: t('list.chooseNone'), run: () => onChange(noChoice), enabled: count > 0 }])
  if (count === 0) return null
  return (
    <Bar aria-label={t('list.chosenRows')}>
      <output>{t('list.chosen', { count, number: formatNumber(count) })}</output>
      {matching && count < total ? (
        <Button size="small" onClick={() => onChange({ ...noChoice, all: true })}>
          {t('list.chooseMatching', { number: formatNumber(total) })}
        </Button>
      ) : null}
      <Button size="small" color="inherit" startIcon={<Icon path={mdiClose} size={16} />} onClick={() => onChange(noChoice)}>
        {t('list.chooseNone')}
      </Button>
      <div className="acts">{acts}</div>
    </Bar>
  )
}

import { styled } from '@mui/material/styles'
import type { ImportBatch } from '@tablewire/contracts/import/import'
import { formatNumber } from '#src/kit/format.ts'
import { ProgressLine } from '#src/kit/ProgressLine.tsx'
import { useT } from './use-t.ts'

const Root = styled('div')(({ theme }) => ({
  marginBlockStart: theme.spacing(1.5),
  '& > p': { margin: '0 0 6px', fontSize: '0.8125rem', fontVariantNumeric: 'tabular-nums', color: theme.vars.palette.text.secondary },
}))

/** How far something has come, 0 to 1; undefined = nobody knows how much there is. */
export const LabelledProgress = ({ label, value }: { label: string; value: number | undefined }) => (
  <Root>
    <p>{label}</p>
    <ProgressLine label={label} value={value} />
  </Root>
)

const Facts = styled('p')(({ theme }) => ({ ...theme.typography.body2, margin: '8px 0 0', color: theme.vars.palette.text.secondary }))

/** How far the step has come that runs by itself. */
export const ImportProgress = ({ batch }: { batch: ImportBatch }) => {
  const t = useT()
  // How many an undo takes back is what the import made; a first dry run does not know how many rows there are.
  const total = batch.state === 'undoing' ? batch.counts?.made : batch.rowsTotal
  const label = t(`working.${batch.state as 'checking'}`, { done: formatNumber(batch.rowsDone) })
  return (
    <div>
      <LabelledProgress label={label} value={total ? Math.min(1, batch.rowsDone / total) : undefined} />
      <Facts>{t('working.leave')}</Facts>
    </div>
  )
}

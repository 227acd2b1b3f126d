import { styled } from '@mui/material/styles'
import type { ImportBatch } from '@tablewire/contracts/import/import'
import { formatNumber } from '#src/kit/format.ts'
import type { Tone } from '#src/kit/tones.ts'
import { useT } from './use-t.ts'

const Tiles = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(46%, 130px), 1fr))',
  gap: theme.spacing(1.5),
  margin: 0,
  '& > div': {
    padding: theme.spacing(1.5, 1.75),
    border: '1px solid var(--skin-edge)',
    borderRadius: theme.vars.shape.borderRadius,
    backgroundColor: theme.vars.palette.background.paper,
  },
  '& dt': { color: theme.vars.palette.text.secondary, fontSize: '0.8125rem' },
  '& dd': { margin: '2px 0 0', fontSize: '1.5rem', fontWeight: 600, lineHeight: 1.25, fontVariantNumeric: 'tabular-nums' },
}))
const Figure = styled('dd', { shouldForwardProp: (prop) => prop !== 'tone' })<{ tone: Tone | undefined }>(({ theme, tone }) =>
  tone ? { color: theme.vars.palette.tone[tone].text } : {},
)

const tones: Partial<Record<string, Tone>> = { made: 'success', changed: 'primary', rejected: 'danger', kept: 'warning' }
const always: readonly string[] = ['rows', 'made', 'duplicates', 'rejected']

/** How many rows, and what becomes of them. */
export const Result = ({ batch }: { batch: ImportBatch }) => {
  const t = useT()
  if (!batch.counts) return null
  const planned = batch.state === 'checked'
  return (
    <Tiles aria-label={t(planned ? 'result.planned' : 'result.done')}>
      {(['rows', 'made', 'changed', 'unchanged', 'duplicates', 'rejected', 'kept'] as const)
        .filter((name) => batch.counts![name] > 0 || always.includes(name))
        .map((name) => (
          <div key={name}>
            <dt>{t(planned && name === 'made' ? 'count.toMake' : `count.${name}`)}</dt>
            <Figure tone={batch.counts![name] > 0 && batch.state !== 'undone' ? tones[name] : undefined}>
              {formatNumber(batch.counts![name])}
            </Figure>
          </div>
        ))}
      {batch.remarks > 0 ? (
        <div>
          <dt>{t('count.remarks')}</dt>
          <Figure tone={batch.state === 'undone' ? undefined : 'warning'}>{formatNumber(batch.remarks)}</Figure>
        </div>
      ) : null}
    </Tiles>
  )
}

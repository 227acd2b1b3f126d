import { styled } from '@mui/material/styles'
import type { Result } from '@tablewire/contracts/kit/endpoint'
import type { TraceOutcome, traces } from '@tablewire/contracts/operations/traces'
import { formatNumber } from '#src/kit/format.ts'
import { Skeleton } from '#src/kit/Skeletons.tsx'
import { outcomes } from './trace-search.ts'
import { durationInWords } from './trace-words.ts'
import { useT } from './use-t.ts'

const Cards = styled('section')(({ theme }) => ({
  display: 'grid',
  // No word is cut: a card with a long one takes a little of its neighbours.
  gridTemplateColumns: 'repeat(7, minmax(min-content, 1fr))',
  gap: 10,
  marginBottom: theme.spacing(1.5),
  [theme.breakpoints.down('md')]: { gap: 6 },
  // A phone keeps its height for the rows.
  [theme.breakpoints.down(720)]: {
    gridTemplateColumns: 'repeat(4, minmax(min-content, 1fr))',
    '& > .more': { display: 'none' },
  },
  '& > *': {
    all: 'unset',
    display: 'flex',
    flexDirection: 'column',
    boxSizing: 'border-box',
    minWidth: 0,
    padding: '9px 12px',
    border: '1px solid var(--skin-edge)',
    borderRadius: theme.vars.shape.borderRadius,
    backgroundColor: theme.vars.palette.background.paper,
    [theme.breakpoints.down('md')]: { padding: '7px 8px' },
  },
  '& > button': { cursor: 'pointer' },
  '& > button:hover': { backgroundColor: theme.vars.palette.ground.hover },
  '& > button:focus-visible': { outline: `2px solid ${theme.vars.palette.accent.ring}`, outlineOffset: -2 },
  '& > button[aria-pressed="true"]': { boxShadow: `inset 0 -2px 0 ${theme.vars.palette.accent.ring}` },
  '& small': {
    // Takes what several words need in height: the numbers stay in line with each other.
    flex: 1,
    color: theme.vars.palette.text.secondary,
    fontSize: '0.75rem',
    lineHeight: 1.35,
  },
  '& b': { display: 'block', minHeight: 26, fontSize: '1.125rem', fontWeight: 650, fontVariantNumeric: 'tabular-nums' },
  [theme.breakpoints.down('sm')]: {
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    '& > button': { flexDirection: 'row', alignItems: 'center', paddingBlock: 4 },
  },
  '& b.failed': { color: theme.vars.palette.tone.danger.text },
  '& b.refused': { color: theme.vars.palette.tone.warning.text },
  '& b.unclear': { color: theme.vars.palette.tone.violet.text },
}))

type SummaryCardsProps = {
  sums: Result<typeof traces.summary> | undefined
  failed: boolean
  outcome: string | undefined
  onOutcome: (outcome: TraceOutcome | undefined) => void
}

/** What is shown, in numbers; a number of an outcome narrows the list to it. */
export const SummaryCards = ({ sums, failed, outcome, onOutcome }: SummaryCardsProps) => {
  const t = useT()
  const value = (text: string | undefined) => text ?? (failed ? '–' : <Skeleton width={48} height={16} style={{ marginBlockStart: 6 }} />)
  const duration = (ms: number | null | undefined) => (ms === undefined ? undefined : ms === null ? '–' : durationInWords(t, ms))
  return (
    <Cards aria-label={t('sum.label')} aria-busy={sums === undefined && !failed}>
      <div className="more">
        <small>{t('sum.total')}</small>
        <b>{value(sums && formatNumber(sums.total))}</b>
      </div>
      {outcomes.map((one) => (
        <button key={one} type="button" aria-pressed={outcome === one} onClick={() => onOutcome(outcome === one ? undefined : one)}>
          <small>{t(`outcome.${one}`)}</small>
          <b className={sums && sums[one] > 0 ? one : undefined}>{value(sums && formatNumber(sums[one]))}</b>
        </button>
      ))}
      <div className="more">
        <small>{t('sum.average')}</small>
        <b>{value(duration(sums?.averageMs))}</b>
      </div>
      <div className="more">
        <small>{t('sum.p95')}</small>
        <b>{value(duration(sums?.p95Ms))}</b>
      </div>
    </Cards>
  )
}

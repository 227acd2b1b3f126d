import { styled } from '@mui/material/styles'
import type { Trace } from '@tablewire/contracts/operations/traces'
import type { ReactNode } from 'react'
import { useFaultWords } from '#src/i18n/use-fault-words.ts'
import { formatMoment } from '#src/kit/format.ts'
import type { Tone } from '#src/kit/tones.ts'
import { OutcomeTag } from './OutcomeTag.tsx'
import { durationInWords, isNoticed, operationInWords, outcomeTones, wayInWords } from './trace-words.ts'
import { useT } from './use-t.ts'

const List = styled('ol')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  fontSize: '0.875rem',
  '& > li': {
    position: 'relative',
    marginInlineStart: 5,
    padding: '0 0 14px 18px',
    borderInlineStart: `2px solid ${theme.vars.palette.divider}`,
  },
  '& > li:last-child': { borderInlineStartColor: 'transparent', paddingBottom: 0 },
  '& small': {
    display: 'block',
    color: theme.vars.palette.text.secondary,
    fontSize: '0.75rem',
    fontVariantNumeric: 'tabular-nums',
    overflowWrap: 'anywhere',
  },
}))
const Dot = styled('span', { shouldForwardProp: (prop) => prop !== 'tone' })<{ tone: Tone }>(({ theme, tone }) => ({
  position: 'absolute',
  insetInlineStart: -6,
  top: 5,
  width: 10,
  height: 10,
  borderRadius: '50%',
  backgroundColor: theme.vars.palette.tone[tone].solid,
}))
const Line = styled('button')(({ theme }) => ({
  all: 'unset',
  boxSizing: 'border-box',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: '2px 8px',
  width: '100%',
  padding: '2px 6px',
  margin: '-2px 0 0',
  borderRadius: theme.vars.shape.borderRadius,
  cursor: 'pointer',
  '&:hover, &[aria-current="true"]': { backgroundColor: theme.vars.palette.ground.hover },
  '&[aria-current="true"] b': { color: theme.vars.palette.accent.text },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.accent.ring}` },
  '& b': { fontWeight: 600, overflowWrap: 'anywhere' },
  '& small': { gridColumn: '1 / -1' },
  '@media (pointer: coarse)': { paddingBlock: 8 },
}))

type HopsProps = {
  hops: readonly Trace[]
  selectedId?: string | undefined
  onChoose: (hop: Trace) => void
  /** Under the hop that is chosen. */
  children?: ReactNode
  timeZone?: string | undefined
}

/** The way of a request or a booking, hop by hop; each opens what was said. */
export const Hops = ({ hops, selectedId, onChoose, children, timeZone }: HopsProps) => {
  const t = useT()
  const { line } = useFaultWords()
  return (
    <List>
      {hops.map((hop) => (
        <li key={hop.id}>
          <Dot tone={outcomeTones[hop.outcome]} />
          <Line
            type="button"
            aria-current={hop.id === selectedId ? 'true' : undefined}
            aria-expanded={children === undefined ? undefined : hop.id === selectedId}
            onClick={() => onChoose(hop)}
          >
            <b>{operationInWords(t, hop.operation)}</b>
            <OutcomeTag trace={hop} />
            <small>{wayInWords(t, hop)}</small>
            <small>
              {[
                formatMoment(hop.startedAt, timeZone),
                ...(isNoticed(hop) ? [] : [t('after', { duration: durationInWords(t, hop.durationMs) })]),
                ...(hop.attempt > 1 ? [t('attempt', { n: hop.attempt })] : []),
                ...(hop.httpStatus === null ? [] : [String(hop.httpStatus)]),
              ].join(' · ')}
            </small>
            {hop.error ? <small>{line(hop.error)}</small> : null}
          </Line>
          {hop.id === selectedId ? children : null}
        </li>
      ))}
    </List>
  )
}

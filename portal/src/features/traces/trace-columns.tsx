import { styled } from '@mui/material/styles'
import type { Trace } from '@tablewire/contracts/operations/traces'
import { useFaultWords } from '#src/i18n/use-fault-words.ts'
import { formatMoment } from '#src/kit/format.ts'
import type { Column } from '#src/kit/list/columns.ts'
import { OutcomeTag } from './OutcomeTag.tsx'
import { hopDuration, isNoticed, operationInWords, wayInWords } from './trace-words.ts'
import { useT } from './use-t.ts'

const Phone = styled('span')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 10,
  minWidth: 0,
  '& > span:first-of-type': { display: 'grid', minWidth: 0 },
  '& strong, & small': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& small': { color: theme.vars.palette.text.secondary },
}))
const OnPhone = ({ trace }: { trace: Trace }) => {
  const t = useT()
  return (
    <Phone>
      <span>
        <strong>{[operationInWords(t, trace.operation), trace.venueName].filter(Boolean).join(' · ')}</strong>
        <small>
          {[formatMoment(trace.startedAt), wayInWords(t, trace), ...(isNoticed(trace) ? [] : [hopDuration(t, trace)])].join(' · ')}
        </small>
      </span>
      <OutcomeTag trace={trace} />
    </Phone>
  )
}
export const phoneRow = (trace: Trace) => <OnPhone trace={trace} />

export const useTraceColumns = (): Column<Trace>[] => {
  const t = useT()
  const { line } = useFaultWords()
  return [
    { id: 'at', title: t('c.at'), width: '132px', always: true, cell: ({ startedAt }) => formatMoment(startedAt) },
    { id: 'outcome', title: t('c.outcome'), width: '124px', always: true, cell: (trace) => <OutcomeTag trace={trace} /> },
    { id: 'operation', title: t('c.operation'), width: 'minmax(150px, 2fr)', cell: ({ operation }) => operationInWords(t, operation) },
    {
      id: 'way',
      title: t('c.way'),
      width: 'minmax(170px, 2fr)',
      from: 700,
      cell: (trace) => <span className="clip">{wayInWords(t, trace)}</span>,
    },
    {
      id: 'venue',
      title: t('c.venue'),
      width: 'minmax(110px, 1fr)',
      from: 940,
      cell: ({ venueName }) => <span className="clip">{venueName ?? '–'}</span>,
    },
    {
      id: 'error',
      title: t('c.error'),
      width: 'minmax(130px, 1.2fr)',
      from: 1080,
      cell: ({ error }) => <span className="clip quiet">{line(error)}</span>,
    },
    { id: 'attempt', title: t('c.attempt'), width: '76px', align: 'end', extra: true, cell: ({ attempt }) => attempt },
    { id: 'status', title: t('c.status'), width: '64px', align: 'end', from: 800, cell: ({ httpStatus }) => httpStatus ?? '–' },
    {
      id: 'duration',
      title: t('c.duration'),
      width: '84px',
      align: 'end',
      cell: (trace) => hopDuration(t, trace),
    },
  ]
}

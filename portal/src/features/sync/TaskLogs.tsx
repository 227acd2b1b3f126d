import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { sync, type SyncLog, type SyncTask } from '@tablewire/contracts/rms/sync'
import { useState } from 'react'
import { useEndpoint } from '#src/api/query.ts'
import { useFaultWords } from '#src/i18n/use-fault-words.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatMoment, formatNumber } from '#src/kit/format.ts'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import type { Tone } from '#src/kit/tones.ts'
import { useT } from './use-t.ts'

const List = styled('ol')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(1.5),
  margin: 0,
  padding: 0,
  listStyle: 'none',
  fontSize: '0.875rem',
  '& > li': {
    display: 'grid',
    gap: 4,
    paddingBlockEnd: theme.spacing(1.5),
    borderBlockEnd: `1px solid ${theme.vars.palette.divider}`,
  },
  '& > li:last-of-type': { borderBlockEnd: 'none' },
  '& > li > div': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 8 },
  '& p': { margin: 0, overflowWrap: 'anywhere' },
  '& summary': { cursor: 'pointer', minHeight: 24 },
  '& small, & + p': { color: theme.vars.palette.text.secondary, fontSize: '0.75rem', fontVariantNumeric: 'tabular-nums' },
}))
const Quiet = styled('p')(({ theme }) => ({ margin: 0, color: theme.vars.palette.text.secondary, fontSize: '0.875rem' }))

const tones: Record<SyncLog['level'], Tone> = { error: 'danger', warning: 'warning', info: 'info' }
const pageSize = 50

/** The same word of many venues is one line; `logs` is never empty. */
const grouped = (logs: readonly SyncLog[]): SyncLog[][] => {
  const said = ({ level, code, details, venueName }: SyncLog): string => JSON.stringify([level, code, details, venueName === null])
  return [...Map.groupBy(logs, said).values()]
}

const Line = ({ logs }: { logs: readonly SyncLog[] }) => {
  const { level, code, details, at } = logs[0]!
  const t = useT()
  const { inFull, why } = useFaultWords()
  const { message, reason, ...said } = details as Record<string, string>
  const names = logs.flatMap(({ venueName }) => venueName ?? [])
  const words = { ...(message ? { message: inFull(message) } : {}), ...(reason ? { reason: why(reason) } : {}) }
  return (
    <li>
      <div>
        <Tag tone={tones[level]}>{t(`level.${level}`)}</Tag>
        <small>{formatMoment(at)}</small>
      </div>
      <p>
        {names.length > 0 ? <strong>{names.length > 1 ? t('logs.venues', { count: names.length }) : names[0]}: </strong> : null}
        {t(`log.${code}`, { ...said, ...words })}
      </p>
      {names.length > 1 ? (
        <details>
          <summary>{t('logs.which')}</summary>
          {names.join(', ')}
        </details>
      ) : null}
    </li>
  )
}

const Page = ({ id, offset }: { id: string; offset: number }) => {
  const query = useEndpoint(sync.logs, { params: { id }, query: { offset: String(offset), limit: String(pageSize) } as never })
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <RowsSkeleton rows={3} />
  return grouped(query.data.data).map((logs) => <Line key={logs[0]!.id} logs={logs} />)
}

/** What happened, errors first; more of it when somebody asks. */
export const TaskLogs = ({ task: { id, errors, endedAt, logsLeftOut } }: { task: SyncTask }) => {
  const t = useT()
  const [pages, setPages] = useState(1)
  const first = useEndpoint(sync.logs, { params: { id }, query: { offset: '0', limit: String(pageSize) } as never })
  const total = first.data?.total ?? 0
  if (first.data && total === 0) return <Quiet>{t(errors === 0 && endedAt ? 'logs.fine' : 'logs.none')}</Quiet>
  return (
    <>
      <List>
        {Array.from({ length: pages }, (_, page) => (
          <Page key={page} id={id} offset={page * pageSize} />
        ))}
      </List>
      {total > pages * pageSize ? (
        <Button color="inherit" onClick={() => setPages(pages + 1)}>
          {t('logs.more', { number: formatNumber(total - pages * pageSize) })}
        </Button>
      ) : null}
      {logsLeftOut > 0 ? <Quiet>{t('logs.leftOut', { number: formatNumber(logsLeftOut) })}</Quiet> : null}
    </>
  )
}

import { mdiEmailFastOutline, mdiPlus } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type Report, reports } from '@tablewire/contracts/analytics/reports'
import { useState } from 'react'
import { keepRows, useEndpoint } from '#src/api/query.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { SidePanel } from '#src/kit/SidePanel.tsx'
import { Skeleton } from '#src/kit/Skeletons.tsx'
import { useNow } from '#src/kit/use-now.ts'
import { VisuallyHidden } from '#src/kit/VisuallyHidden.tsx'
import { useT } from '../use-t.ts'
import type { PageQuestion } from './report-form.ts'
import { ReportDialog } from './ReportDialog.tsx'
import type { DialogPurpose } from './use-report-form.ts'
import { ReportItem } from './ReportItem.tsx'

const Body = styled('div')(({ theme }) => ({
  padding: '16px 20px 32px',
  '& > h2': { ...theme.typography.h3, margin: '0 40px 4px 0' },
  '& > p': { margin: '0 0 14px', fontSize: '0.875rem', color: theme.vars.palette.text.secondary },
  '& > ul': { margin: '8px 0 0', padding: 0, listStyle: 'none' },
}))

const step = 20
/** While one is on its way, its outcome is looked for. */
const watchMs = 2000

type Props = { query: PageQuestion; onClose: () => void }

/** AN3: the reports that come by mail, and the form of one. */
export const ReportsPanel = ({ query, onClose }: Props) => {
  const t = useT()
  const now = useNow()
  const [limit, setLimit] = useState(step)
  const [edited, setEdited] = useState<Report | 'new'>()
  const [purpose, setPurpose] = useState<DialogPurpose>('change')
  const edit = (report: Report | 'new', why: DialogPurpose = 'change'): void => {
    setEdited(report)
    setPurpose(why)
  }
  const { data, error, refetch } = useEndpoint(
    reports.list,
    { query: { limit } },
    {
      ...keepRows,
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.data.some(({ last }) => last?.state === 'waiting') ? watchMs : false),
    },
  )
  return (
    <SidePanel label={t('reports.title')} docked={false} onClose={onClose}>
      <Body>
        <h2>{t('reports.title')}</h2>
        <p>{t('reports.hint')}</p>
        <Button variant="contained" startIcon={<Icon path={mdiPlus} size={18} />} onClick={() => edit('new')}>
          {t('report.new')}
        </Button>
        {data ? (
          data.data.length === 0 ? (
            <EmptyState icon={mdiEmailFastOutline} title={t('reports.empty')} hint={t('reports.empty.hint')} />
          ) : (
            <ul aria-label={t('reports.title')}>
              {data.data.map((report) => (
                <ReportItem key={report.id} report={report} onEdit={(why) => edit(report, why)} />
              ))}
            </ul>
          )
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <div aria-busy="true" style={{ display: 'grid', gap: 12, marginBlockStart: 16 }}>
            <VisuallyHidden as="output">{t('reports.loading')}</VisuallyHidden>
            <Skeleton height={110} />
            <Skeleton height={110} />
          </div>
        )}
        {data && data.total > data.data.length && limit < 200 ? (
          <Button color="inherit" onClick={() => setLimit(Math.min(200, limit + step))}>
            {t('reports.more')}
          </Button>
        ) : null}
      </Body>
      {edited ? (
        <ReportDialog
          query={query}
          report={edited === 'new' ? undefined : edited}
          purpose={purpose}
          now={now}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
    </SidePanel>
  )
}

import { mdiEmailFastOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { reports } from '@tablewire/contracts/analytics/reports'
import { useRef } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { lazyWithRetry } from '#src/kit/lazy-with-retry.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import type { Query } from '../question.ts'
import { useT } from '../use-t.ts'
import type { PageQuestion } from './report-form.ts'
import { OrderReport } from './OrderReport.tsx'

export const Actions = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, '@media print': { display: 'none' } })

/** Reports are planned seldom, and figures looked at often. */
const ReportsPanel = lazyWithRetry(
  () => import('./ReportsPanel.tsx').then((module) => module.ReportsPanel),
  ({ onClose }) => onClose(),
)

/** Reports that come by mail, of all pages that have them. */
export const ReportsButton = ({ query }: { query: PageQuestion }) => {
  const t = useT()
  const [search, setSearch] = useUrlSearch()
  const open = search['reports'] === '1'
  const button = useRef<HTMLButtonElement>(null)
  if (!useAbility().can('create', 'analytics-reservations')) return null
  // Opened by a link there is nothing that the panel could give the focus back to.
  const close = (): void => {
    setSearch({ reports: undefined })
    setTimeout(() => button.current?.focus(), 0)
  }
  return (
    <>
      <Button
        ref={button}
        color="inherit"
        variant="outlined"
        startIcon={<Icon path={mdiEmailFastOutline} size={18} />}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setSearch({ reports: '1' }, { push: true })}
      >
        {t('reports')}
      </Button>
      {open ? <ReportsPanel query={query} onClose={close} /> : null}
    </>
  )
}

/** What takes the figures of this question away: files, and reports that come by mail. */
export const PageActions = ({ query, today }: { query: Query; today: string }) => {
  const t = useT()
  const ability = useAbility()
  if (!ability.can('create', 'analytics-reservations')) return null
  return (
    <Actions>
      <OrderReport
        order={reports.order}
        question={{ ...query, today }}
        hint={t('report.excel.hint')}
        rows={ability.can('read', 'reservation-list') ? t('report.csv.rows') : undefined}
      />
      <ReportsButton query={query} />
    </Actions>
  )
}

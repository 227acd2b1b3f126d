import { mdiCalendarBlankOutline, mdiCloudOffOutline, mdiDeleteClockOutline, mdiFilterOffOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { formatDate } from '#src/kit/format.ts'
import { activeFilters, hasRange, without } from '../reservation-search.ts'
import type { useReservationsPage } from '../use-reservations-page.ts'
import { useT } from '../use-t.ts'
import { useRemoved } from './use-removed.ts'

/** An empty evening, or filters that hide it: which, and the way out. */
export const EmptyList = ({
  page: { search, date, today, data, mayCreate, setSearch, form },
}: {
  page: ReturnType<typeof useReservationsPage>
}) => {
  const t = useT()
  const active = activeFilters(search)
  const removed = useRemoved(search, { date, today })
  const oneDay = search.date !== 'any' && !hasRange(search)
  const day = formatDate(date, 'long')
  if (data.missing)
    return (
      <EmptyState
        icon={mdiCloudOffOutline}
        title={oneDay ? t('away.missingDay', { date: day }) : t('away.missing')}
        hint={t('away.missingHint')}
      />
    )
  if (removed) {
    const before = formatDate(removed.before, 'dated')
    return (
      <EmptyState
        icon={mdiDeleteClockOutline}
        title={removed.months === null ? t('empty.removedBefore', { before }) : t('empty.removed', { count: removed.months })}
        hint={t('empty.removedHint', { before })}
      />
    )
  }
  if (active.length === 0)
    return (
      <EmptyState
        icon={mdiCalendarBlankOutline}
        title={oneDay ? t('empty.day', { date: day }) : t('empty.any')}
        hint={t('empty.dayHint')}
        action={
          mayCreate ? (
            <Button variant="outlined" onClick={() => form.show('new')}>
              {t('new')}
            </Button>
          ) : null
        }
      />
    )
  return (
    <EmptyState
      icon={mdiFilterOffOutline}
      title={oneDay ? t('empty.filteredDay', { date: day }) : t('empty.filtered')}
      hint={t('empty.hiddenBy', { filters: active.map((name) => t(`filter.${name}`)).join(', ') })}
      action={
        <div style={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 8 }}>
          {oneDay && search.q !== '' && search.view === 'list' ? (
            <Button variant="contained" onClick={() => setSearch({ date: 'any' })}>
              {t('empty.searchAll')}
            </Button>
          ) : null}
          <Button variant="outlined" onClick={() => setSearch(without(active))}>
            {t('filter.clearAll')}
          </Button>
        </div>
      }
    />
  )
}

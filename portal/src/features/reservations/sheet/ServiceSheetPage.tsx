import GlobalStyles from '@mui/material/GlobalStyles'
import { styled } from '@mui/material/styles'
import { serviceSheets } from '@tablewire/contracts/booking/service-sheets'
import { useNavigate } from '@tanstack/react-router'
import { useLive } from '#src/api/live.ts'
import { queryClient, useEndpoint } from '#src/api/query.ts'
import { BackButton } from '#src/kit/BackButton.tsx'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatDate } from '#src/kit/format.ts'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { useKeptCopies } from '../offline/use-tonight.ts'
import { KitchenSheet } from './KitchenSheet.tsx'
import { ListSheet } from './ListSheet.tsx'
import { type ChoicesProps, SheetChoices, shownPages } from './SheetChoices.tsx'
import { pageNumbers, SheetPaper } from './sheet-paper.ts'
import { useSheetT } from './use-sheet-t.ts'

const Screen = styled('div')({ '@media print': { display: 'none' } })

const Sheets = ({
  venueId,
  date,
  meal,
  shown,
  onChange,
}: { venueId: string; date: string; meal: string | undefined } & Omit<ChoicesProps, 'sheet'>) => {
  const t = useSheetT()
  const navigate = useNavigate()
  const query = meal === undefined ? { date } : { date, mealId: meal }
  const { data: sheet, error, refetch } = useEndpoint(serviceSheets.get, { params: { id: venueId }, query })
  useLive((message) => {
    if (message.venueId === venueId && (message.type === 'reservation' || message.type === 'shift_note' || message.type === 'book'))
      void queryClient.invalidateQueries({ queryKey: ['serviceSheets'] })
  })
  useKeptCopies()
  const toDay = (): void => void navigate({ to: '/reservations', search: { date, venue: venueId, view: 'day' } as never })
  return (
    <>
      <GlobalStyles styles={pageNumbers} />
      <Screen>
        <PageTitle
          back={<BackButton onClick={toDay}>{t('back')}</BackButton>}
          title={t('title')}
          hint={[sheet?.venueName, formatDate(date, 'long')].filter(Boolean).join(' · ')}
          actions={<SheetChoices sheet={sheet} shown={shown} onChange={onChange} />}
        />
      </Screen>
      {error && !sheet ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!sheet && !error ? <SheetPaper>{<RowsSkeleton />}</SheetPaper> : null}
      {sheet && shown !== 'kitchen' ? <ListSheet sheet={sheet} /> : null}
      {sheet && shown !== 'list' ? <KitchenSheet sheet={sheet} /> : null}
    </>
  )
}

/** RE5: who comes to a meal, and what the kitchen needs, as it goes onto paper. */
export const ServiceSheetPage = () => {
  const t = useSheetT()
  const [{ venue, date, meal, pages: wanted }, setSearch] = useUrlSearch()
  if (!venue || !date || !/^\d{4}-\d{2}-\d{2}$/.test(date))
    return (
      <>
        <PageTitle title={t('title')} />
        <EmptyState title={t('which')} hint={t('which.hint')} />
      </>
    )
  return <Sheets venueId={venue} date={date} meal={meal} shown={shownPages(wanted)} onChange={setSearch} />
}

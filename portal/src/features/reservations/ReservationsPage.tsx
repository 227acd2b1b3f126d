import { mdiCalendarBlankOutline, mdiFilterOffOutline, mdiStorefrontOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { useMemo } from 'react'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatDate } from '#src/kit/format.ts'
import { FullHeight } from '#src/kit/list/FullHeight.tsx'
import { ListFrame } from '#src/kit/list/list-styles.ts'
import { SidePanel } from '#src/kit/SidePanel.tsx'
import { useWiderThan } from '#src/kit/use-width.ts'
import { DayView, FormDrawer, ReasonDialog, ReservationPanel } from './away/lazy-components.ts'
import { Facts, ListTools, PaperList } from './Facts.tsx'
import { PageHead } from './PageHead.tsx'
import { activeFilters, hasRange, without } from './reservation-search.ts'
import { ReservationList } from './ReservationList.tsx'
import { groupingOf } from './rows-window.ts'
import { useReservationsPage } from './use-reservations-page.ts'
import { useT } from './use-t.ts'
import { byName, Zones } from './VenuePicker.tsx'

/** From this width on the panel stands beside the list instead of over it. */
const dockedFrom = 1040
/** The frame's menu and margins, about. */
const besidesPx = 310

type Page = ReturnType<typeof useReservationsPage>

/** An empty evening, or filters that hide it: which, and the way out. */
const EmptyList = ({ page: { search, date, mayCreate, setSearch, form } }: { page: Page }) => {
  const t = useT()
  const active = activeFilters(search)
  const oneDay = search.date !== 'any' && !hasRange(search)
  const day = formatDate(date, 'long')
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

/** The service view belongs to one venue: whoever looks at several chooses. */
const ChooseVenue = ({ page: { choice, setSearch } }: { page: Page }) => {
  const t = useT()
  return (
    <EmptyState
      icon={mdiStorefrontOutline}
      title={t('day.chooseVenue')}
      hint={t('day.chooseVenueHint')}
      action={
        <div style={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 8, maxWidth: 720 }}>
          {byName(choice.chosen)
            .slice(0, 24)
            .map(({ id, name }) => (
              <Button key={id} variant="outlined" onClick={() => setSearch({ venue: [id], area: undefined })}>
                {name}
              </Button>
            ))}
        </div>
      }
    />
  )
}

const Rows = ({ page }: { page: Page }) => {
  const { data, search, choice, nav, moves, date } = page
  const { rows } = data.window
  const known = useMemo(() => rows.filter((row) => row !== undefined), [rows])
  const severalDays = search.date === 'any' || hasRange(search)
  const empty = <EmptyList page={page} />
  if (data.error)
    return (
      <ListFrame style={{ justifyContent: 'center' }}>
        <ErrorState error={data.error} onRetry={data.retry} />
      </ListFrame>
    )
  if (search.view === 'list')
    return (
      <ReservationList
        data={data}
        search={search}
        grouping={groupingOf(search.sort, { severalZones: choice.severalZones, severalDays })}
        severalDays={severalDays}
        severalVenues={choice.single === undefined}
        moves={moves}
        nav={nav}
        empty={empty}
        now={page.now}
        openAt={page.openAt}
        onSort={(sort) => page.setSearch({ sort: sort === 'startsAt' && search.basis === 'meal' ? undefined : sort })}
        onOpen={page.panel.open}
        onCurrent={page.panel.current}
      />
    )
  const venue = choice.single
  if (!venue) return <ChooseVenue page={page} />
  return (
    <DayView
      key={`${venue.id}${date}`}
      venueId={venue.id}
      zone={venue.timezone}
      date={date}
      rows={known}
      loading={data.loading}
      selectedId={search.id}
      moves={moves}
      nav={nav}
      empty={empty}
      onOpen={page.panel.open}
    />
  )
}

export const ReservationsPage = () => {
  const t = useT()
  const [root, docked] = useWiderThan(dockedFrom, besidesPx)
  const page = useReservationsPage(docked)
  const { search, choice, data, asked, form } = page
  const { id } = search
  const severalDays = search.date === 'any' || hasRange(search)
  const title = [severalDays ? t('title') : formatDate(page.date, 'long'), choice.single?.name ?? '']
    .filter((part) => part !== '')
    .join(' · ')
  const print = (): void => void data.ensureAll(2_000).finally(() => window.print())
  return (
    <Zones value={choice}>
      <FullHeight ref={root}>
        <PageHead
          search={search}
          today={page.today}
          choice={choice}
          searchField={page.searchField}
          found={page.found}
          mayCreate={page.mayCreate}
          announcement={page.announcement}
          exporting={<ListTools search={search} ask={page.ask} none={data.window.total === 0} />}
          facts={
            data.error || (search.view === 'day' && !choice.single) ? null : (
              <Facts window={data.window} loading={data.loading} asOf={page.asOf} onGo={(row) => page.nav.current?.focus(row)} />
            )
          }
          onSearch={page.setSearch}
          onNew={() => page.form.show('new')}
          onPrint={print}
        />
        <div className="work">
          <Rows page={page} />
          {id !== undefined && search.form === undefined ? (
            <SidePanel label={t('panel.label')} docked={docked} onClose={page.panel.close} onClosed={page.panel.backToRows}>
              <ReservationPanel
                key={id}
                id={id}
                known={page.selected}
                moves={page.moves}
                takesFocus={page.panel.takesFocus}
                onEdit={() => page.form.show('edit', id)}
              />
            </SidePanel>
          ) : null}
        </div>
        {search.form ? (
          <FormDrawer
            key={`${search.form}${id ?? ''}`}
            open={form.open}
            id={search.form === 'edit' ? id : undefined}
            walkIn={search.form === 'walk-in'}
            choice={choice}
            date={page.date}
            onSaved={form.saved}
            onClose={form.close}
            onClosed={form.closed}
          />
        ) : null}
        {asked ? <ReasonDialog row={asked.row} move={asked.move} moves={page.moves} onClose={() => page.setAsked(undefined)} /> : null}
        <PaperList window={data.window} title={title} severalVenues={choice.single === undefined} severalDays={severalDays} />
      </FullHeight>
    </Zones>
  )
}

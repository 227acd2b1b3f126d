import { useMemo } from 'react'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatDate } from '#src/kit/format.ts'
import { FullHeight } from '#src/kit/list/FullHeight.tsx'
import { ListFrame } from '#src/kit/list/list-styles.ts'
import { SidePanel } from '#src/kit/SidePanel.tsx'
import { useWiderThan } from '#src/kit/use-width.ts'
import { RestoredNotice } from './evening/RestoredNotice.tsx'
import { EmptyList } from './empty/EmptyList.tsx'
import {
  ChooseVenue,
  FormDrawer,
  PhaseView,
  AskBefore,
  ReservationList,
  ReservationPanel,
  ServiceLine,
  WaitlistView,
  WhatIfSheet,
} from './offline/lazy-components.ts'
import { ListSummary, ListTools, PaperList } from './ListSummary.tsx'
import { PageHead } from './PageHead.tsx'
import { activeFilters, hasRange, isService, noAsked } from './reservation-search.ts'
import { ServiceFrame } from './sheet/service-frame.ts'
import { groupingOf } from './rows-window.ts'
import { useReservationsPage } from './use-reservations-page.ts'
import { useT } from './use-t.ts'
import { Zones } from './VenuePicker.tsx'

/** From this width on the panel stands beside the list instead of over it. */
const dockedFrom = 1040
/** The frame's menu and margins, about. */
const besidesPx = 310

type Page = ReturnType<typeof useReservationsPage>

const Rows = ({ page }: { page: Page }) => {
  const { data, search, choice, nav, moves, date } = page
  const { rows } = data.window
  const known = useMemo(() => rows.filter((row) => row !== undefined), [rows])
  const severalDays = search.date === 'any' || hasRange(search)
  const empty = <EmptyList page={page} />
  // All of one day of one venue, with nothing hidden.
  const whole =
    !severalDays && date >= page.today && activeFilters(search).length === 0 && known.length > 0 && known.length === data.window.total
  const wholeOf = whole ? choice.single?.id : undefined
  const evening = useMemo(() => (wholeOf === undefined ? undefined : { venueId: wholeOf, date, rows: known }), [wholeOf, date, known])
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
        grouping={groupingOf(search.sort, choice)}
        severalDays={severalDays}
        severalVenues={choice.single === undefined}
        moves={moves}
        nav={nav}
        empty={empty}
        evening={evening}
        now={page.now}
        openAt={page.openAt}
        onSort={(sort) => page.setSearch({ sort: sort === 'startsAt' && search.basis === 'meal' ? undefined : sort })}
        onOpen={page.panel.open}
        onCurrent={page.panel.current}
      />
    )
  const venue = choice.single
  if (!venue) return <ChooseVenue choice={page.choice} view={search.view === 'waitlist' ? 'waitlist' : 'day'} onSearch={page.setSearch} />
  if (search.view === 'waitlist')
    return (
      <WaitlistView
        key={`${venue.id}${date}`}
        venueId={venue.id}
        date={date}
        today={page.today}
        asked={search.asked}
        onAsked={() => page.setSearch(noAsked)}
        onReservation={(id) => page.panel.open(id, false)}
      />
    )
  return (
    <PhaseView
      key={`${venue.id}${date}`}
      venue={venue}
      date={date}
      rows={known}
      loading={data.loading || data.stale}
      search={search}
      moves={moves}
      nav={nav}
      empty={empty}
      onSearch={page.setSearch}
      onOpen={page.panel.open}
      onEdit={(id) => page.form.show('edit', id)}
      onAsk={() => page.form.show('ask')}
    />
  )
}

/** There are no totals of bookings where something else is looked at, or none could be read. */
const factless = ({ data, search, choice }: Page): boolean =>
  Boolean(data.error) || data.missing || search.view === 'waitlist' || (isService(search.view) && !choice.single)

/** The line about one venue's shift. Its place is kept from the start on: the rows are often there before the venue of the address is known. */
const Shift = ({ page: { choice, search, date } }: { page: Page }) => {
  const { single } = choice
  if (!single && search.venue.length !== 1) return null
  return <ServiceFrame className="shift">{single ? <ServiceLine key={single.id} venueId={single.id} date={date} /> : null}</ServiceFrame>
}

/** What is written over the list: whether a party can be taken, or a booking. */
const Forms = ({ page: { search, choice, date, form, setSearch } }: { page: Page }) => {
  if (search.form === 'ask' && choice.single)
    return (
      <WhatIfSheet
        key={`${choice.single.id} ${date}`}
        venue={choice.single}
        date={date}
        search={search}
        open={form.open}
        onSearch={setSearch}
        onClose={form.close}
        onClosed={form.closed}
      />
    )
  if (!search.form || search.form === 'ask') return null
  return (
    <FormDrawer
      key={`${search.form}${search.id ?? ''}`}
      open={form.open}
      id={search.form === 'edit' ? search.id : undefined}
      walkIn={search.form === 'walk-in'}
      choice={choice}
      date={date}
      asked={search.form === 'new' ? search.asked : undefined}
      onSaved={form.saved}
      onClose={form.close}
      onClosed={form.closed}
    />
  )
}

export const ReservationsPage = () => {
  const t = useT()
  const [root, docked] = useWiderThan(dockedFrom, besidesPx)
  const page = useReservationsPage(docked)
  const { search, choice, data, asked } = page
  const { id } = search
  const severalDays = search.date === 'any' || hasRange(search)
  const title = [severalDays ? t('title') : formatDate(page.date, 'long'), choice.single?.name ?? '']
    .filter((part) => part !== '')
    .join(' · ')
  const shift = severalDays ? null : <Shift page={page} />
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
            factless(page) ? null : (
              <ListSummary
                search={search}
                window={data.window}
                loading={data.loading}
                asOf={page.asOf}
                onGo={(row) => page.nav.current?.focus(row)}
              />
            )
          }
          shift={docked ? shift : null}
          onSearch={page.setSearch}
          onNew={() => page.form.show('new')}
          onPrint={print}
        />
        <RestoredNotice />
        {docked ? null : shift}
        <div className="work">
          <Rows page={page} />
          {id !== undefined && search.form === undefined ? (
            <SidePanel label={t('panel.label')} docked={docked} onClose={page.panel.close}>
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
        <Forms page={page} />
        {asked ? <AskBefore row={asked.row} move={asked.move} moves={page.moves} onClose={() => page.setAsked(undefined)} /> : null}
        <PaperList search={search} window={data.window} title={title} venue={choice.single} severalDays={severalDays} />
      </FullHeight>
    </Zones>
  )
}

export { bringView } from './offline/lazy-components.ts'

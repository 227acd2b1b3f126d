import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { changeable } from '@tablewire/contracts/booking/reservations.rules'
import type { Venue } from '@tablewire/contracts/estate/venue-fields'
import { type ReactNode, type RefObject, useRef } from 'react'
import type { ListNav } from '#src/kit/list/use-roving.ts'
import { useWidth } from '#src/kit/use-width.ts'
import type { Search } from '../reservation-search.ts'
import type { Moves } from '../use-moves.ts'
import { CarriedWords } from '../floor/CarriedWords.tsx'
import { SeatsProvider, useSeatsOf } from '../seating/seats.ts'
import { ServiceTools } from '../seating/ServiceTools.tsx'
import { ClashesProvider, useClashesOf } from '../repair/clashes.ts'
import { PhaseWorkProvider } from './evening.ts'
import { ClashLines, PartyActs } from './PartyActs.tsx'
import { PhaseRoot } from './phase-styles.ts'
import { type OnSearch, PhaseBody } from './PhaseBody.tsx'
import { PhaseBar } from './PhaseBar.tsx'
import { useCarrying } from './party/use-drops.ts'
import { usePhaseKeys } from './use-phase-keys.ts'
import { useChosen, useWork } from './use-phase-work.ts'

type PhaseViewProps = {
  venue: Pick<Venue, 'id' | 'timezone'>
  date: string
  rows: readonly ReservationRow[]
  loading: boolean
  search: Search
  moves: Moves
  nav: RefObject<ListNav | null>
  empty: ReactNode
  onSearch: OnSearch
  onOpen: (id: string, byKey: boolean) => void
  onEdit: (id: string) => void
  /** Whether a party can be taken. */
  onAsk: () => void
}

/** Below this, lanes do not stand side by side. */
const narrowBelow = 620

/** The service of one venue in three phases: prepared, worked and closed. */
export const PhaseView = (props: PhaseViewProps) => {
  const { venue, date, loading, search, moves, nav, empty, onSearch, onOpen, onEdit, onAsk } = props
  const root = useRef<HTMLDivElement>(null)
  const [measured, width] = useWidth()
  const chosen = useChosen(props)
  const { meals, mealId, phase, rows, intervals } = chosen
  const tables = useSeatsOf(venue.id, date)
  const { seats, tablesOf } = tables
  const acts = useWork({
    moves,
    onOpen,
    venueId: venue.id,
    date,
    zone: venue.timezone,
    selectedId: search.id,
    seats,
  })
  const { work, currentId, moveTime } = acts
  const clashes = useClashesOf({ rows: props.rows, seats, endOf: work.endOf })
  const byTables = search.view === 'timeline' && (tablesOf !== undefined || !tables.known)
  const find = (id: string): ReservationRow | undefined => rows.find((row) => row.id === id)
  const onMenu = (id: string, anchor: HTMLElement): void => {
    const row = find(id)
    if (row) acts.setMenu({ row, anchor })
  }
  const { carried, ghost, onPointerDown } = useCarrying({ rows, intervals, moves, moveTime, seats }, onMenu)
  const onKeyDown = usePhaseKeys({
    root,
    nav,
    currentId,
    onMenu,
    onTime: (id) => acts.askTime(find(id)),
    onLate: (id) => acts.askLate(find(id)),
    onTable:
      seats &&
      ((id, anchor) => {
        const row = find(id)
        if (row && changeable(row.status)) seats.choose({ row, anchor })
      }),
    mayMove: moves.mayMove,
  })
  const narrow = width > 0 && width < narrowBelow

  return (
    <PhaseWorkProvider value={work}>
      <SeatsProvider value={seats}>
        <ClashesProvider value={clashes}>
          <PhaseRoot
            ref={root}
            className={carried ? 'carrying' : ''}
            onKeyDown={onKeyDown}
            onPointerDown={moves.mayMove ? onPointerDown : undefined}
          >
            <div ref={measured} style={{ height: 0 }} />
            <PhaseBar
              phase={phase}
              byTables={tablesOf ? byTables : undefined}
              meals={meals}
              mealId={mealId}
              rows={rows}
              over={chosen.over}
              search={search}
              onPhase={(next) => onSearch({ view: 'day', phase: next, room: undefined })}
              onMeal={(next) => onSearch({ meal: next })}
              onTables={() => onSearch({ view: 'timeline', room: undefined })}
            >
              <ServiceTools
                venue={venue}
                date={date}
                day={chosen.day}
                rows={props.rows}
                tablesOf={tablesOf}
                serving={phase === 'service'}
                room={byTables ? undefined : search.room}
                onRoom={(room) => onSearch({ view: 'day', room })}
                onAsk={onAsk}
              />
            </PhaseBar>
            {seats && (byTables || phase === 'service') ? (
              <ClashLines {...{ clashes, narrow }} zone={venue.timezone} mayMove={moves.mayMove} onRepair={acts.repair} />
            ) : null}
            <PhaseBody
              {...{ chosen, venue, date, loading, narrow, currentId, moves, empty, tablesOf, onSearch }}
              all={props.rows}
              byTables={byTables ? { tablesOf, moveTime } : undefined}
              room={search.room}
            />
            {carried ? (
              <div className="ghost" ref={ghost} style={{ transform: `translate(${carried.x}px, ${carried.y}px)` }} aria-hidden="true">
                {carried.label}
                <CarriedWords />
              </div>
            ) : null}
          </PhaseRoot>
          <PartyActs acts={acts} rows={props.rows} tables={tables} moves={moves} onOpen={(id) => onOpen(id, true)} onEdit={onEdit} />
        </ClashesProvider>
      </SeatsProvider>
    </PhaseWorkProvider>
  )
}

import { mdiFloorPlan } from '@mdi/js'
import type { FloorLayout } from '@tablewire/contracts/booking/floor'
import type { TableDay } from '@tablewire/contracts/booking/tables'
import { venues } from '@tablewire/contracts/estate/venues'
import { type KeyboardEvent, useRef } from 'react'
import { useEndpoint } from '#src/api/query.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { useWiderThan } from '#src/kit/use-width.ts'
import { type Direction, nearest } from '../phases/nearest.ts'
import { AreaRoom } from './AreaRoom.tsx'
import { ChosenTable } from './ChosenTable.tsx'
import { useCarriedId } from './room-carry.ts'
import { RoomRoot } from './room-styles.ts'
import { useChosenTable } from './use-chosen-table.ts'
import { type RoomViewProps, useHouse, useLayout } from './use-house.ts'
import { useJudge, useJudging } from './use-judge.ts'
import { useRoomT } from './use-room-t.ts'
import { WithoutLane } from './WithoutLane.tsx'

const arrows: Record<string, Direction> = {
  ArrowDown: { x: 0, y: 1 },
  ArrowUp: { x: 0, y: -1 },
  ArrowRight: { x: 1, y: 0 },
  ArrowLeft: { x: -1, y: 0 },
}

/** From table to table as the eye sees them. */
const walk = (event: KeyboardEvent<HTMLElement>): void => {
  const direction = arrows[event.key]
  const from = event.target as HTMLElement
  if (!direction || !from.matches('.hit') || event.altKey || event.ctrlKey || event.metaKey) return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('.hit')].filter((one) => one !== from)
  all[
    nearest(
      all.map((one) => one.getBoundingClientRect()),
      from.getBoundingClientRect(),
      direction,
    )
  ]?.focus()
  event.preventDefault()
  event.stopPropagation()
}

type Area = { id: string; name: string }
type ChoiceProps = { areas: readonly Area[]; shown: readonly Area[]; onRoom: (room: string) => void }

/** One room of the house, or all of them. */
const RoomChoice = ({ areas, shown, onRoom }: ChoiceProps) => {
  const t = useRoomT()
  return (
    <fieldset className="choice" aria-label={t('areas')}>
      <button type="button" aria-pressed={shown.length > 1} onClick={() => onRoom('all')}>
        {t('all')}
      </button>
      {areas.map(({ id, name }) => (
        <button key={id} type="button" aria-pressed={shown.length === 1 && shown[0]!.id === id} onClick={() => onRoom(id)}>
          {name}
        </button>
      ))}
    </fieldset>
  )
}

type Ready = Omit<RoomViewProps, 'tablesOf'> & {
  tablesOf: RoomViewProps['tablesOf'] & { day: TableDay }
  layout: FloorLayout
  drawn: boolean
  areas: readonly Area[]
}

/** As wide as a tablet that is held upright is not. */
const besideFrom = 757

const Rooms = (props: Ready) => {
  const { venue, date, room, onRoom, layout, drawn, areas } = props
  const t = useRoomT()
  const rooms = useRef<HTMLDivElement>(null)
  const table = useChosenTable(rooms)
  const [measured, wide] = useWiderThan(besideFrom, 0)
  const all = useHouse(props)
  const judge = useJudge(props, all.now)
  useJudging(judge)
  const carriedId = useCarriedId()
  const used = areas.filter(({ id }) => all.house.some(({ table: { areaId } }) => areaId === id))
  if (used.length === 0) return <EmptyState icon={mdiFloorPlan} title={t('none')} hint={t('noneHint')} />
  const shown = used.some(({ id }) => id === room) ? used.filter(({ id }) => id === room) : used
  const one = all.house.find(({ table: { id } }) => id === table.chosen)
  const isShown = one && shown.some(({ id }) => id === one.table.areaId)
  const stop = (isShown ? one : all.house.find(({ table: { areaId } }) => areaId === shown[0]!.id))?.table.id
  return (
    <RoomRoot ref={measured} className={`${shown.length > 1 ? 'all-rooms' : ''}${wide ? '' : ' narrow'}`} data-scrolls>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrows lead from one table to the next */}
      <div className="rooms" ref={rooms} onKeyDown={walk} data-scrolls>
        {used.length > 1 ? <RoomChoice areas={used} shown={shown} onRoom={onRoom} /> : null}
        {shown.map((area) => (
          <AreaRoom
            key={area.id}
            {...all}
            layout={layout}
            area={area}
            zone={venue.timezone}
            chosen={table.chosen}
            stop={stop}
            verdictAt={(id) => (carriedId === undefined ? undefined : judge(carriedId, id)?.fit.verdict)}
            onChoose={table.choose}
          />
        ))}
        {drawn ? null : <p className="hint">{t('undrawn')}</p>}
      </div>
      <div className="aside">
        <ChosenTable {...{ all, judge, table, wide, venue, date }} />
        <WithoutLane rows={all.without} />
      </div>
    </RoomRoot>
  )
}

/** RE5: the room of the evening from above: each table with what it is just now, and the parties that have none. */
export const RoomView = (props: RoomViewProps) => {
  const { venue, date, tablesOf } = props
  const { layout, drawn, error, retry } = useLayout(venue.id, date, tablesOf)
  const areas = useEndpoint(venues.areas, { params: { id: venue.id } }, { staleTime: 600_000 }).data
  const failed = error ?? tablesOf.error
  const { day } = tablesOf
  if (!layout || !areas || !day)
    return failed ? <ErrorState error={failed} onRetry={() => [retry, tablesOf.retry].forEach((again) => again())} /> : <RowsSkeleton />
  return <Rooms {...props} {...{ layout, drawn, areas }} tablesOf={{ ...tablesOf, day }} />
}

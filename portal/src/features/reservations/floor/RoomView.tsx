import { mdiFloorPlan } from '@mdi/js'
import { venues } from '@tablewire/contracts/estate/venues'
import { type KeyboardEvent, useCallback, useRef, useState } from 'react'
import { useEndpoint } from '#src/api/query.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { usePhaseWork } from '../phases/evening.ts'
import { type Direction, nearest } from '../phases/nearest.ts'
import { AreaRoom } from './AreaRoom.tsx'
import { RoomRoot } from './room-styles.ts'
import { TablePanel } from './TablePanel.tsx'
import { type RoomViewProps, useHouse, useLayout } from './use-house.ts'
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

/** RE5: the room of the evening from above: each table with what it is just now, and the parties that have none. */
export const RoomView = (props: RoomViewProps) => {
  const { venue, date, tablesOf, room, onRoom } = props
  const t = useRoomT()
  const { moves } = usePhaseWork()
  const rooms = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<string>()
  const { layout, drawn, error, retry } = useLayout(venue.id, date, tablesOf)
  const areas = useEndpoint(venues.areas, { params: { id: venue.id } }, { staleTime: 600_000 }).data
  const all = useHouse(props)
  const choose = useCallback((id: string) => setChosen((before) => (before === id ? undefined : id)), [])
  const failed = error ?? tablesOf.error
  if (!layout || !areas || !tablesOf.day)
    return failed ? <ErrorState error={failed} onRetry={() => [retry, tablesOf.retry].forEach((again) => again())} /> : <RowsSkeleton />
  const used = areas.filter(({ id }) => all.house.some(({ table }) => table.areaId === id))
  if (used.length === 0) return <EmptyState icon={mdiFloorPlan} title={t('none')} hint={t('noneHint')} />
  const shown = used.some(({ id }) => id === room) ? used.filter(({ id }) => id === room) : used
  const one = all.house.find(({ table }) => table.id === chosen)
  const stop = (one && shown.some(({ id }) => id === one.table.areaId) ? one : all.house.find(({ table }) => table.areaId === shown[0]!.id))
    ?.table.id
  return (
    <RoomRoot>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrows lead from one table to the next */}
      <div className="rooms" ref={rooms} onKeyDown={walk} data-scrolls>
        {used.length > 1 ? (
          <fieldset className="choice" aria-label={t('areas')}>
            <button type="button" aria-pressed={shown.length > 1} onClick={() => onRoom('all')}>
              {t('all')}
            </button>
            {used.map(({ id, name }) => (
              <button key={id} type="button" aria-pressed={shown.length === 1 && shown[0]!.id === id} onClick={() => onRoom(id)}>
                {name}
              </button>
            ))}
          </fieldset>
        ) : null}
        {shown.map((area) => (
          <AreaRoom
            key={area.id}
            {...all}
            layout={layout}
            area={area}
            zone={venue.timezone}
            chosen={chosen}
            stop={stop}
            onChoose={choose}
          />
        ))}
        {drawn ? null : <p className="hint">{t('undrawn')}</p>}
      </div>
      <div className="aside">
        {one ? (
          <TablePanel
            key={one.table.id}
            one={one}
            parties={all.atTable(one.table.id)}
            waiting={all.without}
            venue={venue}
            now={all.now}
            closing={all.closing}
            mayMove={moves.mayMove}
            onClose={() => {
              rooms.current?.querySelector<HTMLElement>(`[data-table="${one.table.id}"]`)?.focus()
              setChosen(undefined)
            }}
          />
        ) : null}
        <WithoutLane rows={all.without} />
      </div>
    </RoomRoot>
  )
}

import { roomOf } from '@tablewire/contracts/booking/floor-plan.rules'
import type { CSSProperties } from 'react'
import { boxStyle, FloorRoom, ThingShape } from '#src/kit/floor/FloorRoom.tsx'
import { usePhaseWork } from '../phases/evening.ts'
import type { HouseTable } from '../seating/house-tables.ts'
import type { Verdict } from '../timeline/fit.ts'
import { RoomTable } from './RoomTable.tsx'
import { stateOf } from './table-state.ts'
import type { Room } from './use-house.ts'
import { useRoomT } from './use-room-t.ts'

type AreaProps = Room & {
  area: { id: string; name: string }
  zone: string
  chosen: string | undefined
  stop: string | undefined
  /** What becomes of whoever is carried just now at that table. */
  verdictAt: (id: string) => Verdict | undefined
  onChoose: (id: string) => void
}

/** Smaller than that, the words of a table for two find no room in it. */
const least = 5.8

/** One room of the house, and the tables that nobody has drawn in it. */
export const AreaRoom = ({ area, house, layout, zone, now, chosen, stop, verdictAt, onChoose }: AreaProps) => {
  const t = useRoomT()
  const { endOf } = usePhaseWork()
  const here = house.filter(({ table }) => table.areaId === area.id)
  const standing = new Set(here.map(({ table }) => table.id))
  const room = roomOf(
    layout,
    here.map(({ table }) => table),
    area.id,
  )
  const places = new Map(room.places.filter(({ tableId }) => standing.has(tableId)).map((place) => [place.tableId, place]))
  const piece = (one: HouseTable) => (
    <RoomTable
      key={one.table.id}
      one={one}
      state={stateOf(one, now, endOf)}
      place={places.get(one.table.id)}
      zone={zone}
      now={now}
      chosen={chosen === one.table.id}
      stop={stop === one.table.id}
      verdict={verdictAt(one.table.id)}
      onChoose={onChoose}
    />
  )
  const loose = here.filter(({ table }) => !places.has(table.id))
  return (
    <section
      className="area"
      aria-label={area.name}
      style={{ '--width': room.width, '--depth': room.depth, '--least': least } as CSSProperties}
    >
      <h2>
        {area.name} <small>{t('count', { count: here.length })}</small>
      </h2>
      {places.size > 0 ? (
        <FloorRoom room={room} least={least} label={t('room', { area: area.name })}>
          {room.things.map(({ thing, index }) => (
            <div key={`thing${index}`} className={`piece ${thing.kind}`} style={boxStyle(thing)}>
              <ThingShape thing={thing} />
            </div>
          ))}
          <ul>{here.filter(({ table }) => places.has(table.id)).map(piece)}</ul>
        </FloorRoom>
      ) : null}
      {loose.length > 0 ? (
        <>
          <h3>{t('loose')}</h3>
          <ul className="loose-tables">{loose.map(piece)}</ul>
        </>
      ) : null}
    </section>
  )
}

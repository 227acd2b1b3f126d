import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { PartyRow } from '../phases/PartyRow.tsx'
import { WithoutCount } from '../seating/TableMark.tsx'
import { useSeatT } from '../seating/use-seat-t.ts'
import { useRoomT } from './use-room-t.ts'

/** Those without a table, to be carried to one. */
export const WithoutLane = ({ rows }: { rows: readonly ReservationRow[] }) => {
  const t = useSeatT()
  const own = useRoomT()
  return (
    <section className="lane without-table" aria-label={t('unassigned')} data-drop="table:">
      <h2>{rows.length === 0 ? t('unassigned') : <WithoutCount count={rows.length} />}</h2>
      <div className="inside" data-scrolls>
        {rows.length === 0 ? <p className="none">{own('without.none')}</p> : null}
        <ul>
          {rows.map((row, index) => (
            <PartyRow key={row.id} row={row} current={index === 0} />
          ))}
        </ul>
      </div>
    </section>
  )
}

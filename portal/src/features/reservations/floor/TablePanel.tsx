import { mdiClose } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { nightMinutes } from '@tablewire/contracts/booking/reservations.rules'
import { useAbility } from '#src/api/ability.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { useNow } from '#src/kit/use-now.ts'
import { eveningOf } from '#src/kit/zone-clock.ts'
import { PartyRow } from '../phases/PartyRow.tsx'
import { type HouseTable, isBlocked } from '../seating/house-tables.ts'
import { WalkInSizes } from '../seating/WalkInSizes.tsx'
import type { Judge } from './room-carry.ts'
import { TableBlocks } from './TableBlocks.tsx'
import { TableOffers } from './TableOffers.tsx'
import { useRoomT } from './use-room-t.ts'

type PanelProps = {
  one: HouseTable
  parties: readonly ReservationRow[]
  /** Who could be given it. */
  waiting: readonly ReservationRow[]
  judge: Judge
  venue: { id: string; timezone: string }
  date: string
  now: number
  closing: number
  mayMove: boolean
  /** What was pressed is gone by it. */
  onActed: () => void
  onClose: () => void
}

/** Who stands at the door sits down at this very table. */
const WalkInHere = ({ one: { table }, venue, date, onActed }: Pick<PanelProps, 'one' | 'venue' | 'date' | 'onActed'>) => (
  <div className="walk-in">
    <WalkInSizes venue={venue} date={date} at={table} title={useRoomT()('panel.walkIn')} onDone={onActed} />
  </div>
)

/** One table of the evening: who comes there in their order, whom it could be given to, and the way to close it. */
export const TablePanel = (props: PanelProps) => {
  const { one, parties, mayMove, now, closing, venue, date, onClose } = props
  const t = useRoomT()
  const mayCreate = useAbility().can('create', 'reservation-list')
  const today = eveningOf(venue.timezone, useNow(), nightMinutes) === date
  const { table, sits } = one
  return (
    <section className="panel" aria-label={t('table', { name: table.name, seats: table.maxCovers })}>
      <header>
        <h2 dir="auto">{table.name}</h2>
        <small>{t('seats', { count: table.maxCovers })}</small>
        <IconButton size="small" aria-label={t('panel.close')} title={t('panel.close')} onClick={onClose}>
          <Icon path={mdiClose} size={18} />
        </IconButton>
      </header>
      {parties.length === 0 ? <p className="none">{t('panel.none')}</p> : null}
      <ul>
        {parties.map((row, index) => (
          <PartyRow key={row.id} row={row} current={index === 0} />
        ))}
      </ul>
      {mayMove && mayCreate && today && !sits && !isBlocked(one, now) ? <WalkInHere {...props} /> : null}
      {mayMove ? <TableOffers {...props} /> : null}
      {mayMove && closing > now ? <TableBlocks {...props} /> : null}
    </section>
  )
}

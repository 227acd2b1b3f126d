import { mdiClose } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { nightMinutes } from '@tablewire/contracts/booking/reservations.rules'
import { useAbility } from '#src/api/ability.ts'
import { formatClock } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { useNow } from '#src/kit/use-now.ts'
import { eveningOf } from '#src/kit/zone-clock.ts'
import { PartyRow } from '../phases/PartyRow.tsx'
import { type freeUntilOf, type HouseTable, isBlocked } from '../seating/house-tables.ts'
import { nameOf } from '../seating/seated-name.ts'
import { useSeatT } from '../seating/use-seat-t.ts'
import { WalkInSizes } from '../seating/WalkInSizes.tsx'
import type { Judge } from './room-carry.ts'
import { TableBlocks } from './TableBlocks.tsx'
import { TableOffers } from './TableOffers.tsx'
import { useRoomT } from './use-room-t.ts'

type PanelProps = {
  one: HouseTable
  parties: readonly ReservationRow[]
  /** Until when nobody has it, where somebody does later. */
  freeUntil: ReturnType<typeof freeUntilOf>
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

/** Nobody sits down for less. */
const shortestMs = 15 * 60_000

type HereProps = Pick<PanelProps, 'one' | 'venue' | 'date' | 'now' | 'freeUntil' | 'onActed'>
/** Who stands at the door sits down at this very table, and leaves it by the time somebody else comes to it. */
const WalkInHere = ({ one: { table }, venue, date, now, freeUntil, onActed }: HereProps) => {
  const t = useRoomT()
  const seatT = useSeatT()
  const { at, by } = freeUntil ?? {}
  const until = at === undefined ? undefined : new Date(at).toISOString()
  const time = until === undefined ? '' : formatClock(until, venue.timezone)
  const party = by && seatT('house.party', { name: nameOf(by), size: by.partySize })
  if (at !== undefined && at < now + shortestMs) return party ? <p className="none">{t('panel.soon', { party, time })}</p> : null
  return (
    <div className="walk-in">
      <WalkInSizes
        venue={venue}
        date={date}
        at={table}
        until={until}
        title={until === undefined ? t('panel.walkIn') : t('panel.walkInUntil', { time })}
        hint={party && seatT('house.next', { party, time })}
        onDone={onActed}
      />
    </div>
  )
}

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

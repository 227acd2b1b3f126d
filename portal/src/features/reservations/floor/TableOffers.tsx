import Button from '@mui/material/Button'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { Icon } from '#src/kit/Icon.tsx'
import type { HouseTable } from '../seating/house-tables.ts'
import { nameOf } from '../seating/seated-name.ts'
import { useSeats } from '../seating/seats.ts'
import { verdictIcon } from '../seating/verdict-icon.ts'
import { giveByHand } from './give-by-hand.ts'
import { offersOf } from './offers.ts'
import type { Judge } from './room-carry.ts'
import { useRoomT } from './use-room-t.ts'

type OffersProps = { one: HouseTable; waiting: readonly ReservationRow[]; judge: Judge }

/** Whom of those without a table it could be given to, and what the time line would say to that. */
export const TableOffers = ({ one: { table }, waiting, judge }: OffersProps) => {
  const t = useRoomT()
  const seats = useSeats()
  const { given, refused, more } = offersOf(waiting, table.id, judge)
  const words = (row: ReservationRow): string =>
    t('panel.party', { name: nameOf(row), size: row.partySize, time: row.startsLocal.slice(11, 16) })
  if (!seats || given.length + refused.length === 0) return null
  return (
    <div className="offer">
      <h3>{t('panel.give')}</h3>
      {given.map(({ row, fit, why }) => (
        <Button
          key={row.id}
          size="small"
          color="inherit"
          variant="outlined"
          startIcon={<Icon path={verdictIcon[fit.verdict]} size={16} />}
          onClick={({ currentTarget }) => void giveByHand({ row, tableIds: fit.tableIds, seats, anchor: currentTarget })}
        >
          <span>
            {words(row)}
            {fit.tableIds.length > 1 ? ` → ${fit.name}` : ''}
            {why ? <small data-verdict={fit.verdict}>{why}</small> : null}
          </span>
        </Button>
      ))}
      {refused.map(({ row, why }) => (
        <p key={row.id}>
          <Icon path={verdictIcon.not} size={16} />
          <span>
            {words(row)}: {why}
          </span>
        </p>
      ))}
      {more > 0 ? <p>{t('panel.more', { count: more })}</p> : null}
    </div>
  )
}

import { mdiCancel, mdiClose } from '@mdi/js'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { useState } from 'react'
import { formatClock } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { PartyRow } from '../phases/PartyRow.tsx'
import { nameOf } from '../seating/seated-name.ts'
import { BlockForm } from '../seating/BlockForm.tsx'
import type { HouseTable } from '../seating/house-tables.ts'
import { useSeats } from '../seating/seats.ts'
import { useBlocks } from '../seating/use-blocks.ts'
import { useSeatT } from '../seating/use-seat-t.ts'
import { giveByHand } from './give-by-hand.ts'
import { useRoomT } from './use-room-t.ts'

type PanelProps = {
  one: HouseTable
  parties: readonly ReservationRow[]
  /** Who could be given it. */
  waiting: readonly ReservationRow[]
  venue: { id: string; timezone: string }
  now: number
  closing: number
  mayMove: boolean
  onClose: () => void
}

const offeredMost = 6

const Blocks = ({ one, venue, now, closing }: Pick<PanelProps, 'one' | 'venue' | 'now' | 'closing'>) => {
  const t = useSeatT()
  const { closed, open } = useBlocks(venue)
  const [asking, setAsking] = useState(false)
  const { table, blocks } = one
  const [block] = blocks
  if (block)
    return (
      <div className="blocked-line">
        <Icon path={mdiCancel} size={16} />
        <span>
          {t('house.closedFrom', { from: formatClock(block.from, venue.timezone), until: formatClock(block.until, venue.timezone) })}
          {block.reason ? `: ${block.reason}` : ''}
        </span>
        <Button size="small" color="inherit" variant="outlined" onClick={() => void open(table.name, block).catch(() => undefined)}>
          {t('open')}
        </Button>
      </div>
    )
  if (!asking)
    return (
      <Button
        size="small"
        color="inherit"
        variant="outlined"
        startIcon={<Icon path={mdiCancel} size={16} />}
        onClick={() => setAsking(true)}
      >
        {t('block.one', { table: table.name })}
      </Button>
    )
  return (
    <BlockForm
      venue={venue}
      table={table}
      from={now}
      closing={closing}
      onDone={(made) => {
        setAsking(false)
        closed(table.name, made)
      }}
      onCancel={() => setAsking(false)}
    />
  )
}

/** One table of the evening: who comes there in their order, whom it could be given to, and the way to close it. */
export const TablePanel = (props: PanelProps) => {
  const { one, parties, waiting, mayMove, now, closing, onClose } = props
  const t = useRoomT()
  const seats = useSeats()
  const { table } = one
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
      {mayMove && seats && waiting.length > 0 ? (
        <div className="offer">
          <h3>{t('panel.give')}</h3>
          {waiting.slice(0, offeredMost).map((row) => (
            <Button
              key={row.id}
              size="small"
              color="inherit"
              variant="outlined"
              onClick={({ currentTarget }) => void giveByHand({ row, tableId: table.id, seats, anchor: currentTarget })}
            >
              {t('panel.party', { name: nameOf(row), size: row.partySize, time: row.startsLocal.slice(11, 16) })}
            </Button>
          ))}
        </div>
      ) : null}
      {mayMove && closing > now ? <Blocks {...props} /> : null}
    </section>
  )
}

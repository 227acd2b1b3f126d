import { mdiChevronDown, mdiChevronRight } from '@mdi/js'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import type { ReactNode } from 'react'
import { localTime } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { coversOf, laneOf } from '../reservation-flags.ts'
import type { Lane } from '../reservation-search.ts'
import { useT } from '../use-t.ts'
import type { DayColumn } from './day-columns.ts'
import { DayHeader } from './DayHeaders.tsx'

type LaneProps = {
  lane: Lane
  rows: readonly ReservationRow[]
  columns: readonly DayColumn[]
  /** Under one another instead of side by side. */
  agenda: boolean
  /** The column that now lies in. */
  nowIndex: number | undefined
  /** Undefined for a lane that cannot be closed. */
  open: boolean | undefined
  onToggle: () => void
  card: (row: ReservationRow, column: DayColumn, index: number) => ReactNode
}

const Columns = ({ columns, cardsOf }: { columns: readonly DayColumn[]; cardsOf: (column: DayColumn, index: number) => ReactNode[] }) => (
  <div className="columns">
    {columns.map((column, index) => (
      <ul key={column.startsLocal} aria-label={localTime(column.startsLocal)}>
        {cardsOf(column, index)}
      </ul>
    ))}
  </div>
)

type AgendaProps = Parameters<typeof Columns>[0] & { nowIndex: number | undefined }

const Agenda = ({ columns, cardsOf, nowIndex }: AgendaProps) => (
  <div className="agenda">
    {columns.map((column, index) => {
      const cards = cardsOf(column, index)
      return (
        <div key={column.startsLocal}>
          {cards.length > 0 ? <DayHeader column={column} /> : null}
          {cards.length > 0 ? <ul>{cards}</ul> : null}
          {nowIndex === index ? <div className="now" /> : null}
        </div>
      )
    })}
  </div>
)

export const DayLane = ({ lane, rows, columns, agenda, nowIndex, open, onToggle, card }: LaneProps) => {
  const t = useT()
  const inLane = rows.filter((row) => laneOf(row) === lane)
  const off = inLane.filter((row) => coversOf(row) === 0).length
  const covers = inLane.reduce((sum, row) => sum + coversOf(row), 0)
  const cardsOf = (column: DayColumn, index: number): ReactNode[] =>
    column.rows.filter((row) => laneOf(row) === lane).map((row) => card(row, column, index))
  const body = (): ReactNode => {
    if (open === false) return null
    if (inLane.length === 0) return <p>{t(`lane.${lane}Empty`)}</p>
    if (!agenda) return <Columns columns={columns} cardsOf={cardsOf} />
    return <Agenda columns={columns} cardsOf={cardsOf} nowIndex={lane === 'expected' ? nowIndex : undefined} />
  }
  return (
    <section className="lane" aria-label={t(`lane.${lane}`)}>
      <h2>
        {open === undefined ? (
          t(`lane.${lane}`)
        ) : (
          <button type="button" aria-expanded={open} onClick={onToggle}>
            <Icon path={open ? mdiChevronDown : mdiChevronRight} size={18} />
            {t(`lane.${lane}`)}
          </button>
        )}
        <small>
          {t('parties', { count: inLane.length - off })} · {t('covers', { count: covers })}
          {off > 0 ? <> · {t('off', { count: off })}</> : null}
        </small>
      </h2>
      {body()}
    </section>
  )
}

import { mdiChevronDown, mdiChevronRight } from '@mdi/js'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { type ReactNode, useState } from 'react'
import { formatClock } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { useNow } from '#src/kit/use-now.ts'
import { coversOf } from '../reservation-flags.ts'
import type { Lane } from '../reservation-search.ts'
import { type Seats, countWithout, useSeats } from '../seating/seats.ts'
import { WithoutCount } from '../seating/TableMark.tsx'
import { useT } from '../use-t.ts'
import { usePhaseWork } from './evening.ts'
import { PartyRow } from './PartyRow.tsx'
import { eveningOfRows, freeingSoon } from './service-rules.ts'
import { usePhaseT } from './use-phase-t.ts'
import { useWaiting, WaitLane, waitingOf } from './WaitLane.tsx'

type LaneProps = {
  lane: Lane
  rows: readonly ReservationRow[]
  currentId: string | undefined
  /** Undefined for a lane that is always open. */
  open?: boolean
  onToggle?: () => void
  children?: ReactNode
}

const LaneHead = ({ lane, rows, open, onToggle }: LaneProps) => {
  const t = useT()
  const off = rows.filter((row) => coversOf(row) === 0).length
  const covers = rows.reduce((sum, row) => sum + coversOf(row), 0)
  const title = t(`lane.${lane}`)
  const without = countWithout(lane === 'done' ? [] : rows, useSeats())
  return (
    <h2>
      {open === undefined ? (
        title
      ) : (
        <button type="button" aria-expanded={open} onClick={onToggle}>
          <Icon path={open ? mdiChevronDown : mdiChevronRight} size={18} />
          {title}
        </button>
      )}
      <small>
        {t('parties', { count: rows.length - off })} · {t('covers', { count: covers })}
        {off > 0 ? <> · {t('off', { count: off })}</> : null}
      </small>
      <WithoutCount count={without} />
    </h2>
  )
}

/** One lane of the evening: parties are let go over all of it. */
const LaneOf = (props: LaneProps) => {
  const { lane, rows, currentId, open, children } = props
  const t = useT()
  const stop = rows.some(({ id }) => id === currentId) ? currentId : rows[0]?.id
  return (
    <section className={`lane ${lane}`} aria-label={t(`lane.${lane}`)} data-drop={`lane:${lane}`}>
      <LaneHead {...props} />
      {open === false ? null : (
        <div className="inside" data-scrolls>
          {children}
          {rows.length === 0 ? <p className="none">{t(`lane.${lane}Empty`)}</p> : null}
          <ul>
            {rows.map((row) => (
              <PartyRow key={row.id} row={row} current={row.id === stop} />
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

/** As their cards say. */
const tablesOfThese = (ids: readonly string[], seats: Seats): string =>
  ids
    .map((id) => seats.seatOf(id)?.name ?? '')
    .filter(Boolean)
    .join(', ')

/** What frees when, in one line. */
const Freeing = ({ seated }: { seated: readonly ReservationRow[] }) => {
  const t = usePhaseT()
  const { zone, endOf } = usePhaseWork()
  const soon = freeingSoon(seated, endOf, useNow())
  const seats = useSeats()
  if (soon.length === 0) return null
  const most = Math.max(...soon.map(({ covers }) => covers))
  return (
    <dl className="freeing" aria-label={t('freeing')}>
      {soon.map(({ at, covers, ids }) => (
        <div key={at} style={{ '--part': covers / most } as object}>
          <dt>{formatClock(new Date(at).toISOString(), zone)}</dt>
          <dd>{t('frees', { count: covers })}</dd>
          {seats ? <dd className="tables">{tablesOfThese(ids, seats)}</dd> : null}
        </div>
      ))}
    </dl>
  )
}

type ServicePhaseProps = {
  rows: readonly ReservationRow[]
  currentId: string | undefined
  /** Too narrow for lanes side by side: one at a time, chosen at the thumb. */
  narrow: boolean
  venueId: string
  date: string
  onWaitlist: () => void
}

type Shown = Lane | 'waiting'

/** The evening as it runs: who comes, who sits and until when, who waits. */
export const ServicePhase = ({ rows, currentId, narrow, venueId, date, onWaitlist }: ServicePhaseProps) => {
  const waiting = useWaiting(venueId, date)
  const t = useT()
  const own = usePhaseT()
  const { endOf } = usePhaseWork()
  const [doneOpen, setDoneOpen] = useState(false)
  const [shown, setShown] = useState<Shown>('expected')
  const { expected, seated, done } = eveningOfRows(rows, endOf)
  const parts: Record<Shown, ReactNode> = {
    expected: <LaneOf key="expected" lane="expected" rows={expected} currentId={currentId} />,
    seated: (
      <LaneOf key="seated" lane="seated" rows={seated} currentId={currentId}>
        <Freeing seated={seated} />
      </LaneOf>
    ),
    waiting: <WaitLane key="waiting" venueId={venueId} date={date} day={waiting} onAll={onWaitlist} />,
    done: (
      <LaneOf
        key="done"
        lane="done"
        rows={done}
        currentId={currentId}
        {...(narrow ? {} : { open: doneOpen, onToggle: () => setDoneOpen(!doneOpen) })}
      />
    ),
  }
  if (!narrow)
    return (
      <div className="lanes-of-service" data-flows="">
        {parts.expected}
        {parts.seated}
        <div className={doneOpen ? 'aside done-open' : 'aside'}>
          {parts.waiting}
          {parts.done}
        </div>
      </div>
    )
  const counts: Record<Shown, number> = {
    expected: expected.length,
    seated: seated.length,
    waiting: waitingOf(waiting).length,
    done: done.length,
  }
  return (
    <div className="one-lane">
      {parts[shown]}
      <fieldset className="thumb" aria-label={own('lanes')}>
        {(['expected', 'seated', 'waiting', 'done'] as const).map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === shown}
            {...(one === 'waiting' ? {} : { 'data-drop': `lane:${one}` })}
            onClick={() => setShown(one)}
          >
            <b>{counts[one]}</b>
            <span>{one === 'waiting' ? own('waiting') : t(`lane.${one}`)}</span>
          </button>
        ))}
      </fieldset>
    </div>
  )
}

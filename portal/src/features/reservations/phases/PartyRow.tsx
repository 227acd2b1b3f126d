import { mdiDotsVertical } from '@mdi/js'
import { useTheme } from '@mui/material/styles'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { memo, type ReactNode, useMemo } from 'react'
import { localTime } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { VisuallyHidden } from '#src/kit/VisuallyHidden.tsx'
import { guestName } from '../guest-name.ts'
import { TableMark } from '../seating/TableMark.tsx'
import { Signs } from '../reservation-columns.tsx'
import { laneOf } from '../reservation-flags.ts'
import { primaryMove, statusStyle } from '../status-tag.tsx'
import { arrivals, fadeDelay, useMark } from '../use-live-reservations.ts'
import { useT } from '../use-t.ts'
import { usePhaseWork } from './evening.ts'
import { KnownSigns, Sitting, Urgent } from './party/PartySigns.tsx'
import { usePhaseT } from './use-phase-t.ts'

const Acts = ({ row, next }: { row: ReservationRow; next: boolean }) => {
  const t = useT()
  const own = usePhaseT()
  const { moves, onMenu } = usePhaseWork()
  const move = primaryMove[row.status]
  const name = guestName(row) || t('guest.unknown')
  return (
    <span className="acts">
      {next && move && moves.mayMove ? (
        <button type="button" className="act" tabIndex={-1} onClick={() => moves.act(row, move)}>
          {t(`move.${move}`)}
          <VisuallyHidden>: {name}</VisuallyHidden>
        </button>
      ) : null}
      <button
        type="button"
        className="more"
        tabIndex={-1}
        aria-haspopup="menu"
        aria-label={own('menu', { name })}
        onClick={({ currentTarget }) => onMenu(row, currentTarget)}
      >
        <Icon path={mdiDotsVertical} size={20} />
      </button>
    </span>
  )
}

/** What is said of a party, or where it would like to sit. */
const Words = ({ area, children }: { area: string | null; children: ReactNode }) => (
  <span className={children ? 'clip' : 'clip area'}>{children ?? area}</span>
)

type PartyRowProps = {
  row: ReservationRow
  /** The one that Tab leads to in its part of the view. */
  current: boolean
  /** Stands over the row already. */
  shownTime?: string
  /** As it is prepared: without the words of the clock that runs and the button of the next step, unless it waits for an answer. */
  brief?: boolean
  children?: ReactNode
}

const classesOf = ({ status }: ReservationRow, selected: boolean, fresh: boolean): string => {
  const done = laneOf({ status }) === 'done'
  const names = { party: true, selected, fresh, off: done, gone: done && status !== 'completed' }
  return Object.entries(names)
    .flatMap(([name, on]) => (on ? [name] : []))
    .join(' ')
}

/** A party: its size to be read across the room, its name whole, where it stands as colour, shape and word. */
export const PartyRow = memo(({ row, current, shownTime, brief = false, children }: PartyRowProps) => {
  const t = useT()
  const { palette } = useTheme().vars
  const { selectedId, moves, onOpen, onCurrent } = usePhaseWork()
  const { id, status } = row
  const mark = useMark(id)
  const delay = useMemo(() => fadeDelay(mark), [mark])
  const { tone, icon } = statusStyle[status]
  const lane = laneOf(row)
  const time = localTime(row.startsLocal)
  const selected = id === selectedId
  const colours = { '--edge': palette.tone[tone].solid, '--ink': palette.tone[tone].text, '--delay': delay }
  return (
    <li className={classesOf(row, selected, mark !== undefined)} style={colours as object} data-party={id}>
      <span className="size">
        {row.partySize}
        <VisuallyHidden> {t('guests')}</VisuallyHidden>
      </span>
      <span className="who">
        {time === shownTime || (lane === 'seated' && !brief) ? null : <span className="when">{time}</span>}
        <button
          type="button"
          className="open"
          data-reservation={id}
          data-roving={id}
          data-lane={lane}
          tabIndex={current ? 0 : -1}
          aria-current={selected || undefined}
          aria-keyshortcuts="m"
          // Its ground is the whole row.
          onMouseMove={() => arrivals.seen(id)}
          onClick={({ detail }) => onOpen(id, detail === 0)}
          onFocus={() => {
            onCurrent(id)
            arrivals.seen(id)
          }}
        >
          <span className="name">{guestName(row) || t('guest.unknown')}</span>
        </button>
      </span>
      <Icon className="status" path={icon} size={15} label={t(`status.${status}`)} />
      <span className="facts">
        <Urgent row={row} brief={brief} />
        {lane === 'seated' && !brief ? <Sitting row={row} /> : null}
        <span className="signs">
          <Signs row={row} grave={false} />
          <KnownSigns row={row} />
        </span>
        <Words area={row.areaName}>{children}</Words>
      </span>
      <TableMark row={row} mayMove={moves.mayMove} />
      <Acts row={row} next={!brief || status === 'pending_confirmation'} />
      {mark?.kind === 'new' ? (
        <span className="dot">
          <VisuallyHidden>{t('mark.new')}</VisuallyHidden>
        </span>
      ) : null}
    </li>
  )
})

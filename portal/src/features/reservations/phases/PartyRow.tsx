import {
  mdiAccountOffOutline,
  mdiAccountPlusOutline,
  mdiAlertOutline,
  mdiClockAlertOutline,
  mdiClockOutline,
  mdiDotsVertical,
  mdiStar,
  mdiTimerAlertOutline,
} from '@mdi/js'
import { useTheme } from '@mui/material/styles'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { memo, type ReactNode, useMemo } from 'react'
import { formatClock, localTime } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { useNow } from '#src/kit/use-now.ts'
import { VisuallyHidden } from '#src/kit/VisuallyHidden.tsx'
import { guestName } from '../guest-name.ts'
import { TableMark } from '../seating/TableMark.tsx'
import { Signs } from '../reservation-columns.tsx'
import { hasAllergy, isVip, laneOf } from '../reservation-flags.ts'
import { primaryMove, statusStyle } from '../status-tag.tsx'
import { arrivals, fadeDelay, useMark } from '../use-live-reservations.ts'
import { useT } from '../use-t.ts'
import { usePhaseWork } from './evening.ts'
import { arrivalOf, minutesLeft } from './service-rules.ts'
import { usePhaseT } from './use-phase-t.ts'

/** Where a party that is expected stands to the clock. */
const Coming = ({ row }: { row: ReservationRow }) => {
  const t = usePhaseT()
  const { state, minutes, announced } = arrivalOf(row, useNow())
  if (state === 'late')
    return (
      <span className="alarm">
        <Icon path={mdiClockAlertOutline} size={15} />
        {t('late', { count: minutes })}
      </span>
    )
  if (announced !== undefined) return <span className="soon">{t('announced', { count: announced })}</span>
  return state === 'due' ? (
    <span className="soon">
      <Icon path={mdiClockOutline} size={15} />
      {t('due')}
    </span>
  ) : null
}

/** Until when a party sits, and how long that is from now. */
const Sitting = ({ row }: { row: ReservationRow }) => {
  const t = usePhaseT()
  const { zone, endOf } = usePhaseWork()
  const end = endOf(row)
  const left = minutesLeft(end, useNow())
  const time = formatClock(new Date(end).toISOString(), zone)
  return (
    <>
      {left < 0 ? (
        <span className="alarm">
          <Icon path={mdiTimerAlertOutline} size={15} />
          {t('over', { count: -left })}
        </span>
      ) : null}
      <span>
        <VisuallyHidden>{t('until', { time })}</VisuallyHidden>
        <span aria-hidden="true">
          → <b>{time}</b>
        </span>
      </span>
      {left < 0 ? null : (
        <span>
          <VisuallyHidden>{t('left', { count: left })}</VisuallyHidden>
          <span aria-hidden="true">{t('minutes', { count: left })}</span>
        </span>
      )}
    </>
  )
}

/** What the house knows of the guest and the booking does not say. */
const KnownSigns = ({ row }: { row: ReservationRow }) => {
  const t = usePhaseT()
  const known = usePhaseWork().knownOf(row.id)
  if (!known) return null
  return (
    <>
      {known.visits === 0 && row.source !== 'walk_in' ? <Icon path={mdiAccountPlusOutline} size={16} label={t('first')} /> : null}
      {known.guestTags.some((tag) => isVip({ tags: [tag] })) && !isVip(row) ? (
        <Icon className="vip" path={mdiStar} size={16} label={t('matter.vip')} />
      ) : null}
      {known.allergies.length > 0 && !hasAllergy(row) ? (
        <Icon className="allergy" path={mdiAlertOutline} size={16} label={known.allergies.join(', ')} />
      ) : null}
      {known.noShows ? (
        <Icon className="allergy" path={mdiAccountOffOutline} size={16} label={t('noShows', { count: known.noShows })} />
      ) : null}
    </>
  )
}

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
      <span className="facts">
        <Icon className="status" path={icon} size={15} label={t(`status.${status}`)} />
        {lane === 'expected' ? <Coming row={row} /> : lane === 'seated' && !brief ? <Sitting row={row} /> : null}
        <span className="signs">
          <Signs row={row} />
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

import {
  mdiAlertOctagonOutline,
  mdiCancel,
  mdiCheckCircleOutline,
  mdiClockAlertOutline,
  mdiClockOutline,
  mdiSilverwareForkKnife,
  mdiTimerAlertOutline,
} from '@mdi/js'
import type { FloorPlace } from '@tablewire/contracts/booking/floor'
import { memo } from 'react'
import { boxStyle, TableShape } from '#src/kit/floor/FloorRoom.tsx'
import { formatClock, withColon } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { VisuallyHidden } from '#src/kit/VisuallyHidden.tsx'
import { usePhaseT } from '../phases/use-phase-t.ts'
import { useClash } from '../repair/clashes.ts'
import { nameOf, shortName } from '../seating/seated-name.ts'
import type { HouseTable } from '../seating/house-tables.ts'
import { useSeatT } from '../seating/use-seat-t.ts'
import { verdictIcon } from '../seating/verdict-icon.ts'
import type { Verdict } from '../timeline/fit.ts'
import type { TableState } from './table-state.ts'
import { useRoomT } from './use-room-t.ts'

const icons: Record<TableState['kind'], string> = {
  seated: mdiSilverwareForkKnife,
  overrun: mdiTimerAlertOutline,
  blocked: mdiCancel,
  late: mdiClockAlertOutline,
  due: mdiClockOutline,
  soon: mdiClockOutline,
  later: mdiCheckCircleOutline,
  free: mdiCheckCircleOutline,
}

type TableProps = {
  one: HouseTable
  state: TableState
  /** Undefined: nobody has drawn it. */
  place: FloorPlace | undefined
  zone: string
  now: number
  chosen: boolean
  /** Tab leads to it. */
  stop: boolean
  verdict: Verdict | undefined
  onChoose: (id: string) => void
}

/** What its card says, shortly: until when it is taken or free, from when, or since when too long. */
const useShort = (zone: string, now: number) => {
  const t = useRoomT()
  const clock = (at: number | string): string => formatClock(new Date(at).toISOString(), zone)
  return (state: TableState): string => {
    if (state.kind === 'overrun') return t('over', { count: Math.max(1, Math.floor((now - state.until) / 60_000)) })
    if (state.kind === 'seated') return t('until', { time: clock(state.until) })
    if (state.kind === 'blocked') return t('closed', { time: clock(state.block.until) })
    if (state.kind === 'free') return t('free')
    return state.kind === 'later' ? t('freeUntil', { time: clock(state.party.startsAt) }) : clock(state.party.startsAt)
  }
}

/** The same in whole sentences, for who does not see it. */
const useSaid = (zone: string) => {
  const t = useSeatT()
  const own = useRoomT()
  const clock = (at: number | string): string => formatClock(new Date(at).toISOString(), zone)
  return ({ table, next }: HouseTable, state: TableState): string => {
    const name = own('table', { name: table.name, seats: table.maxCovers })
    const party = (row: Parameters<typeof nameOf>[0] & { partySize: number }): string =>
      t('house.party', { name: nameOf(row), size: row.partySize })
    const later = next && state.kind !== 'free' && !('party' in state && state.party === next)
    const then = later ? t('house.next', { party: party(next), time: clock(next.startsAt) }) : ''
    const first = (): string => {
      if (state.kind === 'seated') return t('house.sits', { party: party(state.party), time: clock(state.until) })
      if (state.kind === 'overrun') return own('said.over', { party: party(state.party), time: clock(state.until) })
      if (state.kind === 'blocked') return t('house.closed', { time: clock(state.block.until) })
      if (state.kind === 'free') return t('house.free')
      const key = state.kind === 'late' ? 'said.late' : state.kind === 'due' ? 'said.due' : 'said.next'
      return own(key, { party: party(state.party), time: clock(state.party.startsAt) })
    }
    return withColon(name, [first(), then].filter(Boolean).join(', '))
  }
}

/** A table of the evening: what it is just now as shape, sign and words; it takes who is let go over it, and its party is carried from it. */
export const RoomTable = memo(({ one, state, place, zone, now, chosen, stop, verdict, onChoose }: TableProps) => {
  const clash = useClash(one.sits?.id)
  const short = useShort(zone, now)
  const said = useSaid(zone)
  const sign = usePhaseT()
  const { id, name, maxCovers } = one.table
  const party = 'party' in state ? state.party : undefined
  return (
    <li
      className={`piece table ${state.kind}${place ? '' : ' loose'}${clash ? ' clashes' : ''}`}
      style={place ? boxStyle(place) : undefined}
    >
      {place ? <TableShape place={place} seats={maxCovers} /> : null}
      <button
        type="button"
        className="hit"
        data-table={id}
        data-drop={`table:${id}`}
        tabIndex={stop ? 0 : -1}
        aria-pressed={chosen}
        data-verdict={verdict}
        {...(party ? { 'data-party': party.id, 'data-reservation': party.id } : {})}
        onClick={() => onChoose(id)}
      >
        <VisuallyHidden>
          {[said(one, state), clash && sign('clash', { name: nameOf(clash.next), time: formatClock(clash.next.startsAt, zone) })]
            .filter(Boolean)
            .join(', ')}
        </VisuallyHidden>
        {verdict ? <Icon className="verdict" path={verdictIcon[verdict]} size={18} /> : null}
        <span className="words" aria-hidden="true">
          <b dir="auto">{name}</b>
          <span className="what">
            <Icon path={clash ? mdiAlertOctagonOutline : icons[state.kind]} size={13} />
            {short(state)}
            {clash ? <em>{formatClock(clash.next.startsAt, zone)}</em> : null}
          </span>
          {party ? (
            <span className="who">
              <span className="name">{shortName(party)}</span>
              <i>{party.partySize}</i>
            </span>
          ) : null}
        </span>
      </button>
    </li>
  )
})
RoomTable.displayName = 'RoomTable'

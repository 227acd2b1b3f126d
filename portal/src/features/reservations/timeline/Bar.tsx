import {
  mdiAlertOctagonOutline,
  mdiAlertOutline,
  mdiClockAlertOutline,
  mdiClockOutline,
  mdiLinkVariant,
  mdiLockOutline,
  mdiStar,
  mdiTimerAlertOutline,
} from '@mdi/js'
import { useTheme } from '@mui/material/styles'
import { memo, type ReactNode } from 'react'
import { formatClock } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { useNow } from '#src/kit/use-now.ts'
import { VisuallyHidden } from '#src/kit/VisuallyHidden.tsx'
import type { Known } from '../phases/briefing-rules.ts'
import { usePhaseWork } from '../phases/evening.ts'
import { arrivalOf } from '../phases/service-rules.ts'
import { hasAllergy, isUnconfirmed, isVip } from '../reservation-flags.ts'
import { statusStyle } from '../status-tag.tsx'
import { useClash } from '../repair/clashes.ts'
import { useMark } from '../use-live-reservations.ts'
import { type Say, useT } from '../use-t.ts'
import { useCarried } from './carry-store.ts'
import { type Bar, quarterMs } from './model.ts'
import { type TimelineSay, useTimelineT } from './use-timeline-t.ts'
import { useTimeline } from './view.ts'

type Sign = { key: string; icon: string; words: string; tone?: string; said?: string }

/** Where it stands to the clock. */
const clockSigns = (t: TimelineSay, { row, state, due, until }: Bar, now: number): (Sign | false)[] => {
  const arrival = state === 'coming' ? arrivalOf(row, now) : undefined
  const over = state === 'seated' ? Math.round((until - due) / 60_000) : 0
  const late = arrival?.state === 'late' ? arrival.minutes : 0
  return [
    over > 0 && { key: 'over', icon: mdiTimerAlertOutline, tone: 'alarm', words: t('over', { count: over }), said: `+${over}′` },
    late > 0 && { key: 'late', icon: mdiClockAlertOutline, tone: 'alarm', words: t('late', { count: late }), said: `${late}′` },
    arrival?.state === 'due' && { key: 'due', icon: mdiClockOutline, words: t('due') },
  ]
}

/** What the house must know of the guest. */
const guestSigns = (say: Say, { row }: Bar, known: Known | undefined): (Sign | false)[] => {
  const isGuestVip = isVip(row) || isVip({ tags: known?.guestTags ?? [] })
  const allergies = known?.allergies ?? []
  return [
    isGuestVip && { key: 'vip', icon: mdiStar, tone: 'warn', words: say('sign.vip') },
    (allergies.length > 0 || hasAllergy(row)) && {
      key: 'allergy',
      icon: mdiAlertOutline,
      tone: 'alarm',
      words: allergies.join(', ') || say('sign.allergy'),
    },
  ]
}

/** What a host must see of a party at a glance; each also in words. */
const useSigns = (bar: Bar): Sign[] => {
  const t = useTimelineT()
  const say = useT()
  const { nameOf } = useTimeline()
  const known = usePhaseWork().knownOf(bar.row.id)
  const now = useNow()
  const { row, state, clash, locked, joined } = bar
  const unconfirmed = state === 'coming' && isUnconfirmed(row)
  const signs = [
    clash && { key: 'clash', icon: mdiAlertOctagonOutline, tone: 'alarm', words: t('clash', { name: nameOf(clash) }) },
    ...clockSigns(t, bar, now),
    unconfirmed && { key: 'status', icon: statusStyle[row.status].icon, tone: 'warn', words: say(`status.${row.status}`) },
    ...guestSigns(say, bar, known),
    locked && { key: 'locked', icon: mdiLockOutline, words: t('locked') },
    joined !== undefined && { key: 'joined', icon: mdiLinkVariant, words: t('joined', { tables: joined }) },
  ]
  return signs.filter((sign): sign is Sign => Boolean(sign))
}

type BarProps = { bar: Bar; table: string | undefined; track?: number }

/** A party's stay at one of its tables: what it is called and how many, to be read from a metre. */
export const PartyBar = memo(({ bar, table, track }: BarProps) => {
  const t = useTimelineT()
  const say = useT()
  const { palette } = useTheme().vars
  const { span, zone, selectedId, currentId, nameOf, onOpen, onCurrent } = useTimeline()
  const { row, state, from, until, due, first } = bar
  const signs = useSigns(bar)
  const carried = useCarried(row.id)
  const fresh = useMark(row.id) !== undefined
  const met = useClash(row.id) !== undefined
  const { tone } = statusStyle[row.status]
  const shown = { from: Math.max(from, span.from), until: Math.min(until, span.until) }
  if (shown.until <= shown.from) return null
  const name = nameOf(row)
  const clock = (at: number): string => formatClock(new Date(at).toISOString(), zone)
  const times = `${clock(from)}–${clock(due)}`
  const said = [
    times,
    table === undefined ? t('bar.none') : t('bar.at', { table: bar.joined ?? table }),
    say(`status.${row.status}`),
    ...signs.map(({ words }) => words),
  ].join(', ')
  const names = {
    bar: true,
    [state]: true,
    carried,
    fresh,
    copy: !first,
    selected: row.id === selectedId,
    clashes: bar.clash !== undefined,
    met,
  }
  const style = {
    '--at': (shown.from - span.from) / quarterMs,
    '--long': (shown.until - shown.from) / quarterMs,
    '--over': Math.max(0, shown.until - Math.max(due, shown.from)) / quarterMs,
    '--edge': palette.tone[tone].solid,
    '--soft': palette.tone[tone].soft,
    ...(track === undefined ? {} : { '--track': track }),
  }
  return (
    <li
      className={Object.entries(names)
        .flatMap(([one, on]) => (on ? [one] : []))
        .join(' ')}
      style={style as object}
      data-bar={row.id}
      title={`${name} · ${row.partySize} · ${times}`}
    >
      <button
        type="button"
        className="open"
        {...(first ? { 'data-reservation': row.id } : {})}
        tabIndex={first && row.id === currentId ? 0 : -1}
        aria-current={row.id === selectedId || undefined}
        aria-keyshortcuts="Enter m"
        onClick={({ detail }) => onOpen(row, detail === 0)}
        onFocus={({ currentTarget }) => onCurrent(bar, currentTarget.closest<HTMLElement>('[data-line]')?.dataset['line'])}
      >
        <span className="words">
          <b className="size">
            {row.partySize}
            <VisuallyHidden> {say('guests')} </VisuallyHidden>
          </b>
          <Signs signs={signs} />
          <span className="name" dir="auto">
            {name}
          </span>
          {bar.joined === undefined ? null : <small aria-hidden="true">{bar.joined}</small>}
        </span>
        <VisuallyHidden>, {said}</VisuallyHidden>
      </button>
    </li>
  )
})

const Signs = ({ signs }: { signs: readonly Sign[] }): ReactNode =>
  signs.length === 0 ? null : (
    <span className="signs" aria-hidden="true">
      {signs.map(({ key, icon, tone, said }) => (
        <span key={key} className={tone}>
          <Icon path={icon} size={16} />
          {said}
        </span>
      ))}
    </span>
  )

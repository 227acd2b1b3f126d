import {
  mdiAccountOffOutline,
  mdiAccountPlusOutline,
  mdiAlertOutline,
  mdiAccountGroupOutline,
  mdiCakeVariantOutline,
  mdiHelpCircleOutline,
  mdiSquare,
  mdiStar,
  mdiTriangle,
} from '@mdi/js'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import type { ServiceDay } from '@tablewire/contracts/estate/venues'
import { useMemo, useState } from 'react'
import { formatNumber, localTime } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { wallClock } from '#src/kit/zone-clock.ts'
import { guestName } from '../guest-name.ts'
import { useSeats } from '../seating/seats.ts'
import { plainTags } from '../reservation-flags.ts'
import { useT } from '../use-t.ts'
import { allergyWords, type ArrivalSlot, type Known, type Matter, occasionOf, slotsOf, toTalkAbout } from './briefing-rules.ts'
import { usePhaseWork } from './evening.ts'
import { PartyRow } from './PartyRow.tsx'
import { type PhaseSay, usePhaseT } from './use-phase-t.ts'

const icons: Record<Matter, string> = {
  allergy: mdiAlertOutline,
  vip: mdiStar,
  occasion: mdiCakeVariantOutline,
  large: mdiAccountGroupOutline,
  unconfirmed: mdiHelpCircleOutline,
  noShows: mdiAccountOffOutline,
  first: mdiAccountPlusOutline,
}

/** What is to be said of a party under a heading. */
const wordsOf = (t: PhaseSay, matter: Matter, { row, known }: { row: ReservationRow; known: Known | undefined }): string => {
  if (matter === 'allergy') return allergyWords(row, known).join(', ')
  if (matter === 'occasion') return occasionOf(row) ?? ''
  if (matter === 'noShows') return t('noShows', { count: known?.noShows ?? 0 })
  return matter === 'vip' || matter === 'large' ? [...plainTags(row), row.notes ?? ''].filter(Boolean).join(', ') : ''
}

/** What is worth a line at the party itself: whether he is a regular, and all that was written. */
const briefWords = (t: PhaseSay, row: ReservationRow, known: Known | undefined): string => {
  const visit = known?.visits ? t('visit', { count: known.visits + 1 }) : ''
  const words = [...plainTags({ tags: [...(known?.guestTags ?? []), ...row.tags] }), ...(known?.allergies ?? []), row.notes ?? '', visit]
  return [...new Set(words.filter(Boolean))].join(' · ')
}

const linesMost = 4

const Group = ({ matter, rows }: { matter: Matter; rows: readonly ReservationRow[] }) => {
  const t = usePhaseT()
  const unknown = useT()('guest.unknown')
  const { knownOf, onOpen } = usePhaseWork()
  const seats = useSeats()
  const [all, setAll] = useState(false)
  const shown = all ? rows : rows.slice(0, linesMost)
  return (
    <section className={`matter about-${matter}`} aria-label={t(`matter.${matter}`)}>
      <h2>
        <Icon path={icons[matter]} size={16} />
        {t(`matter.${matter}`)} <b>{rows.length}</b>
      </h2>
      <ul>
        {shown.map((row) => {
          const words = wordsOf(t, matter, { row, known: knownOf(row.id) })
          return (
            <li key={row.id}>
              <button type="button" onClick={({ detail }) => onOpen(row.id, detail === 0)}>
                <span className="when">{localTime(row.startsLocal)}</span>
                <b>{row.partySize}</b>
                {seats?.seatOf(row.id)?.name ? <span className="at">{seats.seatOf(row.id)!.name}</span> : null}
                <span className="name">{guestName(row) || unknown}</span>
                {words ? <span className="words">{words}</span> : null}
              </button>
            </li>
          )
        })}
      </ul>
      {rows.length > linesMost ? (
        <button type="button" className="rest" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('matter.less') : t('matter.more', { count: rows.length - linesMost })}
        </button>
      ) : null}
    </section>
  )
}

/** An hour the clock shows twice is told apart by how far it stands from UTC. */
const offsetOf = (at: number, zone: string): string => {
  const minutes = (Date.parse(`${wallClock(zone, at)}Z`) - at) / 60_000
  const clock = new Date(Math.abs(minutes) * 60_000).toISOString().slice(11, 16)
  return `UTC${minutes < 0 ? '−' : '+'}${clock}`
}

type SlotProps = { slot: ArrivalSlot; most: number; twice: boolean; stop: string | undefined }

const SlotLine = ({ slot, most, twice, stop }: SlotProps) => {
  const t = useT()
  const own = usePhaseT()
  const { zone, knownOf } = usePhaseWork()
  const { at, rows, covers, coversMax } = slot
  const time = localTime(wallClock(zone, at))
  const state = coversMax === null || covers < coversMax ? '' : covers > coversMax ? 'over' : 'full'
  return (
    <section className={`slot ${state} ${rows.length === 0 ? 'empty' : ''}`} aria-label={time} data-drop={`time:${slot.startsAt}`}>
      <h2>
        <b>{time}</b>
        {twice ? <small>{offsetOf(at, zone)}</small> : null}
        <span className="used">
          <Icon
            path={state === 'over' ? mdiTriangle : state === 'full' ? mdiSquare : mdiAccountGroupOutline}
            size={13}
            label={t('day.covers')}
          />
          {coversMax === null ? formatNumber(covers) : `${formatNumber(covers)} / ${formatNumber(coversMax)}`}
        </span>
        <span className="bar" aria-hidden="true">
          <span style={{ inlineSize: `${Math.min(100, (covers / Math.max(1, coversMax ?? most)) * 100)}%` }} />
        </span>
      </h2>
      <ul aria-label={time}>
        {rows.map((row) => (
          <PartyRow key={row.id} row={row} current={row.id === stop} shownTime={time} brief>
            {briefWords(own, row, knownOf(row.id)) || undefined}
          </PartyRow>
        ))}
      </ul>
    </section>
  )
}

type BriefingPhaseProps = { intervals: ServiceDay['intervals']; rows: readonly ReservationRow[]; currentId: string | undefined }

/** Before the doors open: what matters, and who arrives when against what the book lets in. */
export const BriefingPhase = ({ intervals, rows, currentId }: BriefingPhaseProps) => {
  const t = usePhaseT()
  const { knownOf, zone } = usePhaseWork()
  const slots = useMemo(() => slotsOf(intervals, rows), [intervals, rows])
  const groups = useMemo(() => toTalkAbout(rows, knownOf), [rows, knownOf])
  const most = Math.max(1, ...slots.map(({ covers, coversMax }) => Math.max(covers, coversMax ?? 0)))
  const local = (slot: ArrivalSlot | undefined): string => (slot ? wallClock(zone, slot.at) : '')
  const stop = rows.some(({ id }) => id === currentId) ? currentId : slots.find((slot) => slot.rows.length > 0)?.rows[0]?.id
  return (
    <div className="briefing" data-scrolls>
      {groups.length > 0 ? (
        <section className="matters" aria-label={t('matters')}>
          {groups.map((group) => (
            <Group key={group.matter} {...group} />
          ))}
        </section>
      ) : null}
      <div className="slots">
        {slots.map((slot, index) => (
          <SlotLine
            key={slot.at}
            slot={slot}
            most={most}
            twice={
              [slots[index - 1], slots[index + 1]].some((next) => next !== undefined) &&
              slots.filter((one) => local(one) === local(slot)).length > 1
            }
            stop={stop}
          />
        ))}
      </div>
    </div>
  )
}

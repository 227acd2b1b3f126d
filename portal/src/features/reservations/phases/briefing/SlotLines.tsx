import { mdiAccountGroupOutline, mdiCancel, mdiChevronDown, mdiChevronRight, mdiSquare, mdiTriangle } from '@mdi/js'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { useState } from 'react'
import { formatNumber, localTime } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { wallClock } from '#src/kit/zone-clock.ts'
import { plainTags } from '../../reservation-flags.ts'
import { useT } from '../../use-t.ts'
import type { ArrivalSlot, BriefingLine, Known } from '../briefing-rules.ts'
import { usePhaseWork } from '../evening.ts'
import { PartyRow } from '../PartyRow.tsx'
import { type PhaseSay, usePhaseT } from '../use-phase-t.ts'

/** What is worth a line at the party itself: whether he is a regular, and all that was written. */
const briefWords = (t: PhaseSay, row: ReservationRow, known: Known | undefined): string => {
  const visit = known?.visits ? t('visit', { count: known.visits + 1 }) : ''
  const words = [...plainTags({ tags: [...(known?.guestTags ?? []), ...row.tags] }), ...(known?.allergies ?? []), row.notes ?? '', visit]
  return [...new Set(words.filter(Boolean))].join(' · ')
}

/** An hour the clock shows twice is told apart by how far it stands from UTC. */
const offsetOf = (at: number, zone: string): string => {
  const minutes = (Date.parse(`${wallClock(zone, at)}Z`) - at) / 60_000
  const clock = new Date(Math.abs(minutes) * 60_000).toISOString().slice(11, 16)
  return `UTC${minutes < 0 ? '−' : '+'}${clock}`
}

/** Where no more are taken, those who are booked are beyond nothing. */
type State = '' | 'full' | 'over' | 'stopped'
const stateOf = ({ covers, coversMax }: ArrivalSlot): State => {
  if (coversMax === 0) return 'stopped'
  return coversMax === null || covers < coversMax ? '' : covers > coversMax ? 'over' : 'full'
}
const signs: Record<State, string> = { '': mdiAccountGroupOutline, full: mdiSquare, over: mdiTriangle, stopped: mdiCancel }

type SlotProps = { slot: ArrivalSlot; most: number; twice: boolean; stop: string | undefined }

export const SlotLine = ({ slot, most, twice, stop }: SlotProps) => {
  const t = useT()
  const own = usePhaseT()
  const { zone, knownOf } = usePhaseWork()
  const { at, rows, covers, coversMax } = slot
  const time = localTime(wallClock(zone, at))
  const state = stateOf(slot)
  return (
    <section className={`slot ${state} ${rows.length === 0 ? 'empty' : ''}`} aria-label={time} data-drop={`time:${slot.startsAt}`}>
      <h2>
        <b>{time}</b>
        {twice ? <small>{offsetOf(at, zone)}</small> : null}
        <span className="used">
          <Icon path={signs[state]} size={13} label={state === 'stopped' ? t('rule.stopped') : t('day.covers')} />
          {coversMax === null || state === 'stopped' ? formatNumber(covers) : `${formatNumber(covers)} / ${formatNumber(coversMax)}`}
        </span>
        <span className="bar" aria-hidden="true">
          <span style={{ inlineSize: `${Math.min(100, (covers / Math.max(1, coversMax || most)) * 100)}%` }} />
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

type FoldProps = Omit<SlotProps, 'slot' | 'twice'> & {
  line: BriefingLine & { folded: 'none' | 'earlier' }
  isTwice: (slot: ArrivalSlot) => boolean
}

/** Intervals of which there is nothing to say, in one line; whoever is carried to one of their times finds each there. */
export const FoldedLine = ({ line: { slots, folded }, isTwice, ...props }: FoldProps) => {
  const t = useT()
  const own = usePhaseT()
  const { zone } = usePhaseWork()
  const [open, setOpen] = useState(false)
  const time = (slot: ArrivalSlot): string => localTime(wallClock(zone, slot.at))
  const rows = slots.flatMap((slot) => slot.rows)
  const covers = slots.reduce((sum, slot) => sum + slot.covers, 0)
  const span = `${time(slots[0]!)}–${time(slots.at(-1)!)}`
  return (
    <>
      <section className="fold" aria-label={span}>
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon path={open ? mdiChevronDown : mdiChevronRight} size={18} />
          <b>{span}</b>
          <span>
            {own(`fold.${folded}`)}
            {folded === 'none' ? null : ` · ${t('parties', { count: rows.length })} · ${t('covers', { count: covers })}`}
          </span>
        </button>
        <span className="times" aria-hidden="true">
          {slots.map((slot) => (
            <span key={slot.at} data-drop={`time:${slot.startsAt}`}>
              {time(slot)}
            </span>
          ))}
        </span>
      </section>
      {open ? slots.map((slot) => <SlotLine key={slot.at} {...props} slot={slot} twice={isTwice(slot)} />) : null}
    </>
  )
}

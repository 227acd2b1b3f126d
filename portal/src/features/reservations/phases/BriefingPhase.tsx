import {
  mdiAccountOffOutline,
  mdiAccountPlusOutline,
  mdiAlertOutline,
  mdiAccountGroupOutline,
  mdiCakeVariantOutline,
  mdiHelpCircleOutline,
  mdiStar,
} from '@mdi/js'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import type { ServiceDay } from '@tablewire/contracts/estate/venues'
import { useMemo, useState } from 'react'
import { localTime } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { useNow } from '#src/kit/use-now.ts'
import { wallClock } from '#src/kit/zone-clock.ts'
import { guestName } from '../guest-name.ts'
import { useSeats } from '../seating/seats.ts'
import { plainTags } from '../reservation-flags.ts'
import { useT } from '../use-t.ts'
import { FoldedLine, SlotLine } from './briefing/SlotLines.tsx'
import { allergyWords, type ArrivalSlot, type Known, linesOf, type Matter, occasionOf, slotsOf, toTalkAbout } from './briefing-rules.ts'
import { usePhaseWork } from './evening.ts'
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

/** How many of a group stand there at once; of who is new to the house their number is what a team wants to know. */
const linesMost = (matter: Matter, count: number): number => (matter === 'first' && count > 4 ? 0 : 4)

const Group = ({ matter, rows }: { matter: Matter; rows: readonly ReservationRow[] }) => {
  const t = usePhaseT()
  const unknown = useT()('guest.unknown')
  const { knownOf, onOpen } = usePhaseWork()
  const seats = useSeats()
  const [all, setAll] = useState(false)
  const most = linesMost(matter, rows.length)
  const shown = all ? rows : rows.slice(0, most)
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
      {rows.length > most ? (
        <button type="button" className="rest" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('matter.less') : t('matter.more', { count: rows.length - most })}
        </button>
      ) : null}
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
  const lines = linesOf(slots, useNow())
  const first = lines.find(({ slots: [slot], folded }) => !folded && slot!.rows.length > 0) ?? lines.find(({ folded }) => !folded)
  const stop = rows.some(({ id }) => id === currentId) ? currentId : first?.slots[0]?.rows[0]?.id
  const isTwice = (slot: ArrivalSlot): boolean => {
    const index = slots.indexOf(slot)
    return [slots[index - 1], slots[index + 1]].some(Boolean) && slots.filter((one) => local(one) === local(slot)).length > 1
  }
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
        {lines.map(({ slots: here, folded }) =>
          folded ? (
            <FoldedLine key={here[0]!.at} line={{ slots: here, folded }} isTwice={isTwice} most={most} stop={stop} />
          ) : (
            here.map((slot) => <SlotLine key={slot.at} slot={slot} most={most} twice={isTwice(slot)} stop={stop} />)
          ),
        )}
      </div>
    </div>
  )
}

import type { RefObject } from 'react'
import { formatClock } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { VisuallyHidden } from '#src/kit/VisuallyHidden.tsx'
import { verdictIcon } from '../seating/verdict-icon.ts'
import { type Carry, useCarry } from './carry-store.ts'
import { startOf } from './carrying.ts'
import type { Line } from './layout.ts'
import { quarterMs } from './model.ts'
import { reasonWords } from './reason-words.ts'
import { useTimelineT } from './use-timeline-t.ts'
import { useTimeline } from './view.ts'

/** Whither and when, and what speaks against it. */
const useWords = () => {
  const t = useTimelineT()
  const { zone } = useTimeline()
  return ({ tableId, from, row, fit }: Carry): { place: string; why: string } => {
    const time = formatClock(new Date(from).toISOString(), zone)
    const moved = from !== startOf(row)
    const table = tableId === undefined ? t('carry.none') : fit.name
    return {
      place: moved ? t('carry.both', { table, time }) : table,
      why: fit.reasons.map((reason) => reasonWords(t, reason, zone)).join(' · ') || t('carry.may'),
    }
  }
}

/** Where it would be let go, drawn where it would stand. */
export const Landing = ({ lines }: { lines: readonly Line[] }) => {
  const carry = useCarry()
  const { span } = useTimeline()
  if (carry?.tableId === undefined) return null
  const ids = carry.fit.tableIds.length > 0 ? carry.fit.tableIds : [carry.tableId]
  return (
    <>
      {lines.map((line) =>
        line.kind === 'table' && ids.includes(line.of.table.id) ? (
          <div
            key={line.key}
            className={carry.sent ? 'landing sent' : 'landing'}
            data-verdict={carry.fit.verdict}
            style={
              {
                top: line.top,
                height: line.height,
                '--at': (carry.drawn.from - span.from) / quarterMs,
                '--long': (carry.drawn.until - carry.drawn.from) / quarterMs,
              } as object
            }
          />
        ) : null,
      )}
    </>
  )
}

const Verdict = ({ carry }: { carry: Carry }) => {
  const { nameOf } = useTimeline()
  const { place, why } = useWords()(carry)
  const { verdict } = carry.fit
  return (
    <>
      <b>
        {carry.row.partySize} · {nameOf(carry.row)}
      </b>
      <span className="to">→ {place}</span>
      <span className="why" data-verdict={verdict}>
        <Icon path={verdictIcon[verdict]} size={16} />
        {why}
      </span>
    </>
  )
}

/** What is carried, beside the hand; by keys it stands below the tables, and is told to ears. */
export const Carried = ({ ghost }: { ghost: RefObject<HTMLDivElement | null> }) => {
  const carry = useCarry()
  const t = useTimelineT()
  const words = useWords()
  const { nameOf } = useTimeline()
  const byKeys = carry?.by === 'keys' && !carry.sent ? carry : undefined
  const said = byKeys ? words(byKeys) : undefined
  return (
    <>
      <VisuallyHidden as="output" aria-live="assertive">
        {said && byKeys ? `${nameOf(byKeys.row)} → ${said.place}. ${said.why}` : ''}
      </VisuallyHidden>
      {byKeys ? (
        <div className="carry-bar" aria-hidden="true">
          <Verdict carry={byKeys} />
          <small>{t('carry.keys')}</small>
        </div>
      ) : null}
      {carry?.by === 'hand' && !carry.sent ? (
        <div ref={ghost} className="carry-ghost" aria-hidden="true">
          <Verdict carry={carry} />
        </div>
      ) : null}
    </>
  )
}

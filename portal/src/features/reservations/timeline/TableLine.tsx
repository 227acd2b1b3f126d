import { mdiCancel } from '@mdi/js'
import type { TableBlock } from '@tablewire/contracts/booking/tables'
import { memo } from 'react'
import { formatClock, withColon } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { verdictIcon } from '../seating/verdict-icon.ts'
import { PartyBar } from './Bar.tsx'
import { useVerdict } from './carry-store.ts'
import type { Line } from './layout.ts'
import { quarterMs } from './model.ts'
import { useTimelineT } from './use-timeline-t.ts'
import { useTimeline } from './view.ts'

const Blocked = ({ block, table }: { block: TableBlock; table: string }) => {
  const t = useTimelineT()
  const { span, zone } = useTimeline()
  const from = Math.max(Date.parse(block.from), span.from)
  const until = Math.min(Date.parse(block.until), span.until)
  if (until <= from) return null
  const words = withColon(t('blocked', { table, time: formatClock(block.until, zone) }), block.reason)
  return (
    <li
      className="blocked"
      title={words}
      style={{ '--at': (from - span.from) / quarterMs, '--long': (until - from) / quarterMs } as object}
    >
      <span className="words">
        <Icon path={mdiCancel} size={14} />
        {words}
      </span>
    </li>
  )
}

/** The table's card; while a party is carried it says whether it may sit there at that time. */
const Card = ({ id, name, seats }: { id: string; name: string; seats: string }) => {
  const verdict = useVerdict(id)
  return (
    <span className="card" data-verdict={verdict}>
      <b dir="auto">{name}</b>
      <small>{seats}</small>
      {verdict ? <Icon className="verdict" path={verdictIcon[verdict]} size={16} /> : null}
    </span>
  )
}

/** One table through the evening. */
export const OneLine = memo(({ line }: { line: Line }) => {
  const t = useTimelineT()
  const style = { top: line.top, height: line.height }
  if (line.kind === 'area')
    return (
      <h2 className="area" style={style}>
        <span>
          {line.name} <small>{t('tables', { count: line.count })}</small>
        </span>
      </h2>
    )
  const { table, bars, blocks } = line.of
  const { name, minCovers, maxCovers } = table
  const seats = minCovers === maxCovers || minCovers === 1 ? String(maxCovers) : `${minCovers}–${maxCovers}`
  return (
    <section className="line" data-line={line.key} style={style} aria-label={t('line', { table: name, seats })}>
      <Card id={table.id} name={name} seats={seats} />
      <ul>
        {blocks.map((block) => (
          <Blocked key={block.id} block={block} table={name} />
        ))}
        {bars.map((bar) => (
          <PartyBar key={bar.row.id} bar={bar} table={name} />
        ))}
      </ul>
    </section>
  )
})

import { mdiAccountGroupOutline, mdiSquare, mdiTableFurniture, mdiTriangle } from '@mdi/js'
import { formatNumber, localTime } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { coversOf } from '../reservation-flags.ts'
import { useT } from '../use-t.ts'
import type { DayColumn } from './day-columns.ts'

const Used = ({ icon, used, limit, label }: { icon: string; used: number; limit: number | null; label: string }) => {
  const state = limit === null || used < limit ? '' : used > limit ? 'over' : 'full'
  return (
    <span className={`used ${state}`}>
      <Icon path={state === 'over' ? mdiTriangle : state === 'full' ? mdiSquare : icon} size={13} label={label} />
      {limit === null ? formatNumber(used) : `${formatNumber(used)} / ${formatNumber(limit)}`}
    </span>
  )
}

export const DayHeader = ({ column: { startsLocal, interval, rows }, first = false }: { column: DayColumn; first?: boolean }) => {
  const t = useT()
  const covers = interval?.covers ?? rows.reduce((sum, row) => sum + coversOf(row), 0)
  const parties = interval?.parties ?? rows.filter((row) => coversOf(row) > 0).length
  return (
    <div className={first ? 'head first' : 'head'}>
      <b>{localTime(startsLocal)}</b>
      <Used icon={mdiAccountGroupOutline} used={covers} limit={interval?.coversMax ?? null} label={t('day.covers')} />
      <Used icon={mdiTableFurniture} used={parties} limit={interval?.partiesMax ?? null} label={t('day.parties')} />
    </div>
  )
}

/** Shift names over the columns they span; a gap between shifts belongs to none. */
const shiftsOver = (columns: readonly DayColumn[]): { name: string; from: number; to: number }[] => {
  const spans: { name: string; from: number; to: number }[] = []
  for (const [index, { shiftName }] of columns.entries()) {
    const last = spans.at(-1)
    if (last && last.name === shiftName && last.to === index) last.to = index + 1
    else if (shiftName) spans.push({ name: shiftName, from: index, to: index + 1 })
  }
  return spans
}

type DayHeadersProps = { columns: readonly DayColumn[]; nowAt: number | undefined; clock: string }

/** Over the columns: the shifts, what each holds, and the time it is. */
export const DayHeaders = ({ columns, nowAt, clock }: DayHeadersProps) => (
  <div className="heads">
    {shiftsOver(columns).map(({ name, from, to }) => (
      <div key={`${name}${from}`} className="shift" style={{ gridColumn: `${from + 1} / ${to + 1}` }}>
        <span>{name}</span>
      </div>
    ))}
    {columns.map((column, index) => (
      <DayHeader key={column.startsLocal} column={column} first={column.shiftName !== columns[index - 1]?.shiftName} />
    ))}
    {nowAt === undefined ? null : (
      <span className="clock" style={{ insetInlineStart: nowAt }}>
        {clock}
      </span>
    )}
  </div>
)

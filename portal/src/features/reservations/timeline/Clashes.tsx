import { mdiAlertOctagonOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { useMemo, useState } from 'react'
import { formatClock } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import type { TimelineModel } from './model.ts'
import { RepairDialog, type Seated } from './RepairDialog.tsx'
import { useTimelineT } from './use-timeline-t.ts'
import { useTimeline } from './view.ts'

type Clash = { sits: ReservationRow; table: string; next: ReservationRow }

/** Of each party that sits too long, whom it meets first. */
const clashesOf = ({ areas }: TimelineModel): Clash[] => {
  const found = new Map<string, Clash>()
  for (const { table, bars } of areas.flatMap(({ tables }) => tables))
    for (const { row, clash, joined } of bars)
      if (clash && !found.has(clash.id)) found.set(clash.id, { sits: clash, table: joined ?? table.name, next: row })
  return [...found.values()]
}

/** More of them nobody reads while the evening runs; each stands at its bar as well. */
const shownMost = 2

type ClashesProps = { model: TimelineModel; seatedOf: (id: string) => Seated | undefined; mayMove: boolean }

/** Who sits past his time at a table that somebody else comes to, and the way out. */
export const Clashes = ({ model, seatedOf, mayMove }: ClashesProps) => {
  const t = useTimelineT()
  const { zone, nameOf } = useTimeline()
  const clashes = useMemo(() => clashesOf(model), [model])
  const [repaired, repair] = useState<ReservationRow>()
  return (
    <>
      {clashes.slice(0, shownMost).map(({ sits, table, next }) => (
        <div key={sits.id} className="clash-line">
          <Icon path={mdiAlertOctagonOutline} size={18} />
          <span>{t('clash.line', { name: nameOf(sits), table, other: nameOf(next), time: formatClock(next.startsAt, zone) })}</span>
          {mayMove ? (
            <Button size="small" variant="outlined" color="inherit" aria-haspopup="dialog" onClick={() => repair(sits)}>
              {t('repair.open')}
            </Button>
          ) : null}
        </div>
      ))}
      {repaired ? <RepairDialog row={repaired} seatedOf={seatedOf} onClose={() => repair(undefined)} /> : null}
    </>
  )
}

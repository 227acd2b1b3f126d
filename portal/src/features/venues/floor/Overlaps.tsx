import Alert from '@mui/material/Alert'
import type { DiningTable } from '@tablewire/contracts/booking/tables'
import type { Piece } from './edit-floor.ts'
import { useFloorT } from './use-floor-t.ts'

type OverlapsProps = {
  overlaps: readonly (readonly [string, string])[]
  tables: readonly DiningTable[]
  onChoose: (piece: Piece) => void
}

/** Nobody has to see it in the drawing: what lies below another table may be hidden there, and is reached from here. */
export const Overlaps = ({ overlaps, tables, onChoose }: OverlapsProps) => {
  const t = useFloorT()
  const nameOf = (id: string): string => tables.find((table) => table.id === id)?.name ?? ''
  return (
    <output className="odd-tables">
      {overlaps.length > 0 ? (
        <Alert severity="warning">
          <ul className="overlaps">
            {overlaps.map(([one, other]) => (
              <li key={`${one} ${other}`}>
                <button type="button" onClick={() => onChoose({ table: one })}>
                  {t('odd.pair', { one: nameOf(one), other: nameOf(other) })}
                </button>
              </li>
            ))}
          </ul>
        </Alert>
      ) : null}
    </output>
  )
}

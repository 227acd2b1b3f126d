import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { PartyDialog, PartyMenu, RepairDialog, SeatPopover, TimeDialog } from '../offline/lazy-components.ts'
import type { useSeatsOf } from '../seating/seats.ts'
import type { Moves } from '../use-moves.ts'
import type { useWork } from './use-phase-work.ts'

export { ClashLines } from '../offline/lazy-components.ts'

type PartyActsProps = {
  acts: Pick<
    ReturnType<typeof useWork>,
    'menu' | 'setMenu' | 'asked' | 'setAsked' | 'timeOf' | 'askTime' | 'endTime' | 'moveTime' | 'repaired' | 'repair'
  >
  /** Everybody of the day. */
  rows: readonly ReservationRow[]
  tables: Pick<ReturnType<typeof useSeatsOf>, 'choosing' | 'endChoosing'>
  moves: Moves
  onOpen: (id: string) => void
  onEdit: (id: string) => void
}

/** What opens over the view for one party: its menu, and the times and tables it may move to. */
export const PartyActs = ({ acts, rows, tables, moves, onOpen, onEdit }: PartyActsProps) => (
  <>
    {acts.menu ? (
      <PartyMenu
        at={acts.menu}
        moves={moves}
        onClose={() => acts.setMenu(undefined)}
        onOpen={onOpen}
        onEdit={onEdit}
        onTime={acts.askTime}
        onAsk={acts.setAsked}
        onRepair={acts.repair}
      />
    ) : null}
    {acts.asked ? <PartyDialog ask={acts.asked} onClose={() => acts.setAsked(undefined)} /> : null}
    {tables.choosing ? <SeatPopover {...tables.choosing} id="party-table" onClose={tables.endChoosing} /> : null}
    {acts.repaired ? (
      <RepairDialog row={acts.repaired} rowOf={(id) => rows.find((row) => row.id === id)} onClose={() => acts.repair(undefined)} />
    ) : null}
    {acts.timeOf ? <TimeDialog row={acts.timeOf} onMove={acts.moveTime} onClose={acts.endTime} /> : null}
  </>
)

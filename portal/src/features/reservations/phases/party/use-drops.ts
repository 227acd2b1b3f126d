import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { changeable } from '@tablewire/contracts/booking/reservations.rules'
import type { ServiceDay } from '@tablewire/contracts/estate/venues'
import { toast } from '#src/kit/toasts.ts'
import { laneOf } from '../../reservation-flags.ts'
import type { Lane } from '../../reservation-search.ts'
import { dropOnTable } from '../../floor/give-by-hand.ts'
import type { Seats } from '../../seating/seats.ts'
import type { Moves } from '../../use-moves.ts'
import { slotsOf } from '../briefing-rules.ts'
import { moveInto } from '../service-rules.ts'
import { type Drag, useDrag } from '../use-drag.ts'
import type { MoveTime } from '../use-move-time.ts'
import { usePhaseT } from '../use-phase-t.ts'

type DropsOf = {
  rows: readonly ReservationRow[]
  intervals: ServiceDay['intervals']
  moves: Pick<Moves, 'act' | 'mayMove'>
  moveTime: MoveTime
  /** Undefined at venues that work without tables. */
  seats: Seats | undefined
}

/** Lets a party go where it was carried to: into a lane by the step that leads there, or to the time of a line. */
const useDrops = ({ rows, intervals, moves, moveTime, seats }: DropsOf) => {
  const t = usePhaseT()
  return (id: string, target: string): void => {
    const row = rows.find((one) => one.id === id)
    const colon = target.indexOf(':')
    const to = target.slice(colon + 1)
    if (!row || !moves.mayMove || dropOnTable(target, row, seats)) return
    if (target.slice(0, colon) === 'time') {
      const from = slotsOf(intervals, [row]).find((slot) => slot.rows.length > 0)
      if (Date.parse(to) === from?.at) return
      if (changeable(row.status)) void moveTime({ row, startsAt: to })
      else toast.info(t('drag.cannot'))
      return
    }
    const move = moveInto(to as Lane, row.status)
    if (move) moves.act(row, move)
    else if (laneOf(row) !== to) toast.info(t('drag.cannot'))
  }
}

/** Parties are carried to where they go; `onMenu`: who was only held asks what can be done with him. */
export const useCarrying = (drops: DropsOf, onMenu: (id: string, party: HTMLElement) => void): Drag => useDrag(useDrops(drops), onMenu)

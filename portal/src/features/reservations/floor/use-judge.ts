import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { useCallback, useEffect, useMemo } from 'react'
import { guestName } from '../guest-name.ts'
import { usePhaseWork } from '../phases/evening.ts'
import { judged, startOf } from '../timeline/carrying.ts'
import { timelineOf } from '../timeline/model.ts'
import { reasonWords } from '../timeline/reason-words.ts'
import { useGround } from '../timeline/use-ground.ts'
import { useTimelineT } from '../timeline/use-timeline-t.ts'
import { useT } from '../use-t.ts'
import { type Judge, judgeStore } from './room-carry.ts'
import type { RoomViewProps } from './use-house.ts'

const noAreas: readonly { id: string; name: string }[] = []

/** The room judges as the time line does: by the same evening, with the same words. */
export const useJudge = (
  { tablesOf, everybody, venue }: Pick<RoomViewProps, 'everybody' | 'venue'> & { tablesOf: RoomViewProps['tablesOf'] & { day: object } },
  now: number,
): Judge => {
  const t = useTimelineT()
  const unknown = useT()('guest.unknown')
  const { endOf, sinceOf } = usePhaseWork()
  const { plan, day } = tablesOf
  const model = useMemo(
    () => timelineOf({ plan, day, areas: noAreas, rows: everybody, ofMeal: everybody, endOf, sinceOf, now }, ''),
    [plan, day, everybody, endOf, sinceOf, now],
  )
  const nameOf = useCallback((row: ReservationRow) => guestName(row) || unknown, [unknown])
  const { ground, bars } = useGround({ model, plan, day, nameOf })
  return (id, tableId) => {
    const bar = bars.get(id)
    if (!bar) return undefined
    const fit = judged({ bar, ground, now, by: 'hand' }, { tableId, from: startOf(bar.row) })
    return { fit, why: fit.reasons.map((reason) => reasonWords(t, reason, venue.timezone)).join(' · ') }
  }
}

/** For the hand that carries, and lets go. */
export const useJudging = (judge: Judge): void =>
  useEffect(() => {
    judgeStore.set(judge)
    return () => judgeStore.set(undefined)
  }, [judge])

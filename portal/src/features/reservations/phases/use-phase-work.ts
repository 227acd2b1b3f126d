import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import type { Venue } from '@tablewire/contracts/estate/venue-fields'
import { serviceSheets } from '@tablewire/contracts/booking/service-sheets'
import { availability, type ServiceDay } from '@tablewire/contracts/estate/venues'
import { changeable } from '@tablewire/contracts/booking/reservations.rules'
import { useMemo, useState } from 'react'
import { useEndpoint } from '#src/api/query.ts'
import { toast } from '#src/kit/toasts.ts'
import { useNow } from '#src/kit/use-now.ts'
import { wallClock } from '#src/kit/zone-clock.ts'
import type { Lane, Search } from '../reservation-search.ts'
import type { Moves } from '../use-moves.ts'
import { laneOf } from '../reservation-flags.ts'
import { slotsOf } from './briefing-rules.ts'
import type { PhaseWork } from './evening.ts'
import type { MenuAt } from './PartyMenu.tsx'
import { byClock, mealsOf, ofMeal, phaseAt } from './phase-rules.ts'
import { expectedEnd, moveInto } from './service-rules.ts'
import { type MoveTime, useMoveTime } from './use-move-time.ts'
import { usePhaseT } from './use-phase-t.ts'

const none: ServiceDay['intervals'] = []
const intervalsOf = (day: ServiceDay | undefined, mealId: string | undefined): ServiceDay['intervals'] =>
  mealId === undefined ? (day?.intervals ?? none) : (day?.intervals ?? none).filter(({ shiftId }) => shiftId === mealId)

type Asked = { venue: Pick<Venue, 'id' | 'timezone'>; date: string; rows: readonly ReservationRow[]; search: Search }
/** Which meal and phase are looked at: by hand where the address says so, else by the clock of the venue. */
export const useChosen = ({ venue, date, rows: all, search }: Asked) => {
  const now = useNow()
  const service = useEndpoint(availability.service, { params: { id: venue.id }, query: { date } })
  const day = service.data
  const meals = useMemo(() => (day ? mealsOf(day) : []), [day])
  const nowLocal = wallClock(venue.timezone, now)
  const known = meals.find(({ id }) => id === search.meal)?.id
  const mealId = meals.length < 2 || search.meal === 'all' ? undefined : (known ?? byClock(meals, date, nowLocal).meal?.id)
  const byItself = phaseAt(meals, mealId, { date, nowLocal })
  const phase = search.phase ?? byItself
  const rows = useMemo(() => ofMeal(all, { meals, mealId, date }), [all, meals, mealId, date])
  const intervals = useMemo(() => intervalsOf(day, mealId), [day, mealId])
  return { service, day, meals, mealId, phase, over: byItself === 'close', rows, intervals }
}

/** What is known of the day's guests, and since when they sit; the stream of the line above the view keeps it true. */
const useKnown = (venueId: string, date: string) => {
  const { data } = useEndpoint(serviceSheets.guests, { params: { id: venueId }, query: { date } })
  return useMemo(() => new Map(data?.map((known) => [known.id, known])), [data])
}

type WorkOf = Pick<PhaseWork, 'onOpen'> & {
  venueId: string
  date: string
  moves: Pick<Moves, 'act' | 'mayMove'>
  zone: string
  selectedId: string | undefined
}

/** The same object until something of it changes: three hundred rows hang on it. */
export const useWork = ({ moves, onOpen, zone, selectedId, venueId, date }: WorkOf) => {
  const known = useKnown(venueId, date)
  const [currentId, onCurrent] = useState<string>()
  const [menu, setMenu] = useState<MenuAt>()
  const [timeOf, setTimeOf] = useState<ReservationRow>()
  const { act, mayMove } = moves
  const work = useMemo<PhaseWork>(
    () => ({
      zone,
      moves: { act, mayMove },
      selectedId,
      knownOf: (id) => known.get(id),
      endOf: (row) => expectedEnd(row, known.get(row.id)?.seatedAt),
      onOpen,
      onCurrent,
      onMenu: (row, anchor) => setMenu({ row, anchor }),
    }),
    [zone, act, mayMove, selectedId, onOpen, known],
  )
  const askTime = (row: ReservationRow | undefined): void => {
    if (row && changeable(row.status)) setTimeOf(row)
  }
  return { work, currentId, menu, setMenu, timeOf, askTime, endTime: () => setTimeOf(undefined), moveTime: useMoveTime() }
}

type DropsOf = {
  rows: readonly ReservationRow[]
  intervals: ServiceDay['intervals']
  moves: Pick<Moves, 'act' | 'mayMove'>
  moveTime: MoveTime
}

/** Lets a party go where it was carried to: into a lane by the step that leads there, or to the time of a line. */
export const useDrops = ({ rows, intervals, moves, moveTime }: DropsOf) => {
  const t = usePhaseT()
  return (id: string, target: string): void => {
    const row = rows.find((one) => one.id === id)
    const colon = target.indexOf(':')
    const to = target.slice(colon + 1)
    if (!row || !moves.mayMove) return
    if (target.slice(0, colon) === 'time') {
      const from = slotsOf(intervals, [row]).find((slot) => slot.rows.length > 0)
      if (Date.parse(to) === from?.at) return
      if (changeable(row.status)) moveTime({ row, startsAt: to })
      else toast.info(t('drag.cannot'))
      return
    }
    const move = moveInto(to as Lane, row.status)
    if (move) moves.act(row, move)
    else if (laneOf(row) !== to) toast.info(t('drag.cannot'))
  }
}

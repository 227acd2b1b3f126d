import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import type { Venue } from '@tablewire/contracts/estate/venue-fields'
import { serviceSheets } from '@tablewire/contracts/booking/service-sheets'
import { availability, type ServiceDay } from '@tablewire/contracts/estate/venues'
import { changeable } from '@tablewire/contracts/booking/reservations.rules'
import { useMemo, useState } from 'react'
import { useEndpoint } from '#src/api/query.ts'
import { useNow } from '#src/kit/use-now.ts'
import { wallClock } from '#src/kit/zone-clock.ts'
import type { Search } from '../reservation-search.ts'
import type { Seats } from '../seating/seats.ts'
import type { Moves } from '../use-moves.ts'
import type { PhaseWork } from './evening.ts'
import type { MenuAt } from './PartyMenu.tsx'
import { mayBeLate } from './party/party-steps.ts'
import type { PartyAsk } from './party/PartyDialog.tsx'
import { mealsOf, ofMeal, phaseAt, served, shownMeal } from './phase-rules.ts'
import { expectedEnd } from './service-rules.ts'
import { useMoveTime } from './use-move-time.ts'

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
  const mealId = shownMeal(meals, search.meal, { date, nowLocal })
  const byItself = phaseAt(meals, mealId, { date, nowLocal })
  const phase = search.phase ?? byItself
  const rows = useMemo(() => {
    const mine = ofMeal(all, { meals, mealId, date })
    return phase === 'service' ? served(all, mine) : mine
  }, [all, meals, mealId, date, phase])
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
  seats: Seats | undefined
}

/** The same object until something of it changes: three hundred rows hang on it. */
export const useWork = ({ moves, onOpen, zone, selectedId, venueId, date, seats }: WorkOf) => {
  const known = useKnown(venueId, date)
  const [currentId, onCurrent] = useState<string>()
  const [menu, setMenu] = useState<MenuAt>()
  const [asked, setAsked] = useState<PartyAsk>()
  const [repaired, repair] = useState<ReservationRow>()
  const [timeOf, setTimeOf] = useState<ReservationRow>()
  const { act, mayMove } = moves
  const work = useMemo<PhaseWork>(
    () => ({
      zone,
      moves: { act, mayMove },
      selectedId,
      knownOf: (id) => known.get(id),
      endOf: (row) => expectedEnd(row, known.get(row.id)?.seatedAt, seats?.seatOf(row.id)?.until),
      sinceOf: (row) => Date.parse(known.get(row.id)?.seatedAt ?? row.startsAt),
      onOpen,
      onCurrent,
      onMenu: (row, anchor) => setMenu({ row, anchor }),
    }),
    [zone, act, mayMove, selectedId, onOpen, known, seats],
  )
  const askTime = (row: ReservationRow | undefined): void => {
    if (row && changeable(row.status)) setTimeOf(row)
  }
  const askLate = (row: ReservationRow | undefined): void => {
    if (row && mayBeLate(row)) setAsked({ what: 'late', row })
  }
  return {
    work,
    askLate,
    currentId,
    menu,
    setMenu,
    asked,
    setAsked,
    timeOf,
    repaired,
    repair,
    askTime,
    endTime: () => setTimeOf(undefined),
    moveTime: useMoveTime(),
  }
}

import { mdiAccountQuestionOutline, mdiTableChair } from '@mdi/js'
import Button from '@mui/material/Button'
import type { Venue } from '@tablewire/contracts/estate/venue-fields'
import type { ServiceDay } from '@tablewire/contracts/estate/venues'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { nightMinutes } from '@tablewire/contracts/booking/reservations.rules'
import { useId, useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { SheetPopover } from '#src/kit/SheetPopover.tsx'
import { useNow } from '#src/kit/use-now.ts'
import { addDays, eveningOf, instantOf } from '#src/kit/zone-clock.ts'
import { RoomSwitch } from '../floor/RoomSwitch.tsx'
import { TablesSheet } from '../offline/lazy-components.ts'
import { usePhaseWork } from '../phases/evening.ts'
import { mealsOf } from '../phases/phase-rules.ts'
import type { TablesOf } from './seats.ts'
import { useT } from '../use-t.ts'
import { useSeatT } from './use-seat-t.ts'
import { WalkIn } from './WalkIn.tsx'

type ServiceToolsProps = {
  venue: Pick<Venue, 'id' | 'timezone'>
  date: string
  day: ServiceDay | undefined
  rows: readonly ReservationRow[]
  tablesOf: TablesOf | undefined
  /** The evening is worked now. */
  serving: boolean
  /** The room is looked at instead of the lanes. */
  room: string | undefined
  onRoom: (room: string | undefined) => void
  onAsk: () => void
}

const two = (value: number): string => String(value).padStart(2, '0')
const instantIn = (date: string, minutes: number, zone: string): number =>
  Date.parse(instantOf(`${addDays(date, Math.floor(minutes / 1440))}T${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`, zone))

/** From when and until when a table is closed for this day: from now, or from the first meal of a day to come, until the last one ends. */
export const spanOf = (
  { venue, date, day }: Pick<ServiceToolsProps, 'venue' | 'date' | 'day'>,
  now: number,
): { from: number; closing: number } => {
  const meals = day ? mealsOf(day) : []
  const instant = (minutes: number): number => instantIn(date, minutes, venue.timezone)
  const from = now < instant(0) ? instant(meals[0]?.from ?? 0) : now
  const last = instant(Math.max(0, ...meals.map(({ to }) => to)))
  return { from, closing: last > from ? last : instant(1440 + nightMinutes) }
}

const Tables = ({ tablesOf, ...props }: ServiceToolsProps & { tablesOf: TablesOf }) => {
  const t = useSeatT()
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { endOf, moves } = usePhaseWork()
  const now = useNow()
  const { from, closing } = spanOf(props, now)
  return (
    <>
      <Button
        color="inherit"
        variant="outlined"
        startIcon={<Icon path={mdiTableChair} size={18} />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {t('house')}
      </Button>
      <SheetPopover anchor={anchor} id={id} label={t('house.label')} onClose={() => setAnchor(null)}>
        <TablesSheet
          venue={props.venue}
          tablesOf={tablesOf}
          rows={props.rows}
          endOf={endOf}
          now={from}
          closing={closing}
          mayMove={moves.mayMove && closing > now}
        />
      </SheetPopover>
    </>
  )
}

/** Beside the choice of the phase: who comes in by the door, and the tables of the house. */
export const ServiceTools = (props: ServiceToolsProps) => {
  const { venue, date, serving, tablesOf, room, onRoom, onAsk } = props
  const t = useT()
  const mayCreate = useAbility().can('create', 'reservation-list')
  const evening = eveningOf(venue.timezone, useNow(), nightMinutes)
  const today = evening === date
  return (
    <span className="tools">
      {tablesOf ? <RoomSwitch on={room !== undefined} onRoom={onRoom} /> : null}
      {tablesOf ? <Tables {...props} tablesOf={tablesOf} /> : null}
      {mayCreate && date >= evening ? (
        <Button
          color="inherit"
          variant="outlined"
          startIcon={<Icon path={mdiAccountQuestionOutline} size={18} />}
          aria-haspopup="dialog"
          aria-keyshortcuts="q"
          onClick={onAsk}
        >
          {t('ask')}
        </Button>
      ) : null}
      {serving && today && mayCreate ? <WalkIn venue={venue} date={date} /> : null}
    </span>
  )
}

import { mdiAccountClockOutline } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { waitlist, type WaitlistDay, type WaitlistEntry } from '@tablewire/contracts/booking/waitlist'
import type { WaitMove } from '@tablewire/contracts/booking/waitlist.rules'
import { useQueryClient } from '@tanstack/react-query'
import { useLive } from '#src/api/live.ts'
import { keyOf, useCall, useEndpoint } from '#src/api/query.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { VisuallyHidden } from '#src/kit/VisuallyHidden.tsx'
import { useNow } from '#src/kit/use-now.ts'
import { clockOf } from '../waitlist/wait-clock.ts'
import { useWaitT } from '../waitlist/use-wait-t.ts'
import { DoorParty } from './party/DoorParty.tsx'
import { usePhaseWork } from './evening.ts'
import { usePhaseT } from './use-phase-t.ts'

/** Who waits at the venue on that day, kept true by the stream. */
export const useWaiting = (venueId: string, date: string) => {
  const client = useQueryClient()
  const list = useEndpoint(waitlist.day, { params: { id: venueId }, query: { date } })
  useLive((message) => {
    if (message.type === 'reset' || (message.type === 'waitlist' && message.venueId === venueId))
      void client.invalidateQueries({ queryKey: keyOf(waitlist.day) })
  })
  return list.data
}
export const waitingOf = (day: WaitlistDay | undefined): readonly WaitlistEntry[] =>
  day?.entries.filter(({ position }) => position !== null) ?? []

/** The step that leads on. */
const first: readonly WaitMove[] = ['seat', 'book', 'ready']

const Waiting = ({ entry }: { entry: WaitlistEntry }) => {
  const t = useWaitT()
  const client = useQueryClient()
  const { moves } = usePhaseWork()
  const clock = clockOf(entry, useNow())
  const move = useCall(waitlist.move, {
    networkMode: 'always',
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(waitlist.day) }),
  })
  const { id, version, partySize, status, moves: legal } = entry
  const leading = first.find((one) => legal.includes(one))
  const name = `${entry.firstName} ${entry.lastName}`.trim()
  return (
    <li className="party waits" data-wait={id}>
      <span className="size">
        {partySize}
        <VisuallyHidden> {t('more', { count: partySize })}</VisuallyHidden>
      </span>
      <span className="who">
        <span className="name">{name}</span>
      </span>
      <span className="facts">
        <span>{t(`status.${status}`)}</span>
        {clock ? <strong className={clock.late ? 'alarm' : ''}>{t(clock.key, { count: clock.count })}</strong> : null}
        <span className="clip">{entry.notes}</span>
      </span>
      <span className="acts">
        {leading && moves.mayMove ? (
          <button
            type="button"
            className="act"
            disabled={move.isPending}
            onClick={() => move.mutate({ params: { id }, body: { move: leading, version } })}
          >
            {t(`move.${leading}`)}
            <VisuallyHidden>: {name}</VisuallyHidden>
          </button>
        ) : null}
      </span>
    </li>
  )
}

type WaitLaneProps = { venueId: string; date: string; day: WaitlistDay | undefined; onAll: () => void }

/** Who waits, beside who comes and who sits; all else about them stands in the waitlist itself. */
export const WaitLane = ({ venueId, date, day, onAll }: WaitLaneProps) => {
  const own = usePhaseT()
  const t = useWaitT()
  const waiting = waitingOf(day)
  return (
    <section className="lane waiting" aria-label={own('waiting')}>
      <h2>
        {own('waiting')}
        <small>{waiting.length}</small>
        <DoorParty venueId={venueId} date={date} />
        <IconButton className="all" size="small" aria-label={own('waiting.all')} title={own('waiting.all')} onClick={onAll}>
          <Icon path={mdiAccountClockOutline} size={20} />
        </IconButton>
      </h2>
      <div className="inside" data-scrolls>
        {waiting.length === 0 ? <p className="none">{t('door.none')}</p> : null}
        <ul>
          {waiting.map((entry) => (
            <Waiting key={entry.id} entry={entry} />
          ))}
        </ul>
      </div>
    </section>
  )
}

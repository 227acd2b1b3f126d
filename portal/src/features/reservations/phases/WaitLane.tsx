import { mdiAccountClockOutline } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { waitlist, type WaitlistDay, type WaitlistEntry } from '@tablewire/contracts/booking/waitlist'
import type { WaitMove } from '@tablewire/contracts/booking/waitlist.rules'
import { useQueryClient } from '@tanstack/react-query'
import { useLive } from '#src/api/live.ts'
import { keyOf, useEndpoint } from '#src/api/query.ts'
import { randomKey } from '#src/api/random-key.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { VisuallyHidden } from '#src/kit/VisuallyHidden.tsx'
import { useNow } from '#src/kit/use-now.ts'
import { useMoveWaiting } from '../offline/use-move-waiting.ts'
import { clockOf } from '../waitlist/wait-clock.ts'
import { quotedText, useWaitT } from '../waitlist/use-wait-t.ts'
import { WaitRefused } from '../waitlist/WaitRefused.tsx'
import { DoorParty } from './party/DoorParty.tsx'
import { WaitMenu } from './party/WaitMenu.tsx'
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

const nameOf = ({ firstName, lastName }: WaitlistEntry): string => `${firstName} ${lastName}`.trim()

const Waiting = ({ entry, onAll }: { entry: WaitlistEntry; onAll: () => void }) => {
  const t = useWaitT()
  const { moves } = usePhaseWork()
  const clock = clockOf(entry, useNow())
  const move = useMoveWaiting(entry)
  const { id, version, partySize, status, moves: legal, notes } = entry
  const leading = first.find((one) => legal.includes(one))
  const name = nameOf(entry)
  const act = (one: WaitMove): void => move.mutate({ move: one, version, key: randomKey() })
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
        {status === 'waiting' ? null : <span>{t(`status.${status}`)}</span>}
        {clock ? <strong className={clock.late ? 'alarm' : ''}>{t(clock.key, { count: clock.count })}</strong> : null}
        <span>{quotedText(t, entry)}</span>
        <span className="clip">{notes}</span>
      </span>
      <span className="acts">
        {leading && moves.mayMove ? (
          <button type="button" className="act" disabled={move.isPending} onClick={() => act(leading)}>
            {t(`move.${leading}`)}
            <VisuallyHidden>: {name}</VisuallyHidden>
          </button>
        ) : null}
        {moves.mayMove ? <WaitMenu entry={entry} name={name} onAll={onAll} onMove={(one) => move.isPending || act(one)} /> : null}
      </span>
      <WaitRefused move={move} />
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
            <Waiting key={entry.id} entry={entry} onAll={onAll} />
          ))}
        </ul>
      </div>
    </section>
  )
}

import Button from '@mui/material/Button'
import type { WaitlistEntry } from '@tablewire/contracts/booking/waitlist'
import type { WaitMove, WaitStatus } from '@tablewire/contracts/booking/waitlist.rules'
import { useAbility } from '#src/api/ability.ts'
import { localTime } from '#src/kit/format.ts'
import { Tag } from '#src/kit/Tag.tsx'
import type { Tone } from '#src/kit/tones.ts'
import { useNow } from '#src/kit/use-now.ts'
import { randomKey } from '#src/api/random-key.ts'
import { useMoveWaiting } from '../offline/use-move-waiting.ts'
import { clockOf } from './wait-clock.ts'
import { quotedText, useWaitT } from './use-wait-t.ts'
import { WaitRefused } from './WaitRefused.tsx'

const tones: Record<WaitStatus, Tone> = {
  waiting: 'neutral',
  offered: 'warning',
  ready: 'info',
  booked: 'success',
  seated: 'success',
  declined: 'neutral',
  lapsed: 'neutral',
  left: 'neutral',
  no_answer: 'danger',
  over: 'neutral',
}
/** The one step that comes next. */
const first: readonly WaitMove[] = ['seat', 'book', 'ready']

type WaitRowProps = { entry: WaitlistEntry; onReservation: (id: string) => void }

const Clock = ({ entry }: Pick<WaitRowProps, 'entry'>) => {
  const t = useWaitT()
  const clock = clockOf(entry, useNow())
  if (!clock) return null
  return <strong className={clock.late ? 'clock late' : 'clock'}>{t(clock.key, { count: clock.count })}</strong>
}

const facts = ({ kind, fromLocal, untilLocal, areaName, notes }: WaitlistEntry): string =>
  [kind === 'day' ? `${localTime(fromLocal)} – ${localTime(untilLocal)}` : '', areaName, notes].filter(Boolean).join(' · ')

const lost: ReadonlySet<string> = new Set(['bounced', 'failed', 'skipped'])
/** What became of the message about the place that is kept: who did not get it is called. */
const Told = ({ told }: { told: NonNullable<WaitlistEntry['told']> }) => {
  const t = useWaitT()
  const said = t(`told.${told.port}`, { state: t(`told.${told.state}`) })
  return <span className={lost.has(told.state) ? 'told lost' : 'told'}>{told.reason ? `${said} (${told.reason})` : said}</span>
}

/** One party, with all that can be done with it. */
export const WaitRow = ({ entry, onReservation }: WaitRowProps) => {
  const t = useWaitT()
  const mayMove = useAbility().can('update', 'reservation-list')
  const { id, kind, status, position, partySize, firstName, lastName, phone, told, offerLocal, reservationId, moves, version } = entry
  const move = useMoveWaiting(entry)
  const leading = first.find((one) => moves.includes(one))
  const name = `${firstName} ${lastName}`.trim()
  return (
    <li className={position === null ? 'ended' : ''} data-wait={id}>
      <div className="who">
        {position === null ? null : (
          <span className="turn" title={t('position', { count: position })}>
            {position}
          </span>
        )}
        <b>{name}</b>
        <span>{t('more', { count: partySize })}</span>
        <Tag tone={tones[status]}>{t(`status.${status}`)}</Tag>
        <Clock entry={entry} />
        <small>{quotedText(t, entry)}</small>
      </div>
      <p className="facts">
        {facts(entry)}
        {entry.origin === 'google' ? <span className="origin">{t('origin.google')}</span> : null}
        {status === 'offered' && offerLocal ? <span className="offer">{t('offered', { time: localTime(offerLocal) })}</span> : null}
        {phone ? (
          <a href={`tel:${phone}`} aria-label={t('call', { phone })}>
            {phone}
          </a>
        ) : null}
        {told ? <Told told={told} /> : null}
        {kind === 'day' && status === 'waiting' && !entry.reachable ? <span className="hint">{t('noMail')}</span> : null}
      </p>
      <div className="acts">
        {moves.map((one) => (
          <Button
            key={one}
            size="small"
            variant={one === leading ? 'contained' : 'outlined'}
            color={one === leading ? 'primary' : 'inherit'}
            disabled={!mayMove || move.isPending}
            onClick={() => move.mutate({ move: one, version, key: randomKey() })}
          >
            {t(`move.${one}`)}
          </Button>
        ))}
        {reservationId === null ? null : (
          <Button size="small" color="inherit" onClick={() => onReservation(reservationId)}>
            {t('booked.open')}
          </Button>
        )}
      </div>
      <WaitRefused move={move} />
    </li>
  )
}

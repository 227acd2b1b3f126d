import {
  mdiAccountOffOutline,
  mdiAccountPlusOutline,
  mdiAlertOctagonOutline,
  mdiAlertOutline,
  mdiClockAlertOutline,
  mdiClockOutline,
  mdiStar,
  mdiTimerAlertOutline,
} from '@mdi/js'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { formatClock } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { useNow } from '#src/kit/use-now.ts'
import { VisuallyHidden } from '#src/kit/VisuallyHidden.tsx'
import { hasAllergy, isVip, laneOf } from '../../reservation-flags.ts'
import { useClash, useMeets } from '../../repair/clashes.ts'
import { nameOf } from '../../seating/seated-name.ts'
import { FitWords } from '../../seating/TableMark.tsx'
import { useT } from '../../use-t.ts'
import { usePhaseWork } from '../evening.ts'
import { arrivalOf, minutesLeft } from '../service-rules.ts'
import { usePhaseT } from '../use-phase-t.ts'

type RowProps = { row: ReservationRow }
type AlarmProps = { className: 'alarm' | 'soon'; icon?: string; text: string }

/** The number stands first in each language: cut at its end, it still says how much. */
const Alarm = ({ className, icon, text }: AlarmProps) => (
  <span className={className} title={text}>
    {icon ? <Icon path={icon} size={15} /> : null}
    <span>{text}</span>
  </span>
)

/** Where a party that is expected stands to the clock. */
const Coming = ({ row }: RowProps) => {
  const t = usePhaseT()
  const { state, minutes, announced } = arrivalOf(row, useNow())
  if (state === 'late') return <Alarm className="alarm" icon={mdiClockAlertOutline} text={t('late', { count: minutes })} />
  if (announced !== undefined) return <Alarm className="soon" icon={mdiClockOutline} text={t('announced', { count: announced })} />
  return state === 'due' ? <Alarm className="soon" icon={mdiClockOutline} text={t('due')} /> : null
}

const Over = ({ row }: RowProps) => {
  const t = usePhaseT()
  const left = minutesLeft(usePhaseWork().endOf(row), useNow())
  return left < 0 ? <Alarm className="alarm" icon={mdiTimerAlertOutline} text={t('over', { count: -left })} /> : null
}

/** Who sits past his time where the next one comes, or comes there. */
const Clashing = ({ row }: RowProps) => {
  const t = usePhaseT()
  const { zone } = usePhaseWork()
  const clash = useClash(row.id)
  const meets = useMeets(row.id)
  const words = clash
    ? t('clash', { name: nameOf(clash.next), time: formatClock(clash.next.startsAt, zone) })
    : meets && t('meets', { name: nameOf(meets.sits) })
  return words ? <Icon className="allergy" path={mdiAlertOctagonOutline} size={16} label={words} /> : null
}

/** What a house must not overlook, whatever room there is: who may fall ill, who is somebody, who is late and whose time is over. */
export const Urgent = ({ row, brief }: RowProps & { brief: boolean }) => {
  const t = useT()
  const own = usePhaseT()
  const known = usePhaseWork().knownOf(row.id)
  const lane = laneOf(row)
  const allergy = hasAllergy(row) ? t('sign.allergy') : known?.allergies.join(', ')
  const vip = isVip(row) || isVip({ tags: [...(known?.guestTags ?? [])] })
  return (
    <span className="urgent">
      {allergy ? <Icon className="allergy" path={mdiAlertOutline} size={16} label={allergy} /> : null}
      {vip ? <Icon className="vip" path={mdiStar} size={16} label={own('matter.vip')} /> : null}
      <FitWords row={row} />
      {brief ? null : <Clashing row={row} />}
      {lane === 'expected' ? <Coming row={row} /> : lane === 'seated' && !brief ? <Over row={row} /> : null}
    </span>
  )
}

/** Until when a party sits, and how long that is from now. */
export const Sitting = ({ row }: RowProps) => {
  const t = usePhaseT()
  const { zone, endOf } = usePhaseWork()
  const end = endOf(row)
  const left = minutesLeft(end, useNow())
  const time = formatClock(new Date(end).toISOString(), zone)
  return (
    <>
      <span>
        <VisuallyHidden>{t('until', { time })}</VisuallyHidden>
        <span aria-hidden="true">
          → <b>{time}</b>
        </span>
      </span>
      {left < 0 ? null : (
        <span>
          <VisuallyHidden>{t('left', { count: left })}</VisuallyHidden>
          <span aria-hidden="true">{t('minutes', { count: left })}</span>
        </span>
      )}
    </>
  )
}

/** What else the house knows of the guest and the booking does not say. */
export const KnownSigns = ({ row }: RowProps) => {
  const t = usePhaseT()
  const known = usePhaseWork().knownOf(row.id)
  if (!known) return null
  return (
    <>
      {known.visits === 0 && row.source !== 'walk_in' ? <Icon path={mdiAccountPlusOutline} size={16} label={t('first')} /> : null}
      {known.noShows ? (
        <Icon className="allergy" path={mdiAccountOffOutline} size={16} label={t('noShows', { count: known.noShows })} />
      ) : null}
    </>
  )
}

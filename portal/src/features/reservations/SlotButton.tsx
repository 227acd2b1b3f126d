import { mdiLockOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import type { DayAvailability, Slot } from '@tablewire/contracts/booking/availability'
import type { ApiError } from '#src/api/api-error.ts'
import { errorText } from '#src/kit/error-text.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { Skeleton } from '#src/kit/Skeletons.tsx'
import { VisuallyHidden } from '#src/kit/VisuallyHidden.tsx'
import { useT as useKitT } from '#src/kit/use-t.ts'
import { timeOf } from './reservation-form.ts'
import { useT } from './use-t.ts'

type SlotButtonProps = {
  /** The name all times of the form share: one stop for Tab, the arrows lead on. */
  group: string
  slot: Slot
  chosen: boolean
  open: boolean
  mayOverride: boolean
  /** Why it is closed. */
  reason: string
  onChange: (time: string) => void
}

export const SlotButton = ({ group, slot, chosen, open, mayOverride, reason, onChange }: SlotButtonProps) => {
  const t = useT()
  const at = timeOf(slot)
  const blocked = !open && !mayOverride
  const left = slot.coversLeft === null ? t('slot.free') : t('slot.some', { count: slot.coversLeft })
  return (
    <label className={open ? 'slot' : 'slot closed'} title={open ? undefined : reason}>
      <input type="radio" name={group} checked={chosen} disabled={blocked} onChange={() => onChange(at)} />
      {at}{' '}
      <small>
        {open ? null : <Icon path={mdiLockOutline} size={11} />}
        {open ? left : t('slot.closed')}
        {open ? null : <VisuallyHidden>: {reason}</VisuallyHidden>}
      </small>
    </label>
  )
}

export const KeepTime = ({ ownTime, onChange }: { ownTime: string | undefined; onChange: (time: string) => void }) => {
  const t = useT()
  if (!ownTime) return null
  return (
    <Button size="small" onClick={() => onChange(ownTime)}>
      {t('form.keepTime', { time: ownTime })}
    </Button>
  )
}

export const NoSlots = ({ reason }: { reason: string | undefined }) => {
  const t = useT()
  return <p className="none">{reason === undefined ? t('slot.noneLeft') : t('slot.dayClosed', { reason })}</p>
}

/** What cannot be known without a connection, as the page knows: of a new booking, or of one that changes. */
export type Away = 'new' | 'change' | undefined
type NotAskedProps = { day: DayAvailability | undefined; loading: boolean; unknown: ApiError | null; away: Away }

/** What is free is not known, as nobody answers; known beforehand, it is said at once. */
export const NotAsked = ({ day, loading, unknown, away }: NotAskedProps) => {
  const t = useT()
  const kitT = useKitT()
  if (day) return null
  if (away)
    return (
      <output className="none" style={{ display: 'block' }}>
        {t(`slot.away.${away}`)}
      </output>
    )
  if (loading) return <SlotsToCome />
  if (!unknown) return null
  return (
    <p className="none">
      {t('slot.notAsked')} {errorText(unknown, kitT)}
    </p>
  )
}

const SlotsToCome = () => (
  <div className="slots" aria-busy="true">
    {Array.from({ length: 10 }, (_, index) => (
      <Skeleton key={index} height={44} />
    ))}
  </div>
)

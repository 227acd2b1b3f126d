import {
  mdiAt,
  mdiArrowRightCircleOutline,
  mdiAlertCircleOutline,
  mdiBellRingOutline,
  mdiCalendarEdit,
  mdiCalendarPlus,
  mdiCalendarRemove,
  mdiConnection,
  mdiDatabaseAlertOutline,
  mdiEmailOffOutline,
  mdiCompareRemove,
  mdiKeyAlertOutline,
  mdiHandFrontRightOutline,
  mdiMessageTextOutline,
  mdiStarOutline,
  mdiVolumeOff,
} from '@mdi/js'
import type { Notification } from '@tablewire/contracts/operations/notifications'
import type { Tone } from '#src/kit/tones.ts'

export const eventIcon: Record<Notification['event'], { icon: string; tone: Tone }> = {
  new: { icon: mdiCalendarPlus, tone: 'success' },
  changed: { icon: mdiCalendarEdit, tone: 'info' },
  canceled: { icon: mdiCalendarRemove, tone: 'danger' },
  pending: { icon: mdiHandFrontRightOutline, tone: 'warning' },
  sync_failure: { icon: mdiConnection, tone: 'danger' },
  review: { icon: mdiStarOutline, tone: 'violet' },
  enquiry: { icon: mdiMessageTextOutline, tone: 'primary' },
  silence: { icon: mdiVolumeOff, tone: 'warning' },
  report: { icon: mdiEmailOffOutline, tone: 'warning' },
  onboarding: { icon: mdiArrowRightCircleOutline, tone: 'teal' },
  mention: { icon: mdiAt, tone: 'primary' },
  google_password: { icon: mdiKeyAlertOutline, tone: 'warning' },
  google_drift: { icon: mdiCompareRemove, tone: 'warning' },
  google_trouble: { icon: mdiAlertCircleOutline, tone: 'danger' },
  restored: { icon: mdiDatabaseAlertOutline, tone: 'danger' },
  test: { icon: mdiBellRingOutline, tone: 'primary' },
}

import {
  mdiAlertCircleOutline,
  mdiCancel,
  mdiCheckCircleOutline,
  mdiCircleOutline,
  mdiFileSearchOutline,
  mdiHandPointingRight,
  mdiPauseCircleOutline,
  mdiTimerSand,
} from '@mdi/js'
import type { LinkState } from '@tablewire/contracts/channels.rules'
import { Tag } from '#src/kit/Tag.tsx'
import type { Tone } from '#src/kit/tones.ts'
import { useT } from './use-t.ts'

/** Each state has a colour, a shape and a word, so that none has to carry it alone. */
const look: Record<LinkState, { tone: Tone; icon: string }> = {
  not_enabled: { tone: 'neutral', icon: mdiCircleOutline },
  action_required: { tone: 'warning', icon: mdiHandPointingRight },
  requested: { tone: 'info', icon: mdiTimerSand },
  in_review: { tone: 'violet', icon: mdiFileSearchOutline },
  live: { tone: 'success', icon: mdiCheckCircleOutline },
  paused: { tone: 'neutral', icon: mdiPauseCircleOutline },
  rejected: { tone: 'danger', icon: mdiCancel },
  error: { tone: 'danger', icon: mdiAlertCircleOutline },
}

export const StateMark = ({ state }: { state: LinkState }) => {
  const t = useT()
  return (
    <Tag tone={look[state].tone} icon={look[state].icon}>
      {t(`state.${state}`)}
    </Tag>
  )
}

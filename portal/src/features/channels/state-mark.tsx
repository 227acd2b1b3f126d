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
import type { LinkState } from '@tablewire/contracts/channels/channels.rules'
import { linkTone } from '#src/api/link-tone.ts'
import { Tag } from '#src/kit/Tag.tsx'
import { useT } from './use-t.ts'

/** Each state has a colour, a shape and a word, so that none has to carry it alone. */
export const icons: Record<LinkState, string> = {
  not_enabled: mdiCircleOutline,
  action_required: mdiHandPointingRight,
  requested: mdiTimerSand,
  in_review: mdiFileSearchOutline,
  live: mdiCheckCircleOutline,
  paused: mdiPauseCircleOutline,
  rejected: mdiCancel,
  error: mdiAlertCircleOutline,
}

export const StateMark = ({ state }: { state: LinkState }) => {
  const t = useT()
  return (
    <Tag tone={linkTone[state]} icon={icons[state]}>
      {t(`state.${state}`)}
    </Tag>
  )
}

import { mdiClockAlertOutline } from '@mdi/js'
import { formatClock } from '../format.ts'
import { Icon } from '../Icon.tsx'
import { ToneBox } from '../ToneBox.tsx'
import { useOfficeT } from './use-office-t.ts'

type Told = { told?: { stale: boolean; at: string | null } | undefined; timezone: string }

/** Beside free places that the venue's own system told earlier and does not confirm now: as of when they are. Nothing where they are of this moment. */
export const ToldNote = ({ day }: { day: Told }) => {
  const t = useOfficeT()
  const { told, timezone } = day
  if (!told?.stale || told.at === null) return null
  return (
    <output style={{ display: 'block', marginBlockEnd: 8 }}>
      <ToneBox tone="warning">
        <Icon path={mdiClockAlertOutline} size={18} />
        {t('told.stale', { time: formatClock(told.at, timezone) })}
      </ToneBox>
    </output>
  )
}

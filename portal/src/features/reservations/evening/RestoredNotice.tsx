import { mdiClose, mdiDatabaseAlertOutline } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { restores } from '@tablewire/contracts/operations/restores'
import { useState } from 'react'
import { useEndpoint } from '#src/api/query.ts'
import { Banner } from '#src/kit/Banner.tsx'
import { formatRecent } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { useT } from '../use-t.ts'

const place = 'tablewire:restored-seen'
const everyMs = 300_000

/** Over the bookings for a day after the database was set back: which of them may be missing. Whoever has read it puts it away on this device. */
export const RestoredNotice = () => {
  const t = useT()
  const { data } = useEndpoint(restores.latest, {}, { staleTime: everyMs, refetchInterval: everyMs, meta: { shown: true } })
  const [seen, setSeen] = useState(() => localStorage.getItem(place))
  if (!data || data.id === seen) return null
  const putAway = (): void => {
    localStorage.setItem(place, data.id)
    setSeen(data.id)
  }
  return (
    <div style={{ flexShrink: 0, marginBottom: 12 }}>
      <Banner
        tone="warning"
        icon={mdiDatabaseAlertOutline}
        action={
          <IconButton size="small" color="inherit" aria-label={t('restored.putAway')} title={t('restored.putAway')} onClick={putAway}>
            <Icon path={mdiClose} size={20} />
          </IconButton>
        }
      >
        {t('restored', { from: formatRecent(data.from), to: formatRecent(data.to) })}
      </Banner>
    </div>
  )
}

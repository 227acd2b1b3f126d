import { mdiCogOutline } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { useT } from '../use-t.ts'
import { ReviewSettings } from './ReviewSettings.tsx'

/** For who says how the house answers. */
export const SettingsButton = ({ venue }: { venue: string | undefined }) => {
  const t = useT()
  const ability = useAbility()
  const [open, setOpen] = useState(false)
  if (!ability.can('create', 'reviews')) return null
  return (
    <>
      <IconButton aria-label={t('work.settings')} onClick={() => setOpen(true)}>
        <Icon path={mdiCogOutline} />
      </IconButton>
      {open ? <ReviewSettings venue={venue} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

import { mdiPlus } from '@mdi/js'
import Button from '@mui/material/Button'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { useT } from '../use-t.ts'
import { NewRequest } from './NewRequest.tsx'

/** For partners and the platform; a house asks for nothing in their name. */
export const NewRequestButton = ({ onMade }: { onMade: (id: string) => void }) => {
  const t = useT()
  const may = useAbility().can('create', 'onboarding')
  const [making, setMaking] = useState(false)
  if (!may) return null
  return (
    <>
      <Button color="inherit" component={Link} to="/import" search={{ id: 'new', kind: 'onboarding' } as never}>
        {t('r.new.file')}
      </Button>
      <Button variant="contained" startIcon={<Icon path={mdiPlus} size={18} />} onClick={() => setMaking(true)}>
        {t('r.new')}
      </Button>
      {making ? <NewRequest onClose={() => setMaking(false)} onMade={onMade} /> : null}
    </>
  )
}

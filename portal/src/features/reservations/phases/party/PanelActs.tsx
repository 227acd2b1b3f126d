import { mdiCallSplit, mdiClockAlertOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { useState } from 'react'
import { Icon } from '#src/kit/Icon.tsx'
import { usePhaseT } from '../use-phase-t.ts'
import { mayBeLate, maySplit } from './party-steps.ts'
import { type PartyAsk, PartyDialog } from './PartyDialog.tsx'

/** What else is done with a party in service, in its details. */
export const PanelActs = ({ row }: { row: ReservationRow }) => {
  const own = usePhaseT()
  const [what, setWhat] = useState<PartyAsk['what']>()
  return (
    <>
      {mayBeLate(row) ? (
        <Button size="small" color="inherit" startIcon={<Icon path={mdiClockAlertOutline} size={18} />} onClick={() => setWhat('late')}>
          {own('delay')}
        </Button>
      ) : null}
      {maySplit(row) ? (
        <Button size="small" color="inherit" startIcon={<Icon path={mdiCallSplit} size={18} />} onClick={() => setWhat('split')}>
          {own('split')}
        </Button>
      ) : null}
      {what ? <PartyDialog ask={{ what, row }} onClose={() => setWhat(undefined)} /> : null}
    </>
  )
}

import { mdiEmailFastOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { type ReservationRow, reservations } from '@tablewire/contracts/booking/reservations'
import { useCall } from '#src/api/query.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { toast } from '#src/kit/toasts.ts'
import { PanelActs } from '../offline/lazy-components.ts'
import { useT } from '../use-t.ts'

const Resend = ({ row }: { row: ReservationRow }) => {
  const t = useT()
  const resend = useCall(reservations.resend, { networkMode: 'always', onSuccess: () => toast.success(t('panel.resent')) })
  if (row.status !== 'confirmed' && row.status !== 'pending_confirmation' && row.status !== 'requires_payment') return null
  return (
    <Button
      size="small"
      color="inherit"
      startIcon={<Icon path={mdiEmailFastOutline} size={18} />}
      disabled={!row.guest.email}
      loading={resend.isPending}
      onClick={() => resend.mutate({ params: { id: row.id } })}
    >
      {row.guest.email ? t('panel.resend') : t('panel.resendNoMail')}
    </Button>
  )
}

/** Beside the moves: what is done with a party in service, and its confirmation once more. */
export const MoreActs = ({ row }: { row: ReservationRow }) => (
  <>
    <PanelActs row={row} />
    <Resend row={row} />
  </>
)

import type { RetentionPlan } from '@tablewire/contracts/estate/companies'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { formatDate, formatNumber } from '#src/kit/format.ts'
import type { AskedRetention } from './use-company-form.ts'
import { useT } from './use-t.ts'

type RetentionDialogProps = { asked: AskedRetention | undefined; onClose: () => void }

/** Before months become fewer: what goes by that, from which day on it stays, and when. */
export const RetentionDialog = ({ asked, onClose }: RetentionDialogProps) => {
  const t = useT()
  const said = (what: 'guests' | 'bookings', counted: RetentionPlan['bookings']) => {
    if (!counted) return null
    const { bookings, more, day } = counted
    const number = formatNumber(bookings)
    const words = { count: more ? t('retention.more', { number }) : bookings, day: formatDate(day, 'dated') }
    return <p>{bookings === 0 ? t(`retention.${what}.none`, words) : t(`retention.${what}`, words)}</p>
  }
  return (
    <ConfirmDialog
      open={asked !== undefined}
      title={t('retention.title')}
      confirmLabel={t('retention.confirm')}
      danger
      onConfirm={() => {
        onClose()
        void asked?.goOn()
      }}
      onClose={onClose}
    >
      {said('guests', asked?.plan.guests ?? null)}
      {said('bookings', asked?.plan.bookings ?? null)}
    </ConfirmDialog>
  )
}

import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { ListingHours } from '@tablewire/contracts/listing/profile'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { formatDate } from '#src/kit/format.ts'
import type { ListingForm } from './listing-form.ts'
import { closesToday, undated } from './own-hours.ts'
import { useT } from './use-t.ts'

type Checked = { form: UseFormReturn<ListingForm>; hours: ListingHours; onWrong: (field: 'ownDays') => void }

/** Said before hours are saved: days without a date, and that guests would read from now on that it is closed. */
export const useHoursCheck = ({ form, hours, onWrong }: Checked) => {
  const t = useT()
  const [closing, setClosing] = useState<ListingForm>()
  return {
    closing,
    settle: () => setClosing(undefined),
    holdsBack: (now: ListingForm): boolean => {
      const without = undated(now)
      for (const nth of without) form.setError(`ownDays.${nth}`, { message: t('own.when') })
      if (without.length > 0) onWrong('ownDays')
      else if (closesToday(now, hours)) setClosing(now)
      return without.length > 0 || closesToday(now, hours)
    },
  }
}

type ClosedTodayProps = { today: string; check: ReturnType<typeof useHoursCheck>; onSave: (form: ListingForm) => void }

/** What everybody would read at once is said before it is saved. */
export const ClosedToday = ({ today, check: { closing, settle }, onSave }: ClosedTodayProps) => {
  const t = useT()
  return (
    <ConfirmDialog
      open={closing !== undefined}
      title={t('today.title')}
      confirmLabel={t('today.save')}
      danger
      onConfirm={() => {
        settle()
        if (closing) onSave(closing)
      }}
      onClose={settle}
    >
      {t('today.text', { day: formatDate(today, 'long') })}
    </ConfirmDialog>
  )
}

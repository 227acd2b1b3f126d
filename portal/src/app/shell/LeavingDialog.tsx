import { useState } from 'react'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { Slot } from '#src/kit/Slot.tsx'
import { useT } from '../use-t.ts'
import { leave } from './sign-out.ts'

/** What was never sent goes with the session, and nobody else knows of it. Where all of it is sent meanwhile nothing is lost by going. */
export const LeavingDialog = ({ onClose }: { onClose: () => void }) => {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const go = async (): Promise<void> => {
    setBusy(true)
    await leave()
    onClose()
  }
  return (
    <ConfirmDialog
      open
      danger
      title={t('leaving.title')}
      confirmLabel={t('leaving.leave')}
      closeLabel={t('leaving.stay')}
      busy={busy}
      onConfirm={() => void go()}
      onClose={onClose}
    >
      {t('leaving.text')}
      <Slot name="unsent" id="" timeZone={undefined} fallback={null} />
    </ConfirmDialog>
  )
}

import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { useOfficeT } from '../office/use-office-t.ts'
import type { useUnsaved } from './use-unsaved.ts'

export const UnsavedDialog = ({ blocker }: { blocker: ReturnType<typeof useUnsaved>['blocker'] }) => {
  const t = useOfficeT()
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      title={t('unsaved.title')}
      confirmLabel={t('unsaved.leave')}
      danger
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {t('unsaved.text')}
    </ConfirmDialog>
  )
}

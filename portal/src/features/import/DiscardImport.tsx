import { mdiTrashCanOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { type ImportBatch, imports } from '@tablewire/contracts/import/import'
import { useState } from 'react'
import { keyOf, queryClient, useCall } from '#src/api/query.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useT } from './use-t.ts'

/** An import that was not applied goes with its file. */
export const DiscardImport = ({ batch, onLeave }: { batch: ImportBatch; onLeave: () => void }) => {
  const t = useT()
  const [confirming, setConfirming] = useState(false)
  const remove = useCall(imports.delete)
  return (
    <>
      <Button color="inherit" startIcon={<Icon path={mdiTrashCanOutline} size={18} />} onClick={() => setConfirming(true)}>
        {t('discard')}
      </Button>
      <ConfirmDialog
        open={confirming}
        title={t('discard.title', { name: batch.fileName })}
        confirmLabel={t('discard')}
        danger
        busy={remove.isPending}
        onClose={() => setConfirming(false)}
        onConfirm={() =>
          remove.mutate(
            { params: { id: batch.id } },
            {
              onSuccess: () => {
                toast.success(t('discarded', { name: batch.fileName }))
                onLeave()
                void queryClient.invalidateQueries({ queryKey: keyOf(imports.list) })
              },
              onSettled: () => setConfirming(false),
            },
          )
        }
      >
        {t('discard.text')}
      </ConfirmDialog>
    </>
  )
}

import { mdiTrashCanOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { Icon } from '../Icon.tsx'
import { useOfficeT } from '../office/use-office-t.ts'
import { toast } from '../toasts.ts'

type DeleteButtonProps = {
  name: string
  /** What goes with it; undefined until that is known. */
  goes: string | undefined
  /** Why it has to stay, if it has to. */
  stays?: string | undefined
  /** Somebody asks: the time to count what goes with it. */
  onAsk?: () => void
  /** `(then) => remove.mutate(…, then)` of `remove = useCall(…)`. */
  onDelete: (then: { onSuccess: () => void; onSettled: () => void }) => void
  busy: boolean
  onDeleted: () => void
}

/** Deletes what stands on the screen; before anything goes it says what goes with it, or why it stays. */
export const DeleteButton = ({ name, goes, stays, onAsk, onDelete, busy, onDeleted }: DeleteButtonProps) => {
  const t = useOfficeT()
  const [asked, setAsked] = useState(false)
  return (
    <>
      <Button
        color="inherit"
        startIcon={<Icon path={mdiTrashCanOutline} size={18} />}
        onClick={() => {
          onAsk?.()
          setAsked(true)
        }}
      >
        {t('delete')}
      </Button>
      <ConfirmDialog
        open={asked}
        title={t(stays === undefined ? 'delete.title' : 'delete.stays', { name })}
        confirmLabel={t('delete')}
        danger
        ready={goes !== undefined && stays === undefined}
        busy={busy}
        onClose={() => setAsked(false)}
        onConfirm={() =>
          onDelete({
            onSuccess: () => {
              toast.success(t('deleted', { name }))
              onDeleted()
            },
            onSettled: () => setAsked(false),
          })
        }
      >
        {stays ?? goes}
      </ConfirmDialog>
    </>
  )
}

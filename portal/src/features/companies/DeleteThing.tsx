import { mdiTrashCanOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import type { companies } from '@tablewire/contracts/companies'
import type { groups } from '@tablewire/contracts/groups'
import { useState } from 'react'
import { queryClient, useCall } from '#src/api/query.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useT } from './use-t.ts'

type DeleteThingProps = {
  endpoint: typeof companies.delete | typeof groups.delete
  id: string
  name: string
  /** What goes with it, or what keeps it. */
  text: string
  ready: boolean
  onDeleted: () => void
}

/** Says what goes with it, or what keeps it from going, before anything goes. */
export const DeleteThing = ({ endpoint, id, name, text, ready, onDeleted }: DeleteThingProps) => {
  const t = useT()
  const [asked, setAsked] = useState(false)
  const remove = useCall(endpoint as typeof groups.delete)
  return (
    <>
      <Button color="inherit" startIcon={<Icon path={mdiTrashCanOutline} size={18} />} onClick={() => setAsked(true)}>
        {t('delete')}
      </Button>
      <ConfirmDialog
        open={asked}
        title={t(ready ? 'delete.title' : 'delete.keptTitle', { name })}
        confirmLabel={t('delete')}
        danger
        ready={ready}
        busy={remove.isPending}
        onClose={() => setAsked(false)}
        onConfirm={() =>
          remove.mutate(
            { params: { id } },
            {
              onSuccess: () => {
                void queryClient.invalidateQueries({ queryKey: [endpoint.id.split('.')[0]] })
                toast.success(t('deleted', { name }))
                onDeleted()
              },
              onSettled: () => setAsked(false),
            },
          )
        }
      >
        {text}
      </ConfirmDialog>
    </>
  )
}

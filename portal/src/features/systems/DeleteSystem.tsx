import { mdiTrashCanOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { systems } from '@tablewire/contracts/systems'
import { useState } from 'react'
import { queryClient, useCall, useEndpoint } from '#src/api/query.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { formatNumber } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useT } from './use-t.ts'

/** Says what keeps a system from going, or what goes with it. */
export const DeleteSystem = ({ id, name, onDeleted }: { id: string; name: string; onDeleted: () => void }) => {
  const t = useT()
  const [asked, setAsked] = useState(false)
  const usage = useEndpoint(systems.usage, { params: { id } }, { enabled: asked, staleTime: 0 })
  const remove = useCall(systems.delete)
  const { venues = 0, reservations = 0, users = 0, keys = 0, channels = 0 } = usage.data ?? {}
  const kept = usage.data !== undefined && venues > 0
  return (
    <>
      <Button color="inherit" startIcon={<Icon path={mdiTrashCanOutline} size={18} />} onClick={() => setAsked(true)}>
        {t('delete')}
      </Button>
      <ConfirmDialog
        open={asked}
        title={t(kept ? 'delete.keptTitle' : 'delete.title', { name })}
        confirmLabel={t('delete')}
        danger
        ready={usage.data !== undefined && !kept}
        busy={remove.isPending}
        onClose={() => setAsked(false)}
        onConfirm={() =>
          remove.mutate(
            { params: { id } },
            {
              onSuccess: () => {
                setAsked(false)
                void queryClient.invalidateQueries({ queryKey: ['systems'] })
                toast.success(t('deleted', { name }))
                onDeleted()
              },
              onError: () => setAsked(false),
            },
          )
        }
      >
        {kept
          ? t('delete.kept', { venues: formatNumber(venues), reservations: formatNumber(reservations) })
          : t('delete.text', { users: formatNumber(users), keys: formatNumber(keys), channels: formatNumber(channels) })}
      </ConfirmDialog>
    </>
  )
}

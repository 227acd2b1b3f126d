import { mdiTrashCanOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import type { ChannelDetail } from '@tablewire/contracts/channel-objects'
import { channels } from '@tablewire/contracts/channels'
import { useState } from 'react'
import { queryClient, useCall } from '#src/api/query.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useT } from './use-t.ts'

/** A channel that cannot go says why before anybody asks. */
export const DeleteChannel = ({ channel, onDeleted }: { channel: ChannelDetail; onDeleted: () => void }) => {
  const t = useT()
  const [asked, setAsked] = useState(false)
  const remove = useCall(channels.delete)
  const why = channel.booked ? t('delete.booked') : undefined
  const links = channel.links?.filter(({ state }) => state !== 'not_enabled').reduce((sum, { count }) => sum + count, 0) ?? 0
  const run = (): void =>
    remove.mutate(
      { params: { id: channel.id } },
      {
        onSuccess: () => {
          void queryClient.invalidateQueries({ queryKey: ['channels', 'list'] })
          toast.success(t('deleted', { name: channel.name }))
          onDeleted()
        },
        onSettled: () => setAsked(false),
      },
    )
  return (
    <>
      <Button
        color="inherit"
        startIcon={<Icon path={mdiTrashCanOutline} size={18} />}
        aria-disabled={why !== undefined}
        title={why}
        onClick={() => (why ? toast.warning(why) : setAsked(true))}
      >
        {t('delete')}
      </Button>
      <ConfirmDialog
        open={asked}
        title={t('delete.title', { name: channel.name })}
        confirmLabel={t('delete')}
        danger
        busy={remove.isPending}
        onClose={() => setAsked(false)}
        onConfirm={run}
      >
        {t('delete.text', { links, users: channel.userCount ?? 0 })}
      </ConfirmDialog>
    </>
  )
}

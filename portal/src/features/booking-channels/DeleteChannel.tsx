import type { ChannelDetail } from '@tablewire/contracts/channels/channel-objects'
import { channels } from '@tablewire/contracts/channels/channels'
import { keyOf, queryClient, useCall } from '#src/api/query.ts'
import { DeleteButton } from '#src/kit/form/DeleteButton.tsx'
import { useT } from './use-t.ts'

export const DeleteChannel = ({ channel, onDeleted }: { channel: ChannelDetail; onDeleted: () => void }) => {
  const t = useT()
  const remove = useCall(channels.delete, { onSuccess: () => void queryClient.invalidateQueries({ queryKey: keyOf(channels.list) }) })
  const links = channel.links?.filter(({ state }) => state !== 'not_enabled').reduce((sum, { count }) => sum + count, 0) ?? 0
  const live = channel.links?.find(({ state }) => state === 'live')?.count ?? 0
  return (
    <DeleteButton
      name={channel.name}
      goes={t('delete.text', { live, links, users: channel.userCount ?? 0 })}
      stays={channel.booked ? t('delete.booked', { live, upcoming: channel.upcoming ?? 0 }) : undefined}
      busy={remove.isPending}
      onDelete={(then) => remove.mutate({ params: { id: channel.id } }, then)}
      onDeleted={onDeleted}
    />
  )
}

import type { LinkMove } from '@tablewire/contracts/channels/channels.rules'
import { links, type VenueChannel } from '@tablewire/contracts/channels/links'
import { keyOf, queryClient, useCall } from '#src/api/query.ts'
import { toast } from '#src/kit/toasts.ts'
import { useT } from './use-t.ts'

/** Moves of one venue's links; every list and table that shows them is asked again. */
export const useLinkMoves = (venueId: string) => {
  const t = useT()
  const call = useCall(links.move)
  const ask = useCall(links.check)
  const refresh = (): void => void queryClient.invalidateQueries({ queryKey: ['links'] })
  const move = (link: VenueChannel, name: LinkMove, { reason, after }: { reason?: string; after?: () => void } = {}): void =>
    call.mutate(
      { params: { id: venueId, channelId: link.channelId }, body: { move: name, ...(reason ? { reason } : {}) } },
      {
        onSuccess: (fresh) => {
          queryClient.setQueryData<VenueChannel[]>(keyOf(links.list, { params: { id: venueId } }), (rows) =>
            rows?.map((row) => (row.channelId === fresh.channelId ? fresh : row)),
          )
          toast.success(t('moved', { name: fresh.name, state: t(`state.${fresh.state}`) }))
          after?.()
        },
        onSettled: refresh,
      },
    )
  const check = (link: VenueChannel): void =>
    ask.mutate(
      { params: { id: venueId, channelId: link.channelId } },
      { onSuccess: () => toast.success(t('asked', { name: link.name })), onSettled: refresh },
    )
  const busy = call.isPending ? call.variables.params.channelId : undefined
  return { move, check, busy }
}

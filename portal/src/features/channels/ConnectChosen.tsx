import Button from '@mui/material/Button'
import { channels } from '@tablewire/contracts/channels/channels'
import { useState } from 'react'
import { queryClient, useCall } from '#src/api/query.ts'
import type { BookingChannel } from '#src/api/stored-session.ts'
import { FilterSelect } from '#src/kit/list/ListBar.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useT } from './use-t.ts'

/** One call takes so many. */
const atOnce = 1000

type ConnectProps = { chosen: ReadonlySet<string>; all: readonly BookingChannel[]; onDone: () => void }
/** Several venues for one channel: all of them ask, or go live, by one call. */
export const ConnectChosen = ({ chosen, all, onDone }: ConnectProps) => {
  const t = useT()
  const [channelId, setChannelId] = useState<string>()
  const connect = useCall(channels.linkOwn)
  const run = (id: string): void =>
    connect.mutate(
      { params: { id }, body: { venues: [...chosen].slice(0, atOnce) } },
      {
        onSuccess: (linked) => {
          toast.success(t('many.done', { name: all.find((one) => one.id === id)?.name ?? '', count: linked.length }))
          onDone()
        },
        onSettled: () => void queryClient.invalidateQueries({ queryKey: ['links'] }),
      },
    )
  return (
    <>
      <FilterSelect
        label={t('many.channel')}
        value={channelId}
        options={all.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={setChannelId}
      />
      <Button
        size="small"
        variant="contained"
        disabled={channelId === undefined}
        loading={connect.isPending}
        onClick={() => channelId && run(channelId)}
      >
        {t('do.connect')}
      </Button>
    </>
  )
}

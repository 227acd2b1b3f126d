import type { Delivery } from '@tablewire/contracts/channels/webhook-objects'
import { webhooks } from '@tablewire/contracts/channels/webhooks'
import { useState } from 'react'
import { queryClient, useCall } from '#src/api/query.ts'
import type { Rows } from '#src/api/rows.ts'
import type { Choice } from '#src/kit/list/choice.ts'
import { toast } from '#src/kit/toasts.ts'
import { useT } from './use-t.ts'

/** The deliveries chosen in the list, and sending them again: what was refused stays chosen, so that it can be tried once more. */
export const useChosenDeliveries = ({ rows }: Rows<Delivery>) => {
  const t = useT()
  const replay = useCall(webhooks.replay)
  /** Each with the endpoint it belongs to: another filter may have taken its row away by then. */
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const [sending, setSending] = useState(false)
  const choose = ({ ids }: Choice): void => {
    const owners = new Map([...chosen, ...rows.flatMap((row) => (row ? [[row.id, row.endpointId] as const] : []))])
    setChosen(new Map([...ids].map((id) => [id, owners.get(id)!])))
  }
  const sendAgain = async (): Promise<void> => {
    setSending(true)
    const sent = [...Map.groupBy(chosen, ([, endpointId]) => endpointId)]
    const answers = await Promise.allSettled(
      sent.map(([id, own]) => replay.mutateAsync({ params: { id }, body: { deliveries: own.map(([delivery]) => delivery) } })),
    )
    const count = answers.reduce((sum, answer) => sum + (answer.status === 'fulfilled' ? answer.value.replayed : 0), 0)
    if (count > 0) toast.success(t('wh.replayed', { count }))
    const taken = new Map(sent.flatMap(([, own], at) => (answers[at]!.status === 'fulfilled' ? own : [])))
    setChosen((now) => new Map([...now].filter(([delivery]) => !taken.has(delivery))))
    setSending(false)
    void queryClient.invalidateQueries({ queryKey: ['webhooks'] })
  }
  const choice: Choice = { all: false, ids: new Set(chosen.keys()) }
  return { choice, choose, sending, sendAgain }
}

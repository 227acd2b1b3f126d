import { type TablePlan, tables } from '@tablewire/contracts/booking/tables'
import { keyOf, queryClient, useCall, useEndpoint } from '#src/api/query.ts'
import { api } from '#src/api/client.ts'
import { useLive } from '#src/api/live.ts'
import { toast } from '#src/kit/toasts.ts'
import { errorText } from '#src/kit/error-text.ts'
import { useT as useKitT } from '#src/kit/use-t.ts'
import { useState } from 'react'
import type { Touched } from '../floor/TouchedDialog.tsx'
import { takesAway } from './edit-plan.ts'

/** A change that waits for a word about whom it hits. */
type Asked = { plan: TablePlan; done: () => void; found: Touched }

/** The tables of a venue as they are now, also while others change them; every change is saved at once, on what was read. */
export const usePlan = (venueId: string) => {
  const input = { params: { id: venueId } }
  const query = useEndpoint(tables.plan, input)
  const call = useCall(tables.savePlan, {
    onSuccess: (plan) => queryClient.setQueryData(keyOf(tables.plan, input), plan),
    // Somebody was faster: what stands there now is shown, and what was typed stays in its form.
    onError: () => queryClient.invalidateQueries({ queryKey: keyOf(tables.plan) }),
  })
  useLive((message) => {
    if (message.type === 'tables' && message.venueId === venueId && message.id === null)
      void queryClient.invalidateQueries({ queryKey: keyOf(tables.plan) })
  })
  const kitT = useKitT()
  const [asked, ask] = useState<Asked>()
  const [looking, look] = useState(false)
  const send = ({ plan, done, found }: Asked): void =>
    call.mutate({ ...input, body: { ...plan, releases: found.ids } }, { onSuccess: done, onSettled: () => ask(undefined) })
  /** `known`: who loses a table by it, where that was looked at and agreed to. */
  const save = (plan: TablePlan, done: () => void = () => undefined, known?: string[]): void => {
    // The next change is made on the answer to this one, which has another version.
    if (call.isPending || looking) return
    const none = { plan, done, found: { parties: [], ids: known ?? [] } }
    if (known || !query.data || !takesAway(query.data, plan)) return send(none)
    look(true)
    // Who would lose a table is looked at first.
    api(tables.touched, { ...input, body: plan })
      .then((found) => (found.ids.length + found.tight.length > 0 ? ask({ ...none, found }) : send(none)))
      .catch((error: unknown) => void toast.error(errorText(error, kitT)))
      .finally(() => look(false))
  }
  // What was done shows at once, and goes again where it is refused.
  const plan = call.isPending ? call.variables.body : query.data
  const hit = { touched: asked?.found, busy: call.isPending, onSave: () => asked && send(asked), onClose: () => ask(undefined) }
  return { query, plan, save, saving: call.isPending || looking, hit }
}
export type SavePlan = ReturnType<typeof usePlan>['save']

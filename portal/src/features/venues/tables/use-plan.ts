import { type TablePlan, tables } from '@tablewire/contracts/booking/tables'
import { keyOf, queryClient, useCall, useEndpoint } from '#src/api/query.ts'
import { useLive } from '#src/api/live.ts'

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
  const save = (plan: TablePlan, then?: () => void): void => {
    // The next change is made on the answer to this one, which has another version.
    if (!call.isPending) call.mutate({ ...input, body: plan }, then ? { onSuccess: then } : {})
  }
  // What was done shows at once, and goes again where it is refused.
  const plan = call.isPending ? call.variables.body : query.data
  return { query, plan, save, saving: call.isPending }
}
export type SavePlan = ReturnType<typeof usePlan>['save']

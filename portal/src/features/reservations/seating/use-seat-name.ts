import { type TablePlan, tables } from '@tablewire/contracts/booking/tables'
import { useLive } from '#src/api/live.ts'
import { keyOf, queryClient, useEndpoint } from '#src/api/query.ts'

/** Whether a venue works with tables; changed once in a while, and asked once for all rows. */
export const useHasTables = (venueId: string | undefined): boolean => {
  const plan = useEndpoint(tables.plan, { params: { id: venueId ?? '' } }, { enabled: venueId !== undefined, staleTime: 600_000 })
  return plan.data?.on === true
}

/** The same of what was asked already, for acts that nobody waits for. */
export const hasTables = (venueId: string): boolean =>
  queryClient.getQueryData<TablePlan>(keyOf(tables.plan, { params: { id: venueId } }))?.on === true

type Seated = { id: string; venueId: string; serviceOn: string }
/** The tables of a party as their cards say, in a list of one venue that works with tables; one question for all of a day. Null = it has none; undefined = not known. */
export const useSeatName = ({ id, venueId, serviceOn }: Seated, single: string | undefined): string | null | undefined => {
  const on = useHasTables(single) && venueId === single
  const { data } = useEndpoint(
    tables.day,
    { params: { id: venueId }, query: { date: serviceOn } },
    { enabled: on, select: ({ seats }) => seats.find(({ reservationId }) => reservationId === id)?.name || null },
  )
  return on ? data : undefined
}

/** Where parties could sit is asked anew by whoever looks at it next: from memory, a touch would mean what was. */
export const forgetChoices = (): void => queryClient.removeQueries({ queryKey: keyOf(tables.choices), type: 'inactive' })

/** What others do to tables is seen at once, and so is what became of a party's when its booking moved. */
export const useSeatsLive = (venueId: string | undefined): void =>
  useLive((message) => {
    if (message.venueId !== venueId || venueId === undefined) return
    if (message.type === 'tables' || message.type === 'reservation') forgetChoices()
    if (message.type === 'tables') void queryClient.invalidateQueries({ queryKey: ['tables'] })
    // A booking says nothing of the plan, which is all that is asked of a venue without tables.
    if (message.type === 'reservation')
      for (const endpoint of [tables.day, tables.choices]) void queryClient.invalidateQueries({ queryKey: keyOf(endpoint) })
  })

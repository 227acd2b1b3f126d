import type { Endpoint, Sent } from '@tablewire/contracts/kit/endpoint'
import { type Export, exports } from '@tablewire/contracts/operations/exports'
import { useState } from 'react'
import type { ApiError } from './api-error.ts'
import { useCall, useEndpoint } from './query.ts'

type Ordering = Endpoint & { result: typeof exports.get.result }
/** State of one export; `broken` = it could not be polled. */
export type ExportStatus = { id: string; broken: boolean } & Partial<
  Pick<Export, 'state' | 'failedFor' | 'rowsDone' | 'rowsTotal' | 'link' | 'asOf'>
>

const isOver = (state: Export['state'] | undefined): boolean => state === 'done' || state === 'failed'

/** Requests an export and polls until it is ready; the mail comes also when the page is left. */
export const useExport = <E extends Ordering>(endpoint: E) => {
  const order = useCall(endpoint, { meta: { shown: true } })
  const [id, setId] = useState<string>()
  const { data, isError } = useEndpoint(
    exports.get,
    { params: { id: id ?? '' } },
    {
      enabled: id !== undefined,
      staleTime: 0,
      refetchInterval: ({ state }) => (isOver(state.data?.state) ? false : 1000),
    },
  )
  const start = (input: Sent<E>, callbacks: { started: () => void; refused: (error: ApiError) => void }): void =>
    order.mutate(input, {
      onSuccess: (made) => {
        setId((made as Export).id)
        callbacks.started()
      },
      onError: callbacks.refused,
    })
  const [forget] = useState(() => () => setId(undefined))
  const standing: ExportStatus | undefined = id === undefined ? undefined : { ...data, id, broken: isError }
  return { start, pending: order.isPending, standing, forget }
}

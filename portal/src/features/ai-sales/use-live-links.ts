import { useState } from 'react'
import { coalescedReload } from '#src/api/coalesced-reload.ts'
import { useLive } from '#src/api/live.ts'
import { queryClient } from '#src/api/query.ts'

/** Views and messages are counted while somebody looks. */
export const useLiveLinks = (): void => {
  const [reread] = useState(() => coalescedReload(() => queryClient.invalidateQueries({ queryKey: ['salesLinks'] })))
  useLive(({ type }) => {
    if (type === 'sales_link') void reread()
  })
}

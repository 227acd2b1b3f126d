import { listingCopies } from '@tablewire/contracts/listing/copies'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { coalescedReload } from '#src/api/coalesced-reload.ts'
import { useLive } from '#src/api/live.ts'
import { keyOf } from '#src/api/query.ts'

/** What channels report and colleagues decide shows within a second. */
export const useReloadListings = (): (() => Promise<unknown>) => {
  const client = useQueryClient()
  const [reload] = useState(
    () => () =>
      Promise.all([listingCopies.differences, listingCopies.list].map((one) => client.invalidateQueries({ queryKey: keyOf(one) }))),
  )
  return reload
}
export const useLiveListings = (): void => {
  const reload = useReloadListings()
  const [reread] = useState(() => coalescedReload(reload))
  useLive(({ type }) => {
    if (type === 'listing') void reread()
  })
}

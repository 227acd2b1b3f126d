import { type ListingDifference, listingCopies } from '@tablewire/contracts/listing/copies'
import { useAbility } from '#src/api/ability.ts'
import { useCall } from '#src/api/query.ts'
import { toast } from '#src/kit/toasts.ts'
import { useReloadListings } from './use-live-listings.ts'
import { useT } from './use-t.ts'

export type Act = 'accept' | 'overwrite' | 'ignore'

/** Decides on differences; what one venue does not take is told with its reason. */
export const useResolve = (onDone?: (act: Act) => void) => {
  const t = useT()
  const may = useAbility().can('update', 'listing')
  const reload = useReloadListings()
  const call = useCall(listingCopies.resolve, {
    onSuccess: (outcomes, { body: { act } }) => {
      const refused = outcomes.filter(({ outcome }) => outcome === 'refused')
      const done = outcomes.filter(({ outcome }) => outcome === 'done').length
      if (done > 0) toast.success(t(`done.${act}`, { count: done }))
      if (refused.length) toast.error([...new Set(refused.map(({ message }) => message))].join(' '))
      const gone = outcomes.length - done - refused.length
      if (gone > 0) toast.info(t('done.gone', { count: gone }))
      onDone?.(act)
    },
    onSettled: () => void reload(),
  })
  /** As they are known here: what somebody else decided since is left alone. */
  const resolve = (ids: readonly string[], act: Act, known: readonly ListingDifference[]): void => {
    const states = [...new Set(known.filter(({ id }) => ids.includes(id)).map(({ state }) => state))]
    call.mutate({ body: { ids: [...ids], act, ...(states.length > 0 && { states }) } })
  }
  return { may, busy: call.isPending, resolve }
}

import { listingCopies } from '@tablewire/contracts/listing/copies'
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
      if (done === 0 && refused.length === 0) toast.info(t('done.gone'))
      onDone?.(act)
    },
    onSettled: () => void reload(),
  })
  return { may, busy: call.isPending, resolve: (ids: readonly string[], act: Act) => call.mutate({ body: { ids: [...ids], act } }) }
}

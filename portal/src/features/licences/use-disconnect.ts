import { channels } from '@tablewire/contracts/channels/channels'
import { type Licence, licences } from '@tablewire/contracts/estate/licences'
import { venues } from '@tablewire/contracts/estate/venues'
import { keyOf, queryClient, useCall } from '#src/api/query.ts'
import type { RowsWindow } from '#src/api/rows-window.ts'
import { useSession } from '#src/api/session.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { errorText } from '#src/kit/error-text.ts'
import { toast } from '#src/kit/toasts.ts'
import { type ProductKey, taken, without } from './products.ts'
import { useT } from './use-t.ts'

type CacheSnapshot = [key: readonly unknown[], data: unknown][]
type Any = RowsWindow<{ id: string }>

/** Every list on which the entry stands shows it gone; answers what they showed before. */
const dropAtOnce = (gone: ProductKey): CacheSnapshot => {
  const { venueId, product } = gone
  const all = keyOf(licences.list)
  const reports = product.kind === 'meta' ? licences.withMeta : product.kind === 'listing' ? licences.withListing : undefined
  const keys = [all, ...(reports ? [keyOf(reports)] : [])]
  const kept = keys.flatMap((queryKey) => queryClient.getQueriesData({ queryKey }))
  queryClient.setQueriesData<RowsWindow<Licence>>({ queryKey: all }, (list) => taken(list, venueId, (row) => without(row, gone)))
  if (reports) queryClient.setQueriesData<Any>({ queryKey: keyOf(reports) }, (list) => taken(list, venueId, () => undefined))
  return kept
}

/** CH3: takes a product from a venue. It is gone from the lists at once; when that fails it comes back, with the reason. */
export const useDisconnect = () => {
  const t = useT()
  const roles = useSession().userData?.roles ?? []
  // Super admins use the calls of the whole platform, everybody else those of a partner (VE1).
  const whole = roles.includes('ROLE_SUPER_ADMIN')
  const shown = { meta: { shown: true } }
  const meta = useCall(whole ? venues.deactivateLicense : venues.deactivateLicenseMine, shown)
  const feature = useCall(whole ? venues.disableFeature : venues.disableFeatureMine, shown)
  const unlink = useCall(channels.unlinkVenues, shown)
  const unlinkOwn = useCall(channels.unlinkOwn, shown)
  const call = ({ venueId, product }: ProductKey): Promise<unknown> => {
    if (product.kind === 'meta') return meta.mutateAsync({ params: { id: venueId }, body: { license: 'meta' } })
    if (product.kind === 'listing') return feature.mutateAsync({ params: { id: venueId }, body: { feature: 'listing' } })
    const input = { params: { id: product.id }, body: { venues: [venueId] } }
    return whole ? unlink.mutateAsync(input) : unlinkOwn.mutateAsync(input)
  }
  return async (gone: ProductKey, name: string): Promise<void> => {
    await queryClient.cancelQueries({ queryKey: ['licences'] })
    const kept = dropAtOnce(gone)
    try {
      await call(gone)
      toast.success(t('gone', { name }))
    } catch (error) {
      for (const [key, data] of kept) queryClient.setQueryData(key, data)
      toast.error(t('back', { name, why: errorText(error, phrasesNow('kit')) }))
    }
    void queryClient.invalidateQueries({ queryKey: ['licences'] })
  }
}

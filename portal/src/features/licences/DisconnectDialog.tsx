import type { Licence } from '@tablewire/contracts/estate/licences'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import type { Product } from './products.ts'
import { useDisconnect } from './use-disconnect.ts'
import { useT } from './use-t.ts'

export type PendingDisconnect = { venue: Pick<Licence, 'id' | 'name'>; product: Product }

export const useProductName = () => {
  const t = useT()
  return (product: Product): string => (product.kind === 'channel' ? product.name : t(`product.${product.kind}`))
}

/** Asks first, in words about what goes with it. */
export const DisconnectDialog = ({ asked, onClose }: { asked: PendingDisconnect | undefined; onClose: () => void }) => {
  const t = useT()
  const nameOf = useProductName()
  const disconnect = useDisconnect()
  const product = asked ? nameOf(asked.product) : ''
  const venue = asked?.venue.name ?? ''
  return (
    <ConfirmDialog
      open={asked !== undefined}
      title={t('ask', { product, venue })}
      confirmLabel={t('disconnect')}
      danger
      onClose={onClose}
      onConfirm={() => {
        if (asked) void disconnect({ venueId: asked.venue.id, product: asked.product }, `${venue} – ${product}`)
        onClose()
      }}
    >
      {asked ? t(`ask.${asked.product.kind}`, { product, venue }) : ''}
    </ConfirmDialog>
  )
}

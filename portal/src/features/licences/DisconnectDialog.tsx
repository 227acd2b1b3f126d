import type { Licence } from '@tablewire/contracts/estate/licences'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import type { Product } from './products.ts'
import { useDisconnect } from './use-disconnect.ts'
import { useT } from './use-t.ts'

/** `noPage`: nothing of Meta is connected, so that no button goes. */
export type PendingDisconnect = { venue: Pick<Licence, 'id' | 'name'>; product: Product; noPage?: boolean }

export const useProductName = () => {
  const t = useT()
  return (product: Product): string => (product.kind === 'channel' ? product.name : t(`product.${product.kind}`))
}

/** Asks first, in words about what goes with it. */
export const DisconnectDialog = ({ pending, onClose }: { pending: PendingDisconnect | undefined; onClose: () => void }) => {
  const t = useT()
  const nameOf = useProductName()
  const disconnect = useDisconnect()
  const product = pending ? nameOf(pending.product) : ''
  const venue = pending?.venue.name ?? ''
  return (
    <ConfirmDialog
      open={pending !== undefined}
      title={t('ask', { product, venue })}
      confirmLabel={t('disconnect')}
      danger
      onClose={onClose}
      onConfirm={() => {
        if (pending) void disconnect({ venueId: pending.venue.id, product: pending.product }, `${venue} – ${product}`)
        onClose()
      }}
    >
      {pending ? t(pending.noPage ? 'ask.meta.noPage' : `ask.${pending.product.kind}`, { product, venue }) : ''}
    </ConfirmDialog>
  )
}

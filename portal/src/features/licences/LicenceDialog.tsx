import { mdiFacebook, mdiStorefrontOutline, mdiTransitConnectionVariant } from '@mdi/js'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import type { Licence } from '@tablewire/contracts/estate/licences'
import { useId } from 'react'
import { linkTone } from '#src/api/link-tone.ts'
import { useAbility } from '#src/api/ability.ts'
import { countryName } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { ListItem, ItemList } from '#src/kit/ItemList.tsx'
import { type PendingDisconnect, useProductName } from './DisconnectDialog.tsx'
import { isOfAbove, PageAboveLink } from './PageAboveLink.tsx'
import type { Product } from './products.ts'
import { useT } from './use-t.ts'

type LicenceDialogProps = { row: Licence | undefined; onAsk: (pending: PendingDisconnect) => void; onClose: () => void }

/** What one venue is connected with, and the way out of each. */
export const LicenceDialog = ({ row, onAsk, onClose }: LicenceDialogProps) => {
  const t = useT()
  const titleId = useId()
  const nameOf = useProductName()
  const ability = useAbility()
  const may = (product: Product): boolean =>
    ability.can('update', 'licences') && (product.kind !== 'channel' || ability.can('update', 'channel-management'))
  const things: { product: Product; icon: string; state?: Licence['channels'][number]['state'] }[] = row
    ? [
        ...row.channels.map(({ id, name, state }) => ({
          product: { kind: 'channel', id, name } as const,
          icon: mdiTransitConnectionVariant,
          state,
        })),
        ...(row.metaEnabled ? [{ product: { kind: 'meta' } as const, icon: mdiFacebook }] : []),
        ...(row.listingEnabled ? [{ product: { kind: 'listing' } as const, icon: mdiStorefrontOutline }] : []),
      ]
    : []
  return (
    <Dialog open={row !== undefined} onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{row?.name}</DialogTitle>
      <DialogContent>
        <p style={{ margin: '0 0 14px' }}>{row ? [row.city, countryName(row.countryCode)].filter(Boolean).join(', ') : ''}</p>
        <ItemList aria-label={t('connected')}>
          {things.map(({ product, icon, state }) => (
            <ListItem
              key={product.kind === 'channel' ? product.id : product.kind}
              icon={<Icon path={icon} />}
              title={
                <>
                  {nameOf(product)}
                  {state ? <Tag tone={linkTone[state]}>{t(`state.${state}`)}</Tag> : null}
                </>
              }
              text={t(
                product.kind === 'meta' && isOfAbove(row?.metaPage)
                  ? `about.meta.${row.metaPage.kind === 'group' ? 'group' : 'company'}`
                  : `about.${product.kind}`,
              )}
              acts={
                product.kind === 'meta' && row && isOfAbove(row.metaPage) ? (
                  <PageAboveLink page={row.metaPage} venue={row.name} />
                ) : (
                  <Button
                    size="small"
                    color="error"
                    disabled={!may(product)}
                    aria-label={`${t('disconnect')}: ${nameOf(product)}`}
                    onClick={() => row && onAsk({ venue: row, product, noPage: product.kind === 'meta' && !row.metaPage })}
                  >
                    {t('disconnect')}
                  </Button>
                )
              }
            />
          ))}
        </ItemList>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

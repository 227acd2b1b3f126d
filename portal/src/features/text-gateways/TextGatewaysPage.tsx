import { mdiMessageTextOutline, mdiPlus } from '@mdi/js'
import Button from '@mui/material/Button'
import { type TextGateway, textGateways } from '@tablewire/contracts/channels/text-gateways'
import { useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { useCall, useEndpoint } from '#src/api/query.ts'
import { useSession } from '#src/api/session.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatInstant } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { ItemList, ListItem } from '#src/kit/ItemList.tsx'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { toast } from '#src/kit/toasts.ts'
import { GatewayDialog } from './GatewayDialog.tsx'
import { useT } from './use-t.ts'

/** One text to a number, to see what the gateway says. */
const Try = ({ gateway: { id, name } }: { gateway: TextGateway }) => {
  const t = useT()
  const [to, setTo] = useState('')
  const attempt = useCall(textGateways.try, {
    onSuccess: ({ taken, said }) => (taken ? toast.success(t('try.taken')) : toast.error(t('try.refused', { said: said ?? '' }))),
  })
  return (
    <form
      style={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'start' }}
      onSubmit={(event) => {
        event.preventDefault()
        attempt.mutate({ params: { id }, body: { to } })
      }}
    >
      <TextField
        label={`${t('try.to')} – ${name}`}
        helperText={t('try.hint')}
        type="tel"
        value={to}
        onChange={({ target }) => setTo(target.value)}
        required
        slotProps={{ htmlInput: { maxLength: 20, dir: 'ltr' } }}
      />
      <Button type="submit" variant="outlined" loading={attempt.isPending} sx={{ marginBlockStart: 3 }}>
        {t('try')}
      </Button>
    </form>
  )
}

/** The installation's text gateway, and those of companies. */
export const TextGatewaysPage = () => {
  const t = useT()
  const may = useAbility().can('update', 'companies')
  const { userData } = useSession()
  const [open, setOpen] = useState<TextGateway | 'new'>()
  const query = useEndpoint(textGateways.list, {})
  const gateways = query.data
  if (!gateways) return query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : <RowsSkeleton rows={2} />
  const mayAdd = may && (userData?.companyName === null || gateways.length === 0)
  return (
    <>
      <PageTitle title={t('title')} hint={t('hint')} />
      <div style={{ display: 'grid', gap: 12, justifyItems: 'start' }}>
        {gateways.length === 0 ? <EmptyState icon={mdiMessageTextOutline} title={t('none')} hint={t('none.hint')} /> : null}
        {gateways.length > 0 ? (
          <ItemList sx={{ justifySelf: 'stretch' }}>
            {gateways.map((gateway) => (
              <ListItem
                key={gateway.id}
                icon={<Icon path={mdiMessageTextOutline} />}
                title={
                  <>
                    {gateway.name}
                    {gateway.active ? null : <Tag tone="neutral">{t('inactive')}</Tag>}
                  </>
                }
                text={[
                  gateway.companyName ?? t('installation'),
                  t(`dialect.${gateway.dialect}`),
                  gateway.sender,
                  gateway.secretSetAt && t('secretSince', { at: formatInstant(gateway.secretSetAt) }),
                  gateway.stops > 0 && t('stops', { count: gateway.stops }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
                acts={
                  may ? (
                    <Button variant="outlined" size="small" onClick={() => setOpen(gateway)} aria-label={`${t('edit')}: ${gateway.name}`}>
                      {t('edit')}
                    </Button>
                  ) : null
                }
              />
            ))}
          </ItemList>
        ) : null}
        {may ? gateways.filter(({ active }) => active).map((gateway) => <Try key={gateway.id} gateway={gateway} />) : null}
        {mayAdd ? (
          <Button variant="contained" startIcon={<Icon path={mdiPlus} size={18} />} onClick={() => setOpen('new')}>
            {t('add')}
          </Button>
        ) : null}
      </div>
      {open ? <GatewayDialog gateway={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} /> : null}
    </>
  )
}

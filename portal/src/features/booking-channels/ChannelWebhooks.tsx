import { mdiPlus, mdiWebhook } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { webhookSchedule } from '@tablewire/contracts/channels/webhook-objects'
import type { WebhookEndpoint } from '@tablewire/contracts/channels/webhook-objects'
import { webhooks } from '@tablewire/contracts/channels/webhooks'
import { useState } from 'react'
import { useEndpoint } from '#src/api/query.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { SecretOnce } from '#src/kit/form/SecretOnce.tsx'
import { formatNumber } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { ItemList } from '#src/kit/ItemList.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { DeliveryList } from './DeliveryList.tsx'
import { EndpointDialog } from './EndpointDialog.tsx'
import { EndpointItem } from './EndpointItem.tsx'
import { useT } from './use-t.ts'

const Steps = styled('p')(({ theme }) => ({
  margin: theme.spacing(2, 0, 0),
  color: theme.vars.palette.text.secondary,
  fontSize: '0.8125rem',
  lineHeight: 1.6,
}))

/** HU3: the published schedule in words, from the one place it is kept. */
const Schedule = () => {
  const t = useT()
  const words = webhookSchedule.slice(1).map((seconds) => {
    if (seconds < 60) return t('wh.seconds', { n: formatNumber(seconds) })
    return seconds < 3600 ? t('wh.minutes', { n: formatNumber(seconds / 60) }) : t('wh.hours', { n: formatNumber(seconds / 3600) })
  })
  return (
    <Steps>
      {t('wh.schedule', { steps: words.join(', ') })} {t('wh.schedule.end')}
    </Steps>
  )
}

type EndpointsProps = { endpoints: readonly WebhookEndpoint[]; onEdit: (id: string) => void; onSecret: (secret: string) => void }

const Endpoints = ({ endpoints, onEdit, onSecret }: EndpointsProps) => {
  const t = useT()
  if (endpoints.length === 0) return <EmptyState icon={mdiWebhook} title={t('wh.none')} hint={t('wh.none.hint')} />
  return (
    <ItemList aria-label={t('wh.section')}>
      {endpoints.map((endpoint) => (
        <EndpointItem key={endpoint.id} endpoint={endpoint} onEdit={() => onEdit(endpoint.id)} onSecret={onSecret} />
      ))}
    </ItemList>
  )
}

/** HU3: where the channel hears what happens to its bookings, and what became of each word. */
export const ChannelWebhooks = ({ channelId }: { channelId: string }) => {
  const t = useT()
  const query = useEndpoint(webhooks.list, { query: { filters: { channelId } } }, { staleTime: 0, refetchInterval: 10_000 })
  const [{ endpoint: edited }, setSearch] = useUrlSearch()
  const edit = (id: string | undefined): void => setSearch({ endpoint: id })
  const [secret, setSecret] = useState<string>()
  const endpoints = query.data?.data
  const open = endpoints?.find(({ id }) => id === edited)
  return (
    <>
      <FormSection title={t('wh.section')} hint={t('wh.hint')}>
        {query.isPending ? <RowsSkeleton rows={2} /> : null}
        {query.isError && !endpoints ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
        {endpoints ? <Endpoints endpoints={endpoints} onEdit={edit} onSecret={setSecret} /> : null}
        <Button
          variant="contained"
          startIcon={<Icon path={mdiPlus} size={18} />}
          sx={{ marginBlockStart: 2 }}
          disabled={endpoints === undefined}
          onClick={() => edit('new')}
        >
          {t('wh.add')}
        </Button>
        <Schedule />
      </FormSection>
      {endpoints?.length ? <DeliveryList channelId={channelId} endpoints={endpoints} /> : null}
      {endpoints && (edited === 'new' || open) ? (
        <EndpointDialog key={edited} channelId={channelId} endpoint={open} onSecret={setSecret} onClose={() => edit(undefined)} />
      ) : null}
      <SecretOnce
        title={t('wh.secret')}
        secrets={secret ? { [t('wh.secret.label')]: secret } : undefined}
        onClose={() => setSecret(undefined)}
      >
        <p>{t('wh.secret.text')}</p>
      </SecretOnce>
    </>
  )
}

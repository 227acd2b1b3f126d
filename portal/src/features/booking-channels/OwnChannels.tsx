import { mdiConnection, mdiTransitConnectionVariant } from '@mdi/js'
import Button from '@mui/material/Button'
import { webhooks } from '@tablewire/contracts/channels/webhooks'
import { useEndpoint } from '#src/api/query.ts'
import { BackButton } from '#src/kit/BackButton.tsx'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { ListItem, ItemList } from '#src/kit/ItemList.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { ChannelWebhooks } from './ChannelWebhooks.tsx'
import { useT } from './use-t.ts'

/** HU3: what the people of a channel look after themselves: where it hears of its bookings. Of one channel at once, of several after choosing. */
export const OwnChannels = () => {
  const t = useT()
  const [{ id }, setSearch] = useUrlSearch()
  const query = useEndpoint(webhooks.channels, {}, { staleTime: 30_000 })
  const all = query.data ?? []
  const channel = all.length === 1 ? all[0] : all.find((one) => one.id === id)
  const show = (next: string | undefined): void =>
    setSearch({ id: next, state: undefined, endpoint: undefined, to: undefined, delivery: undefined }, { push: true })
  if (channel)
    return (
      <>
        <PageTitle
          back={all.length > 1 ? <BackButton onClick={() => show(undefined)}>{t('back')}</BackButton> : null}
          title={channel.name}
          hint={t('own.hint')}
        />
        <ChannelWebhooks key={channel.id} channelId={channel.id} />
      </>
    )
  return (
    <>
      <PageTitle title={t('own.title')} hint={t('own.hint')} />
      {query.isPending ? <RowsSkeleton rows={3} /> : null}
      {query.isError && !query.data ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.data?.length === 0 ? <EmptyState icon={mdiConnection} title={t('own.none')} hint={t('own.none.hint')} /> : null}
      {all.length > 0 ? (
        <ItemList aria-label={t('own.title')} style={{ maxWidth: 880 }}>
          {all.map(({ id: each, name, active, endpoints, waiting, dead }) => (
            <ListItem
              key={each}
              icon={<Icon path={mdiTransitConnectionVariant} />}
              title={
                <>
                  {name}
                  {active ? null : <Tag tone="neutral">{t('inactive')}</Tag>}
                  {dead > 0 ? <Tag tone="danger">{t('wh.dead', { count: dead })}</Tag> : null}
                </>
              }
              text={[t('own.endpoints', { count: endpoints }), ...(waiting ? [t('wh.waiting', { count: waiting })] : [])].join(' · ')}
              acts={
                <Button size="small" variant="outlined" aria-label={`${t('tab.webhooks')}: ${name}`} onClick={() => show(each)}>
                  {t('tab.webhooks')}
                </Button>
              }
            />
          ))}
        </ItemList>
      ) : null}
    </>
  )
}

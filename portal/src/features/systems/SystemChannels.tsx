import { mdiLanConnect, mdiTransitConnectionVariant } from '@mdi/js'
import Button from '@mui/material/Button'
import { type SystemChannel, systems } from '@tablewire/contracts/rms/systems'
import { keyOf, queryClient, useEndpoint } from '#src/api/query.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { ListItem, ItemList } from '#src/kit/ItemList.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { ChannelDialog } from './ChannelDialog.tsx'
import { useT } from './use-t.ts'

/** Which channels the venues of the system may be connected to, and what is sent to the system for each. */
export const SystemChannels = ({ id }: { id: string }) => {
  const t = useT()
  const query = useEndpoint(systems.channels, { params: { id }, query: { limit: 200 } as never })
  const [{ channel: openId }, setSearch] = useUrlSearch()
  const channels = query.data?.data
  const open = channels?.find((channel) => channel.id === openId)
  const show = (channel: string | undefined): void => setSearch({ channel })
  const about = ({ venueCount, headers, configs }: SystemChannel): string =>
    [
      t('row.venues', { count: venueCount }),
      t('channel.headers', { count: headers.length }),
      t('channel.configs', { count: configs.length }),
    ].join(' · ')
  return (
    <FormSection title={t('channels.title')} hint={t('channels.hint')}>
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <RowsSkeleton rows={5} /> : null}
      {channels?.length === 0 ? <EmptyState icon={mdiLanConnect} title={t('channels.none')} /> : null}
      {channels && channels.length > 0 ? (
        <ItemList aria-label={t('channels.title')}>
          {channels.map((channel) => (
            <ListItem
              key={channel.id}
              icon={<Icon path={mdiTransitConnectionVariant} />}
              title={
                <>
                  {channel.name}
                  <Tag tone={channel.enabled ? 'success' : 'neutral'}>{t(channel.enabled ? 'channel.open' : 'channel.closed')}</Tag>
                </>
              }
              text={about(channel)}
              acts={
                <Button size="small" aria-label={`${t('channel.edit')}: ${channel.name}`} onClick={() => show(channel.id)}>
                  {t('channel.edit')}
                </Button>
              }
            />
          ))}
        </ItemList>
      ) : null}
      {open ? (
        <ChannelDialog
          key={open.id}
          systemId={id}
          channel={open}
          onClose={() => show(undefined)}
          onSaved={() => {
            show(undefined)
            void queryClient.invalidateQueries({ queryKey: keyOf(systems.channels) })
          }}
        />
      ) : null}
    </FormSection>
  )
}

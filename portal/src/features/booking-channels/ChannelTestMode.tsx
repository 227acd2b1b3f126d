import { mdiStorefrontOutline } from '@mdi/js'
import type { ChannelDetail } from '@tablewire/contracts/channels/channel-objects'
import { testMode } from '@tablewire/contracts/rms/test-mode'
import { keyOf, queryClient, useCall, useEndpoint } from '#src/api/query.ts'
import { LinkButton } from '#src/kit/LinkButton.tsx'
import { TestKeys } from '#src/kit/form/TestKeys.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { ListItem, ItemList } from '#src/kit/ItemList.tsx'
import { useT } from './use-t.ts'

/** Keys with which the channel books at test restaurants, and which these are. */
export const ChannelTestMode = ({ channel: { id, name } }: { channel: ChannelDetail }) => {
  const t = useT()
  const query = useEndpoint(testMode.channel, { params: { id } }, { staleTime: 0 })
  const make = useCall(testMode.channelKey, {
    onSettled: () => void queryClient.invalidateQueries({ queryKey: keyOf(testMode.channel) }),
  })
  return (
    <TestKeys
      words={{
        title: t('test.section'),
        hint: t('test.hint'),
        inForce: query.data && t('test.keys', { count: query.data.keys.length }),
        make: t('test.make'),
        fresh: t('test.title', { name }),
        use: (
          <>
            <p>{t('test.use')}</p>
            <p>{t('key.before')}</p>
          </>
        ),
      }}
      query={query}
      calls={
        query.data?.channelId ? (
          <LinkButton to="/traces" of={t('test.section')} search={{ channel: query.data.channelId, span: '168' }}>
            {t('calls')}
          </LinkButton>
        ) : null
      }
      making={make.isPending}
      onMake={(show) => make.mutate({ params: { id } }, { onSuccess: ({ xToken }) => show({ 'x-token': xToken }) })}
    >
      {query.data?.venues.length ? (
        <ItemList aria-label={t('test.venues')}>
          {query.data.venues.map((venue) => (
            <ListItem key={venue.id} icon={<Icon path={mdiStorefrontOutline} />} title={venue.name} text={<code>{venue.id}</code>} />
          ))}
        </ItemList>
      ) : null}
    </TestKeys>
  )
}

import { mdiFlaskOutline, mdiStorefrontOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import type { ChannelDetail } from '@tablewire/contracts/channels/channel-objects'
import { testMode } from '@tablewire/contracts/rms/test-mode'
import { useState } from 'react'
import { keyOf, queryClient, useCall, useEndpoint } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { SecretOnce } from '#src/kit/form/SecretOnce.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { Thing, Things } from '#src/kit/Things.tsx'
import { useT } from './use-t.ts'

/** Keys with which the channel's developers try their work out at test restaurants; nothing real is touched. */
export const ChannelTestMode = ({ channel: { id, name } }: { channel: ChannelDetail }) => {
  const t = useT()
  const query = useEndpoint(testMode.channel, { params: { id } }, { staleTime: 0 })
  const make = useCall(testMode.channelKey, {
    onSettled: () => void queryClient.invalidateQueries({ queryKey: keyOf(testMode.channel) }),
  })
  const [secret, setSecret] = useState<string>()
  return (
    <FormSection title={t('test.section')} hint={t('test.hint')}>
      {query.isPending ? <RowsSkeleton rows={1} /> : null}
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.data?.venues.length ? (
        <Things aria-label={t('test.venues')}>
          {query.data.venues.map((venue) => (
            <Thing key={venue.id} icon={<Icon path={mdiStorefrontOutline} />} title={venue.name} text={<code>{venue.id}</code>} />
          ))}
        </Things>
      ) : null}
      {query.data ? <p>{t('test.keys', { count: query.data.keys.length })}</p> : null}
      <Button
        variant="outlined"
        startIcon={<Icon path={mdiFlaskOutline} size={18} />}
        loading={make.isPending}
        disabled={query.data === undefined}
        onClick={() => make.mutate({ params: { id } }, { onSuccess: ({ xToken }) => setSecret(xToken) })}
      >
        {t('test.make')}
      </Button>
      <SecretOnce
        title={t('test.title', { name })}
        secrets={secret ? { 'x-token': secret } : undefined}
        onClose={() => setSecret(undefined)}
      >
        <p>{t('test.use')}</p>
        <p>{t('key.before')}</p>
      </SecretOnce>
    </FormSection>
  )
}

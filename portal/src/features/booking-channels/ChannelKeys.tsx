import { mdiKeyOutline, mdiKeyPlus } from '@mdi/js'
import Button from '@mui/material/Button'
import type { ChannelDetail, ChannelKey } from '@tablewire/contracts/channels/channel-objects'
import { channels } from '@tablewire/contracts/channels/channels'
import { useState } from 'react'
import { keyOf, queryClient, useCall, useEndpoint } from '#src/api/query.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { SecretOnce } from '#src/kit/form/SecretOnce.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { ItemList } from '#src/kit/ItemList.tsx'
import { toast } from '#src/kit/toasts.ts'
import { ChannelKeyRow } from './ChannelKeyRow.tsx'
import { ChannelTestMode } from './ChannelTestMode.tsx'
import { useT } from './use-t.ts'

/** Which keys are good, by their fingerprint; a new one is shown once, an old one can be ended. */
const LiveKeys = ({ channel: { id, name } }: { channel: ChannelDetail }) => {
  const t = useT()
  const query = useEndpoint(channels.credentials, { params: { id } }, { staleTime: 0 })
  const refresh = (): void => void queryClient.invalidateQueries({ queryKey: keyOf(channels.credentials) })
  const rotate = useCall(channels.rotateToken, { onSettled: refresh })
  const revoke = useCall(channels.revokeKey, { onSettled: refresh })
  const [rotating, setRotating] = useState(false)
  const [revoking, setRevoking] = useState<ChannelKey>()
  const [secret, setSecret] = useState<string>()
  return (
    <FormSection title={t('keys.section')} hint={t('keys.hint')}>
      {query.isPending ? <RowsSkeleton rows={2} /> : null}
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.data?.length === 0 ? <EmptyState icon={mdiKeyOutline} title={t('keys.none')} /> : null}
      {query.data?.length ? (
        <ItemList>
          {query.data.map((held) => (
            <ChannelKeyRow key={held.id} channelId={id} held={held} onRevoke={() => setRevoking(held)} />
          ))}
        </ItemList>
      ) : null}
      <Button
        variant="contained"
        startIcon={<Icon path={mdiKeyPlus} size={18} />}
        sx={{ marginBlockStart: 2 }}
        onClick={() => setRotating(true)}
      >
        {t('keys.rotate')}
      </Button>
      <ConfirmDialog
        open={rotating}
        title={t('keys.rotate.title', { name })}
        confirmLabel={t('keys.rotate')}
        busy={rotate.isPending}
        onClose={() => setRotating(false)}
        onConfirm={() =>
          rotate.mutate({ params: { id } }, { onSuccess: ({ xToken }) => setSecret(xToken), onSettled: () => setRotating(false) })
        }
      >
        {t('keys.rotate.text')}
      </ConfirmDialog>
      <ConfirmDialog
        open={revoking !== undefined}
        title={t('keys.revoke.title', { fingerprint: revoking?.fingerprint ?? '' })}
        confirmLabel={t('keys.revoke')}
        danger
        busy={revoke.isPending}
        onClose={() => setRevoking(undefined)}
        onConfirm={() =>
          revoking &&
          revoke.mutate(
            { params: { id, keyId: revoking.id } },
            { onSuccess: () => toast.success(t('keys.revoked')), onSettled: () => setRevoking(undefined) },
          )
        }
      >
        {t('keys.revoke.text')}
      </ConfirmDialog>
      <SecretOnce
        title={t('key.title', { name })}
        secrets={secret ? { 'x-token': secret } : undefined}
        onClose={() => setSecret(undefined)}
      >
        <p>{t('key.use')}</p>
        <p>{t('key.before')}</p>
      </SecretOnce>
    </FormSection>
  )
}

/** AC10: the channel's keys, and those to try things with. */
export const ChannelKeys = ({ channel }: { channel: ChannelDetail }) => (
  <>
    <LiveKeys channel={channel} />
    {channel.test ? null : <ChannelTestMode channel={channel} />}
  </>
)

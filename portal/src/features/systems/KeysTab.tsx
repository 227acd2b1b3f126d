import { mdiKeyChange, mdiKeyOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { type SystemKey, systems } from '@tablewire/contracts/rms/systems'
import { useState } from 'react'
import { keyOf, queryClient, useCall, useEndpoint } from '#src/api/query.ts'
import { LinkButton } from '#src/kit/LinkButton.tsx'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { SecretOnce } from '#src/kit/form/SecretOnce.tsx'
import { formatInstant } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { ListItem, ItemList } from '#src/kit/ItemList.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useT } from './use-t.ts'

/** AC10: keys are told apart by their last signs; a new one is shown once. */
export const KeysTab = ({ id, name, active }: { id: string; name: string; active: boolean }) => {
  const t = useT()
  const query = useEndpoint(systems.keys, { params: { id } })
  const rotate = useCall(systems.rotateKey)
  const revoke = useCall(systems.revokeKey)
  const [asked, setAsked] = useState<'rotate' | SystemKey>()
  const [fresh, setFresh] = useState<string>()
  const take = (keys: SystemKey[]): void => {
    queryClient.setQueryData(keyOf(systems.keys, { params: { id } }), keys)
    void queryClient.invalidateQueries({ queryKey: keyOf(systems.list) })
    setAsked(undefined)
  }
  const done = { onError: () => setAsked(undefined) }
  const makeKey = (): void =>
    rotate.mutate({ params: { id } }, { ...done, onSuccess: ({ apiKey, keys }) => (take(keys), setFresh(apiKey)) })
  const one = typeof asked === 'object' ? asked : undefined
  const keys = query.data
  return (
    <FormSection title={t('keys.title')} hint={t(active ? 'keys.hint' : 'keys.off')}>
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <RowsSkeleton rows={2} /> : null}
      {keys?.length === 0 ? <EmptyState icon={mdiKeyOutline} title={t('keys.none')} hint={t('keys.noneHint')} /> : null}
      {keys && keys.length > 0 ? (
        <ItemList aria-label={t('keys.title')}>
          {keys.map((key) => (
            <ListItem
              key={key.id}
              icon={<Icon path={mdiKeyOutline} />}
              title={
                <>
                  …{key.hint}
                  {key.expiresAt ? (
                    <Tag tone="warning">{t('keys.until', { at: formatInstant(key.expiresAt) })}</Tag>
                  ) : (
                    <Tag tone="success">{t('keys.current')}</Tag>
                  )}
                </>
              }
              text={`${t('keys.made', { at: formatInstant(key.createdAt), name: key.createdBy })} · ${key.lastUsedAt ? t('keys.used', { at: formatInstant(key.lastUsedAt) }) : t('keys.unused')}`}
              acts={
                <>
                  <LinkButton to="/traces" of={`…${key.hint}`} search={{ system: id, key: key.id, span: '168' }}>
                    {t('calls')}
                  </LinkButton>
                  <Button size="small" color="error" aria-label={`${t('keys.revoke')} …${key.hint}`} onClick={() => setAsked(key)}>
                    {t('keys.revoke')}
                  </Button>
                </>
              }
            />
          ))}
        </ItemList>
      ) : null}
      <Button
        variant="contained"
        sx={{ marginBlockStart: 2 }}
        startIcon={<Icon path={mdiKeyChange} size={18} />}
        loading={rotate.isPending}
        disabled={keys === undefined}
        onClick={() => (keys && keys.length > 0 ? setAsked('rotate') : makeKey())}
      >
        {t('keys.new')}
      </Button>
      <ConfirmDialog
        open={asked === 'rotate'}
        title={t('keys.rotate.title')}
        confirmLabel={t('keys.new')}
        busy={rotate.isPending}
        onClose={() => setAsked(undefined)}
        onConfirm={makeKey}
      >
        {t(keys && keys.length > 1 ? 'keys.rotate.two' : 'keys.rotate.text')}
      </ConfirmDialog>
      <ConfirmDialog
        open={one !== undefined}
        title={t('keys.revoke.title', { hint: one?.hint ?? '' })}
        confirmLabel={t('keys.revoke')}
        danger
        busy={revoke.isPending}
        onClose={() => setAsked(undefined)}
        onConfirm={() =>
          one &&
          revoke.mutate(
            { params: { id, keyId: one.id } },
            { ...done, onSuccess: (left) => (take(left), toast.success(t('keys.revoked', { hint: one.hint }))) },
          )
        }
      >
        {t('keys.revoke.text', { name })}
      </ConfirmDialog>
      <SecretOnce
        title={t('keys.fresh', { name })}
        secrets={fresh === undefined ? undefined : { [t('keys.key')]: fresh }}
        onClose={() => setFresh(undefined)}
      >
        <p>{t('keys.fresh.text')}</p>
      </SecretOnce>
    </FormSection>
  )
}

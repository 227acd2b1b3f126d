import { mdiFlaskOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { systems } from '@tablewire/contracts/rms/systems'
import { testMode } from '@tablewire/contracts/rms/test-mode'
import { useState } from 'react'
import { keyOf, queryClient, useCall, useEndpoint } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { SecretOnce } from '#src/kit/form/SecretOnce.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { useT } from './use-t.ts'

/** Keys with which the system's developers try their work out at venues of a test system; nothing real is touched. */
export const SystemTestMode = ({ id, name }: { id: string; name: string }) => {
  const t = useT()
  const query = useEndpoint(testMode.system, { params: { id } }, { staleTime: 0 })
  const make = useCall(testMode.systemKey, {
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: keyOf(testMode.system) })
      void queryClient.invalidateQueries({ queryKey: keyOf(systems.list) })
    },
  })
  const [secrets, setSecrets] = useState<Record<string, string>>()
  return (
    <FormSection title={t('testKeys.title')} hint={t('testKeys.hint')}>
      {query.isPending ? <RowsSkeleton rows={1} /> : null}
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.data ? <p>{t('testKeys.inForce', { count: query.data.keys.length })}</p> : null}
      <Button
        variant="outlined"
        startIcon={<Icon path={mdiFlaskOutline} size={18} />}
        loading={make.isPending}
        disabled={query.data === undefined}
        onClick={() =>
          make.mutate(
            { params: { id } },
            { onSuccess: ({ apiKey, xToken }) => setSecrets({ [t('testKeys.apiKey')]: apiKey, [t('testKeys.channelKey')]: xToken }) },
          )
        }
      >
        {t('testKeys.make')}
      </Button>
      <SecretOnce title={t('testKeys.fresh', { name })} secrets={secrets} onClose={() => setSecrets(undefined)}>
        <p>{t('testKeys.use')}</p>
      </SecretOnce>
    </FormSection>
  )
}

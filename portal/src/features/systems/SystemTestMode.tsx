import { systems } from '@tablewire/contracts/rms/systems'
import { testMode } from '@tablewire/contracts/rms/test-mode'
import { keyOf, queryClient, useCall, useEndpoint } from '#src/api/query.ts'
import { LinkButton } from '#src/kit/LinkButton.tsx'
import { TestKeys } from '#src/kit/form/TestKeys.tsx'
import { useT } from './use-t.ts'

/** Keys for venues of a test system, and for the channel that books there. */
export const SystemTestMode = ({ id, name }: { id: string; name: string }) => {
  const t = useT()
  const query = useEndpoint(testMode.system, { params: { id } }, { staleTime: 0 })
  const make = useCall(testMode.systemKey, {
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: keyOf(testMode.system) })
      void queryClient.invalidateQueries({ queryKey: keyOf(systems.list) })
    },
  })
  return (
    <TestKeys
      words={{
        title: t('testKeys.title'),
        hint: t('testKeys.hint'),
        inForce: query.data && t('testKeys.inForce', { count: query.data.keys.length }),
        make: t('testKeys.make'),
        fresh: t('testKeys.fresh', { name }),
        use: <p>{t('testKeys.use')}</p>,
      }}
      query={query}
      calls={
        query.data?.systemId ? (
          <LinkButton to="/traces" of={t('testKeys.title')} search={{ system: query.data.systemId, span: '168' }}>
            {t('calls')}
          </LinkButton>
        ) : null
      }
      making={make.isPending}
      onMake={(show) =>
        make.mutate(
          { params: { id } },
          { onSuccess: ({ apiKey, xToken }) => show({ [t('testKeys.apiKey')]: apiKey, [t('testKeys.channelKey')]: xToken }) },
        )
      }
    />
  )
}

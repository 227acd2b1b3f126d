import { channels } from '@tablewire/contracts/channels/channels'
import { systems } from '@tablewire/contracts/rms/systems'
import type { Control } from 'react-hook-form'
import { useEndpoint } from '#src/api/query.ts'
import { SelectField } from '#src/kit/form/Fields.tsx'
import { useT } from '../use-t.ts'
import type { Asker, RequestForm } from './use-new-request.ts'

/** Between whom: each partner names the other one, whoever runs the platform both. */
export const PartiesFields = ({ control, asker }: { control: Control<RequestForm>; asker: Asker }) => {
  const t = useT()
  const names = useEndpoint(systems.names, { query: { onboarding: true } }, { staleTime: 60_000, enabled: asker !== 'rms' })
  const own = useEndpoint(channels.mine, { query: { limit: 200 } }, { staleTime: 60_000 })
  const options = (found: readonly { id: string; name: string }[] = []) => found.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      {asker === 'admin' ? (
        <SelectField
          control={control}
          name="requester"
          label={t('r.f.requester')}
          options={(['rms', 'bc'] as const).map((value) => ({ value, label: t(`r.new.by.${value}`) }))}
        />
      ) : null}
      {asker === 'rms' ? null : (
        <SelectField
          control={control}
          name="systemId"
          label={t('r.c.system')}
          required
          empty={t('r.new.choose')}
          options={options(names.data)}
        />
      )}
      <SelectField
        control={control}
        name="channelId"
        label={t('r.c.channel')}
        required
        empty={t('r.new.choose')}
        options={options(own.data?.data)}
      />
    </>
  )
}

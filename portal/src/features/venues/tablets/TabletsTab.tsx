import { sharedDevices } from '@tablewire/contracts/identity/shared-devices'
import { useAbility } from '#src/api/ability.ts'
import { useEndpoint } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { DeviceList } from './DeviceList.tsx'
import { NewTablet } from './NewTablet.tsx'
import { PinList } from './PinList.tsx'
import { TabletRules } from './TabletRules.tsx'
import { useTabletsT } from './use-tablets-t.ts'

/** The tablets that the team of a venue shares, what is protected on them, and who has a PIN. */
export const TabletsTab = ({ venueId }: { venueId: string }) => {
  const t = useTabletsT()
  const may = useAbility().can('update', 'settings-restaurant')
  const query = useEndpoint(sharedDevices.list, { params: { id: venueId } }, { staleTime: 5_000, meta: { shown: true } })
  const { data } = query
  if (query.isError && !data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!data) return <RowsSkeleton rows={6} />
  return (
    <>
      {may ? (
        <FormSection title={t('new')} hint={t('new.hint')}>
          <NewTablet venueId={venueId} />
        </FormSection>
      ) : null}
      <FormSection title={t('devices')} hint={t('devices.hint')}>
        <DeviceList devices={data.devices} may={may} />
      </FormSection>
      <FormSection title={t('rules')} hint={t('rules.hint')}>
        <TabletRules venueId={venueId} rules={data.rules} version={data.version} may={may} />
      </FormSection>
      <FormSection title={t('pins')} hint={t('pins.hint')}>
        <PinList venueId={venueId} people={data.people} may={may} />
      </FormSection>
    </>
  )
}

import { lacks } from '@tablewire/contracts/estate/venue-filters'
import { countryCodes } from '@tablewire/contracts/kit/places.rules'
import { systems } from '@tablewire/contracts/rms/systems'
import { useEndpoint } from '#src/api/query.ts'
import { useSession } from '#src/api/session.ts'
import { countryOptions } from '#src/kit/form/options.ts'
import { FilterSelect, FilterText } from '#src/kit/list/ListBar.tsx'
import type { UrlPatch, UrlSearch } from '#src/kit/url-search.ts'
import { idIn } from '#src/kit/url-values.ts'
import { OwnerFilters } from './OwnerFilters.tsx'
import { useT } from './use-t.ts'

type Props = { search: UrlSearch; onChange: (patch: UrlPatch) => void }

const SystemFilter = ({ value, onChange }: { value: string | undefined; onChange: (id: string | undefined) => void }) => {
  const t = useT()
  const { data = [] } = useEndpoint(systems.names, { query: {} }, { staleTime: 60_000 })
  return (
    <FilterSelect
      label={t('system')}
      value={value}
      options={data.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={onChange}
    />
  )
}

export const VenueFilters = ({ search, onChange }: Props) => {
  const t = useT()
  const { bookingChannels } = useSession()
  const states = [
    { value: 'yes', label: t('active') },
    { value: 'no', label: t('inactive') },
    { value: 'archived', label: t('archived') },
  ]
  return (
    <>
      <OwnerFilters company={idIn(search['company'])} group={idIn(search['group'])} onChange={onChange} />
      <FilterSelect
        label={t('country')}
        value={search['country']}
        options={countryOptions(countryCodes)}
        onChange={(country) => onChange({ country })}
      />
      <FilterText key={search['city'] ?? ''} label={t('city')} value={search['city'] ?? ''} onChange={(city) => onChange({ city })} />
      <SystemFilter value={search['system']} onChange={(system) => onChange({ system })} />
      <FilterSelect
        label={t('channel')}
        value={search['channel']}
        options={bookingChannels.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(channel) => onChange({ channel })}
      />
      <FilterSelect label={t('state')} value={search['active']} options={states} onChange={(active) => onChange({ active })} />
      <FilterSelect
        label={t('missing')}
        value={search['missing']}
        options={lacks.map((lack) => ({ value: lack, label: t(`missing.${lack}`) }))}
        onChange={(missing) => onChange({ missing })}
      />
    </>
  )
}

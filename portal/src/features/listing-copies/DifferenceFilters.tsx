import { listingFields } from '@tablewire/contracts/listing/copies'
import { FilterSelect } from '#src/kit/list/ListBar.tsx'
import { GivenFilters } from './GivenFilters.tsx'
import { useT } from './use-t.ts'
import { VenueFilter } from './VenueFilter.tsx'

const states = ['open', 'asked', 'ignored'] as const
const changers = ['us', 'owner', 'guest', 'channel', 'other'] as const

type DifferenceFiltersProps = {
  address: Readonly<Record<string, string | undefined>>
  onChange: (change: Record<string, string | undefined>) => void
}

export const DifferenceFilters = ({ address, onChange: setSearch }: DifferenceFiltersProps) => {
  const t = useT()
  const { venue, field, state, by } = address
  return (
    <>
      <FilterSelect
        label={t('c.field')}
        value={field}
        options={listingFields.map((value) => ({ value, label: t(`f.${value}`) }))}
        onChange={(value) => setSearch({ field: value })}
      />
      <FilterSelect
        label={t('c.state')}
        value={state}
        options={states.map((value) => ({ value, label: t(`difference.${value}`) }))}
        onChange={(value) => setSearch({ state: value })}
      />
      <FilterSelect
        label={t('c.by')}
        value={by}
        options={changers.map((value) => ({ value, label: t(`who.${value}`) }))}
        onChange={(value) => setSearch({ by: value })}
      />
      <VenueFilter value={venue?.includes(',') ? undefined : venue} onChange={(value) => setSearch({ venue: value, part: undefined })} />
      <GivenFilters address={address} onChange={setSearch} />
    </>
  )
}

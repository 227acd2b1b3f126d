import { venues } from '@tablewire/contracts/estate/venues'
import { keepRows, useEndpoint } from '#src/api/query.ts'
import { FilterFind } from '#src/kit/list/FilterFind.tsx'
import { useTyped } from '#src/kit/use-typed.ts'
import { useT } from './use-t.ts'

type VenueFilterProps = { value: string; onChange: (id: string | undefined) => void }

/** Of one venue; whoever has but one has nothing to choose. */
export const VenueFilter = ({ value, onChange }: VenueFilterProps) => {
  const t = useT()
  const [criteria, setTyped] = useTyped()
  const { data } = useEndpoint(venues.mine, { query: { limit: 8, filters: { criteria } } }, keepRows)
  const chosen = useEndpoint(venues.getMine, { params: { id: value } }, { enabled: value !== '' })
  const options = (data?.data ?? []).map(({ id, name, city }) => ({ id, name, note: city }))
  if (value === '' && criteria === '' && (data?.total ?? 0) < 2) return null
  const name = value === '' ? '' : (chosen.data?.name ?? '…')
  return <FilterFind label={t('c.venue')} all={t('allVenues')} chosen={name} options={options} onType={setTyped} onChange={onChange} />
}

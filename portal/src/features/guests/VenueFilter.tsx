import { useFoundVenues, useVenueName } from '#src/api/finds.ts'
import { FilterFind } from '#src/kit/list/FilterFind.tsx'
import { useTyped } from '#src/kit/use-typed.ts'
import { useT } from './use-t.ts'

type VenueFilterProps = { value: string | undefined; onChange: (id: string | undefined) => void }

/** Of one venue; whoever has but one has nothing to choose. */
export const VenueFilter = ({ value, onChange }: VenueFilterProps) => {
  const t = useT()
  const [search, setText] = useTyped()
  const { options, total } = useFoundVenues(search)
  const chosen = useVenueName(value)
  if (value === undefined && search === '' && total < 2) return null
  return <FilterFind label={t('c.venue')} all={t('allVenues')} chosen={chosen} options={options} onType={setText} onChange={onChange} />
}

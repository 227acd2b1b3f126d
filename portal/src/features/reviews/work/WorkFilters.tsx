import { reviewWork } from '@tablewire/contracts/reviews/review-work'
import { useEndpoint } from '#src/api/query.ts'
import { FilterSelect } from '#src/kit/list/ListBar.tsx'
import { useT } from '../use-t.ts'

type Address = Readonly<Record<string, string | undefined>>
type WorkFiltersProps = { address: Address; onChange: (to: Record<string, string | undefined>) => void }

/** By what the house marked them with. */
export const WorkFilters = ({ address, onChange }: WorkFiltersProps) => {
  const t = useT()
  const labels = useEndpoint(reviewWork.labels, {}, { meta: { shown: true } })
  const names = new Set([...(labels.data ?? []), ...(address['label'] ? [address['label']] : [])])
  if (names.size === 0) return null
  return (
    <FilterSelect
      label={t('work.label')}
      value={address['label']}
      options={[...names].map((label) => ({ value: label, label }))}
      onChange={(label) => onChange({ label })}
    />
  )
}

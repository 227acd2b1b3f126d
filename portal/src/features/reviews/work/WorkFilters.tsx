import { reviewWork } from '@tablewire/contracts/reviews/review-work'
import { useEndpoint } from '#src/api/query.ts'
import { FilterSelect } from '#src/kit/list/ListBar.tsx'
import { useT } from '../use-t.ts'

const choices = ['mine', 'flagged', 'moderation'] as const

type Address = Readonly<Record<string, string | undefined>>
type WorkFiltersProps = { address: Address; onChange: (to: Record<string, string | undefined>) => void }

/** By what the house does about them. */
export const WorkFilters = ({ address, onChange }: WorkFiltersProps) => {
  const t = useT()
  const labels = useEndpoint(reviewWork.labels, {}, { meta: { shown: true } })
  const names = new Set([...(labels.data ?? []), ...(address['label'] ? [address['label']] : [])])
  const value = choices.find((one) => address[one] !== undefined)
  return (
    <>
      <FilterSelect
        label={t('work.filter')}
        value={value}
        options={choices.map((one) => ({ value: one, label: t(`work.filter.${one}`) }))}
        onChange={(chosen) =>
          onChange(
            Object.fromEntries(choices.map((one) => [one, one === chosen ? (one === 'moderation' ? 'awaiting' : 'true') : undefined])),
          )
        }
      />
      {names.size > 0 ? (
        <FilterSelect
          label={t('work.label')}
          value={address['label']}
          options={[...names].map((label) => ({ value: label, label }))}
          onChange={(label) => onChange({ label })}
        />
      ) : null}
    </>
  )
}

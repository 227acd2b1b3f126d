import { themes } from '@tablewire/contracts/reviews/review-themes'
import { reviews } from '@tablewire/contracts/reviews/reviews'
import { useEndpoint } from '#src/api/query.ts'
import { FilterSelect, ListBar } from '#src/kit/list/ListBar.tsx'
import { GivenFilters } from './GivenFilters.tsx'
import { filtersOf, noFilters } from './review-filters.ts'
import { useT } from './use-t.ts'
import { VenueFilter } from './VenueFilter.tsx'
import { WorkFilters } from './work/WorkFilters.tsx'

/** Quick ones first: what somebody should look at. */
const starChoices = ['1,2', '3', '4,5', '1', '2', '4', '5'] as const

type ReviewFiltersProps = {
  address: Readonly<Record<string, string | undefined>>
  total: number | undefined
  onChange: (to: Record<string, string | undefined>) => void
}

/** What narrows the inbox; all of it stands in the address. */
export const ReviewFilters = ({ address, total, onChange }: ReviewFiltersProps) => {
  const t = useT()
  const { q = '', venue, source, stars, theme } = address
  const sources = useEndpoint(reviews.sources, {})
  const filtered = Object.keys(filtersOf(address)).length > 0
  return (
    <ListBar
      search={{ label: t('search'), value: q, onChange: (text) => onChange({ q: text }) }}
      filters={
        <>
          <FilterSelect
            label={t('c.rating')}
            value={stars}
            options={starChoices.map((value) => ({ value, label: t(`stars.${value}`) }))}
            onChange={(value) => onChange({ stars: value })}
          />
          <FilterSelect
            label={t('c.source')}
            value={source}
            options={(sources.data ?? []).map((one) => ({ value: one.source, label: one.source }))}
            onChange={(value) => onChange({ source: value })}
          />
          {theme ? (
            <FilterSelect
              label={t('themes')}
              value={theme}
              options={themes.map((value) => ({ value, label: t(`theme.${value}`) }))}
              onChange={(value) => onChange({ theme: value })}
            />
          ) : null}
          <WorkFilters address={address} onChange={onChange} />
          <VenueFilter value={venue} onChange={(value) => onChange({ venue: value })} />
          <GivenFilters address={address} onChange={onChange} />
        </>
      }
      foldBelow={1180}
      onClear={filtered ? () => onChange(noFilters) : undefined}
      total={total}
    />
  )
}

import { themes } from '@tablewire/contracts/reviews/review-themes'
import { reviews } from '@tablewire/contracts/reviews/reviews'
import { sourceName } from '@tablewire/contracts/reviews/source-names.rules'
import { useEndpoint } from '#src/api/query.ts'
import { DayField } from '#src/kit/DayField.tsx'
import { languageName } from '#src/kit/format.ts'
import { FilterSelect, ListBar } from '#src/kit/list/ListBar.tsx'
import { GivenFilters } from './GivenFilters.tsx'
import { filtersOf, noFilters } from './review-filters.ts'
import { usualLanguages } from './templates/template-form.ts'
import { useT } from './use-t.ts'
import { VenueFilter } from './VenueFilter.tsx'
import { WorkFilters } from './work/WorkFilters.tsx'

/** Those guests write in most, in the order of their names, and the one that is chosen. */
const languageChoices = (chosen: string | undefined): { value: string; label: string }[] =>
  [...new Set([...usualLanguages, ...(chosen ? [chosen] : [])])]
    .map((value) => ({ value, label: languageName(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label))

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
  const { q = '', venue, source, stars, language, theme, from, to } = address
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
            options={(sources.data ?? []).map((one) => ({ value: one.source, label: sourceName(one.source, t('source.own')) }))}
            onChange={(value) => onChange({ source: value })}
          />
          <FilterSelect
            label={t('c.language')}
            value={language}
            options={languageChoices(language)}
            onChange={(value) => onChange({ language: value })}
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
          <DayField
            variant="outlined"
            label={t('given.from')}
            text={t('given.from')}
            date={from}
            max={to}
            onDate={(date) => onChange({ from: date })}
            onClear={() => onChange({ from: undefined })}
          />
          <DayField
            variant="outlined"
            label={t('given.to')}
            text={t('given.to')}
            date={to}
            min={from}
            onDate={(date) => onChange({ to: date })}
            onClear={() => onChange({ to: undefined })}
          />
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

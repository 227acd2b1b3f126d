import Button from '@mui/material/Button'
import { Link } from '@tanstack/react-router'
import { listingGaps } from '@tablewire/contracts/listing/completeness.rules'
import { listings } from '@tablewire/contracts/listing/listings'
import { type ReactNode, useMemo } from 'react'
import { useLive } from '#src/api/live.ts'
import { queryClient, useEndpoint } from '#src/api/query.ts'
import { useRows } from '#src/api/rows.ts'
import { ListPage } from '#src/kit/list/ListPage.tsx'
import { FilterSelect } from '#src/kit/list/ListBar.tsx'
import { formatNumber } from '#src/kit/format.ts'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { givenFilters, GivenFilters, givenOf } from './GivenFilters.tsx'
import { listingCard, listingColumns, rowInWords } from './listing-columns.tsx'
import { useT } from '../use-t.ts'

/** What most venues lack, by what it would bring all of them. */
const useOverall = (): ReactNode => {
  const t = useT()
  const { data } = useEndpoint(listings.completeness, {})
  if (!data || data.average === null) return undefined
  const { average, complete, venues, gaps } = data
  const most = gaps.slice(0, 3)
  const all = t('all', { average: formatNumber(average), complete, venues })
  if (!most.length) return all
  return (
    <>
      {all}. {t('most')}{' '}
      {most.map(({ gap, venues: lacking }, index) => (
        <span key={gap}>
          {index > 0 ? ' · ' : null}
          <Link to="/listing" search={{ missing: gap } as never}>
            {t('gapVenues', { gap: t(`g.${gap}`), venues: lacking })}
          </Link>
        </span>
      ))}
    </>
  )
}

export const ListingList = ({ onOpen }: { onOpen: (id: string) => void }) => {
  const t = useT()
  const [search, setSearch] = useUrlSearch()
  const { q, missing, enabled } = search
  const sort = search['sort'] ?? 'score'
  const rows = useRows(listings.list, { query: { sort, filters: { q, missing, enabled, ...givenOf(search) } } as never })
  const columns = useMemo(() => listingColumns(t), [t])
  const hint = useOverall()
  useLive((message) => {
    if (message.type === 'venue' || message.type === 'reset') void queryClient.invalidateQueries({ queryKey: ['listings'] })
  })
  return (
    <ListPage
      title={t('title')}
      {...(hint ? { hint } : {})}
      search={t('search')}
      filters={
        <>
          <FilterSelect
            label={t('f.missing')}
            value={missing}
            options={listingGaps.map((gap) => ({ value: gap, label: t(`g.${gap}`) }))}
            onChange={(value) => setSearch({ missing: value })}
          />
          <FilterSelect
            label={t('f.with')}
            name={t('f.product')}
            value={enabled}
            options={[{ value: 'false', label: t('f.without') }]}
            onChange={(value) => setSearch({ enabled: value })}
          />
          <GivenFilters address={search} onChange={setSearch} />
        </>
      }
      filterNames={['missing', 'enabled', ...givenFilters]}
      actions={
        <Button size="small" color="inherit" component={Link} to="/listing/differences">
          {t('differences')}
        </Button>
      }
      rows={rows}
      columns={columns}
      sort={sort}
      onOpen={({ id }) => onOpen(id)}
      rowLabel={(row) => rowInWords(t, row)}
      phone={listingCard(t)}
      empty={{ title: t('none'), hint: t('none.hint'), filtered: { title: t('none'), hint: t('none.filtered') } }}
    />
  )
}

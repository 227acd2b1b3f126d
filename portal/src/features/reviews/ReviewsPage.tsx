import { mdiStarOutline } from '@mdi/js'
import { reviews } from '@tablewire/contracts/reviews/reviews'
import { useRef } from 'react'
import { useEndpoint } from '#src/api/query.ts'
import { useRows } from '#src/api/rows.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { DataList } from '#src/kit/list/DataList.tsx'
import { FullHeight } from '#src/kit/list/FullHeight.tsx'
import { FilterSelect, ListBar } from '#src/kit/list/ListBar.tsx'
import type { ListNav } from '#src/kit/list/use-roving.ts'
import { useShortcuts } from '#src/kit/shortcuts.ts'
import { SidePanel } from '#src/kit/SidePanel.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { useWidth } from '#src/kit/use-width.ts'
import { phoneRow, rowInWords, useReviewColumns } from './review-columns.tsx'
import { ReviewPanel } from './ReviewPanel.tsx'
import { ReviewsHead } from './ReviewsHead.tsx'
import { useLiveReviews } from './use-live-reviews.ts'
import { useT } from './use-t.ts'
import { VenueFilter } from './VenueFilter.tsx'

const docksFrom = 1080
/** Where each filter stands in the address, and what the server calls it. */
const filterNames = { q: 'q', venue: 'venueId', source: 'source', stars: 'stars', reply: 'reply', from: 'from', to: 'to' } as const
const noFilters = { q: undefined, venue: undefined, source: undefined, stars: undefined, reply: undefined, from: undefined, to: undefined }
const filtersOf = (address: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(filterNames).flatMap(([name, filter]) => (address[name] ? [[filter, address[name]]] : [])))
/** Quick ones first: what somebody should look at. */
const starChoices = ['1,2', '3', '4,5', '1', '2', '4', '5'] as const

/** LI2: what guests wrote, wherever they wrote it. */
export const ReviewsPage = () => {
  const t = useT()
  const [ref, width] = useWidth()
  const [address, setSearch] = useUrlSearch()
  const nav = useRef<ListNav>(null)
  const { id, q = '', venue, source, stars } = address
  const filters = filtersOf(address)
  const rows = useRows(reviews.list, { query: { filters } as never })
  const sources = useEndpoint(reviews.sources, {})
  const columns = useReviewColumns()
  useLiveReviews()
  const { stars: _stars, reply: _reply, ...besideQuick } = filters
  const filtered = Object.keys(filters).length > 0
  useShortcuts([
    { keys: 'j', label: t('keys.next'), run: () => nav.current?.step(1) },
    { keys: 'k', label: t('keys.previous'), run: () => nav.current?.step(-1) },
  ])
  return (
    <FullHeight ref={ref}>
      <ReviewsHead address={address} beside={besideQuick} onChange={setSearch} />
      <ListBar
        search={{ label: t('search'), value: q, onChange: (text) => setSearch({ q: text }) }}
        filters={
          <>
            <FilterSelect
              label={t('c.rating')}
              value={stars}
              options={starChoices.map((value) => ({ value, label: t(`stars.${value}`) }))}
              onChange={(value) => setSearch({ stars: value })}
            />
            <FilterSelect
              label={t('c.source')}
              value={source}
              options={(sources.data ?? []).map((one) => ({ value: one.source, label: one.source }))}
              onChange={(value) => setSearch({ source: value })}
            />
            <VenueFilter value={venue} onChange={(value) => setSearch({ venue: value })} />
          </>
        }
        foldBelow={880}
        onClear={filtered ? () => setSearch(noFilters) : undefined}
        total={rows.loading ? undefined : rows.total}
      />
      <div className="work">
        <DataList
          label={t('title')}
          rows={rows}
          columns={columns}
          nav={nav}
          selectedId={id}
          onOpen={(review) => setSearch({ id: review.id })}
          onStep={(review) => (id && id !== review.id && width >= docksFrom ? setSearch({ id: review.id }) : undefined)}
          rowLabel={(review) => rowInWords(t, review)}
          phone={phoneRow}
          empty={<EmptyState icon={mdiStarOutline} title={t(filtered ? 'none.filtered' : 'none')} hint={filtered ? '' : t('none.hint')} />}
        />
        {id ? (
          <SidePanel label={t('review')} of={id} docked={width >= docksFrom} onClose={() => setSearch({ id: undefined })}>
            <ReviewPanel key={id} id={id} />
          </SidePanel>
        ) : null}
      </div>
    </FullHeight>
  )
}

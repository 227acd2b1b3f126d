import { mdiStarOutline } from '@mdi/js'
import { reviews } from '@tablewire/contracts/reviews/reviews'
import { useRef, useState } from 'react'
import { useRows } from '#src/api/rows.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { DataList } from '#src/kit/list/DataList.tsx'
import { FullHeight } from '#src/kit/list/FullHeight.tsx'
import type { ListNav } from '#src/kit/list/use-roving.ts'
import { useShortcuts } from '#src/kit/shortcuts.ts'
import { SidePanel } from '#src/kit/SidePanel.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { useWidth } from '#src/kit/use-width.ts'
import { phoneRow, rowInWords, useReviewColumns } from './review-columns.tsx'
import { filtersOf, withoutQuick } from './review-filters.ts'
import { ReviewFilters } from './ReviewFilters.tsx'
import { ReviewsHead } from './ReviewsHead.tsx'
import { ReviewPanel } from './ReviewPanel.tsx'
import { useLiveReviews } from './use-live-reviews.ts'
import { useT } from './use-t.ts'

const docksFrom = 1080

/** LI2: what guests wrote, wherever they wrote it. */
export const ReviewsPage = () => {
  const t = useT()
  const [ref, width] = useWidth()
  const [address, setSearch] = useUrlSearch()
  const nav = useRef<ListNav>(null)
  const { id } = address
  const filters = filtersOf(address)
  const rows = useRows(reviews.list, { query: { filters } as never })
  const columns = useReviewColumns()
  useLiveReviews()
  const besideQuick = withoutQuick(filters)
  const filtered = Object.keys(filters).length > 0
  /** Of this review the reply was asked for by a key. */
  const [answering, setAnswering] = useState<string>()
  const answer = (): void => {
    const row = document.activeElement?.closest<HTMLElement>('[data-place]')
    const review = row ? rows.rows[Number(row.dataset['place'])] : undefined
    setAnswering(review?.id)
    if (review) setSearch({ id: review.id })
  }
  useShortcuts([
    { keys: 'r', label: t('keys.reply'), run: answer, enabled: id === undefined },
    { keys: 'j', label: t('keys.next'), run: () => nav.current?.step(1) },
    { keys: 'k', label: t('keys.previous'), run: () => nav.current?.step(-1) },
  ])
  return (
    <FullHeight ref={ref}>
      <ReviewsHead address={address} beside={besideQuick} onChange={setSearch} />
      <ReviewFilters address={address} onChange={setSearch} total={rows.loading ? undefined : rows.total} />
      <div className="work">
        <DataList
          label={t('title')}
          rows={rows}
          columns={columns}
          nav={nav}
          selectedId={id}
          onOpen={(review) => {
            setAnswering(undefined)
            setSearch({ id: review.id })
          }}
          onStep={(review) => (id && id !== review.id && width >= docksFrom ? setSearch({ id: review.id }) : undefined)}
          rowLabel={(review) => rowInWords(t, review)}
          phone={phoneRow}
          empty={<EmptyState icon={mdiStarOutline} title={t(filtered ? 'none.filtered' : 'none')} hint={filtered ? '' : t('none.hint')} />}
        />
        {id ? (
          <SidePanel label={t('review')} of={id} docked={width >= docksFrom} onClose={() => setSearch({ id: undefined })}>
            <ReviewPanel key={id} id={id} answers={answering === id} />
          </SidePanel>
        ) : null}
      </div>
    </FullHeight>
  )
}

import { mdiPlus, mdiPresentationPlay } from '@mdi/js'
import Button from '@mui/material/Button'
import { demoLinks } from '@tablewire/contracts/demo/demo-links'
import type { Result } from '@tablewire/contracts/kit/endpoint'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#src/api/client.ts'
import { keyOf } from '#src/api/query.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { ItemList } from '#src/kit/ItemList.tsx'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { DemoLinkItem } from './DemoLinkItem.tsx'
import { NewDemoLink } from './NewDemoLink.tsx'
import { useT } from './use-t.ts'

type Page = Result<typeof demoLinks.list>

const useLinks = () =>
  useInfiniteQuery({
    queryKey: [...keyOf(demoLinks.list), 'pages'],
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      api(demoLinks.list, { query: { limit: 50, ...(pageParam ? { after: pageParam } : {}) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    // Its mail goes and its demo is used while somebody looks.
    refetchInterval: 15_000,
  })

/** ON2: demo links, newest first, with what can be done to each. */
export const DemoLinksPage = () => {
  const t = useT()
  const links = useLinks()
  const [making, setMaking] = useState(false)
  const total = links.data?.pages[0]?.total
  const rows = links.data?.pages.flatMap(({ data }) => data) ?? []
  const button = (
    <Button variant="contained" startIcon={<Icon path={mdiPlus} size={18} />} onClick={() => setMaking(true)}>
      {t('new')}
    </Button>
  )
  return (
    <>
      <PageTitle title={t('title')} hint={total === undefined ? '' : t('total', { count: total })} actions={button} />
      {links.isPending ? <RowsSkeleton /> : null}
      {links.isError && rows.length === 0 ? <ErrorState error={links.error} onRetry={() => void links.refetch()} /> : null}
      {total === 0 ? <EmptyState icon={mdiPresentationPlay} title={t('empty.title')} hint={t('empty.hint')} /> : null}
      {rows.length > 0 ? (
        <ItemList aria-label={t('title')}>
          {rows.map((link) => (
            <DemoLinkItem key={link.id} link={link} />
          ))}
        </ItemList>
      ) : null}
      {links.hasNextPage ? (
        <Button onClick={() => void links.fetchNextPage()} loading={links.isFetchingNextPage}>
          {t('more')}
        </Button>
      ) : null}
      {making ? <NewDemoLink onClose={() => setMaking(false)} /> : null}
    </>
  )
}

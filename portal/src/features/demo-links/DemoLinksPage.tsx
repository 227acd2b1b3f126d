import { mdiPlus, mdiPresentationPlay } from '@mdi/js'
import Button from '@mui/material/Button'
import { demoLinks, demoLinkStates, demoLinkStatuses } from '@tablewire/contracts/demo/demo-links'
import { useState } from 'react'
import { useEndpoint } from '#src/api/query.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { ItemList } from '#src/kit/ItemList.tsx'
import { FilterSelect, ListBar } from '#src/kit/list/ListBar.tsx'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { DemoLinkItem } from './DemoLinkItem.tsx'
import { NewDemoLink } from './NewDemoLink.tsx'
import { OneDemoLink } from './OneDemoLink.tsx'
import { filterNames, filtersOf, useLinks } from './use-links.ts'
import { useT } from './use-t.ts'

type Search = ReturnType<typeof useUrlSearch>
const LinkFilters = ({ search: [search, setSearch] }: { search: Search }) => {
  const t = useT()
  const choices = useEndpoint(demoLinks.choices, {}, { staleTime: 60_000 })
  return (
    <>
      <FilterSelect
        label={t('filter.status')}
        value={search['status']}
        options={demoLinkStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
        onChange={(status) => setSearch({ status })}
      />
      <FilterSelect
        label={t('filter.state')}
        value={search['state']}
        options={demoLinkStates.map((value) => ({ value, label: t(`state.${value}`) }))}
        onChange={(state) => setSearch({ state })}
      />
      <FilterSelect
        label={t('filter.by')}
        value={search['by']}
        options={(choices.data?.people ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(by) => setSearch({ by })}
      />
    </>
  )
}

const Links = ({ links, filtered }: { links: ReturnType<typeof useLinks>; filtered: boolean }) => {
  const t = useT()
  const [looked, setLooked] = useState<string>()
  const rows = links.data?.pages.flatMap(({ data }) => data) ?? []
  const none = links.data?.pages[0]?.total === 0
  return (
    <>
      {links.isPending ? <RowsSkeleton /> : null}
      {links.isError && rows.length === 0 ? <ErrorState error={links.error} onRetry={() => void links.refetch()} /> : null}
      {none ? (
        <EmptyState icon={mdiPresentationPlay} title={t(filtered ? 'none.found' : 'empty.title')} hint={filtered ? '' : t('empty.hint')} />
      ) : null}
      {rows.length > 0 ? (
        <ItemList aria-label={t('title')}>
          {rows.map((link) => (
            <DemoLinkItem
              key={link.id}
              link={link}
              looking={looked === link.id}
              onLook={(looking) => setLooked(looking ? link.id : undefined)}
            />
          ))}
        </ItemList>
      ) : null}
      {links.hasNextPage ? (
        <Button onClick={() => void links.fetchNextPage()} loading={links.isFetchingNextPage}>
          {t('more')}
        </Button>
      ) : null}
    </>
  )
}

/** ON2: demo links, newest first, with what can be done to each; `?link=` shows one, as mails about it do. */
export const DemoLinksPage = () => {
  const t = useT()
  const url = useUrlSearch()
  const [search, setSearch] = url
  const filters = filtersOf(search)
  const filtered = Object.keys(filters).length > 0
  const links = useLinks(filters)
  const [making, setMaking] = useState(false)
  const total = links.data?.pages[0]?.total
  const { link: one } = search
  if (one !== undefined)
    return (
      <>
        <PageTitle title={t('title')} />
        <OneDemoLink key={one} id={one} onAll={() => setSearch({ link: undefined }, { push: true })} />
      </>
    )
  return (
    <>
      <PageTitle title={t('title')} />
      <ListBar
        search={{ label: t('search'), value: search['q'] ?? '', onChange: (text) => setSearch({ q: text || undefined }) }}
        filters={<LinkFilters search={url} />}
        onClear={filtered ? () => setSearch(Object.fromEntries(filterNames.map((name) => [name, undefined]))) : undefined}
        total={total}
        actions={
          <Button variant="contained" startIcon={<Icon path={mdiPlus} size={18} />} onClick={() => setMaking(true)}>
            {t('new')}
          </Button>
        }
      />
      <Links links={links} filtered={filtered} />
      {making ? <NewDemoLink onClose={() => setMaking(false)} /> : null}
    </>
  )
}

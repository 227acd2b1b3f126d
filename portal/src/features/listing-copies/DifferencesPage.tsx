import { useVenueName } from '#src/api/finds.ts'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { PageTabs } from '#src/kit/Tabs.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { DifferencesList } from './DifferencesList.tsx'
import { ShownPage } from './ShownPage.tsx'
import { useLiveListings } from './use-live-listings.ts'
import { useT } from './use-t.ts'

/** LI1: wherever venues are shown otherwise than they are; of one venue also where it is shown at all. */
export const DifferencesPage = () => {
  const t = useT()
  const [{ venue: asked, part }, setSearch] = useUrlSearch()
  // Of several there is a list only.
  const venue = asked?.includes(',') ? undefined : asked
  const name = useVenueName(venue)
  useLiveListings()
  const shown = venue !== undefined && part === 'places' ? 'places' : 'list'
  const title = <PageTitle title={shown === 'places' && name ? t('placesOf', { venue: name }) : t('title')} hint={t('hint')} />
  if (venue === undefined) return <DifferencesList head={title} />
  const tabs = (
    <PageTabs
      label={t('title')}
      tabs={[
        { id: 'list', label: t('title') },
        { id: 'places', label: t('places') },
      ]}
      value={shown}
      onChange={(id) => setSearch({ part: id === 'places' ? id : undefined, id: undefined })}
    />
  )
  const head = (
    <>
      {title}
      {tabs}
    </>
  )
  if (shown === 'list') return <DifferencesList head={head} />
  return (
    <>
      {head}
      <div role="tabpanel" aria-labelledby="tab-places">
        <ShownPage id={venue} timeZone={undefined} />
      </div>
    </>
  )
}

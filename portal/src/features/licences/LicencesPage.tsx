import { styled } from '@mui/material/styles'
import { FullHeight } from '#src/kit/list/FullHeight.tsx'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { PageTabs } from '#src/kit/Tabs.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { LicencesList } from './LicencesList.tsx'
import { Reports } from './Reports.tsx'
import { useT } from './use-t.ts'

const Panel = styled('div')({ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 })

/** CH3, CH4: what venues are connected with, and who has what. */
export const LicencesPage = () => {
  const t = useT()
  const [{ tab: tabParam }, setSearch] = useUrlSearch()
  const tab = tabParam === 'reports' ? 'reports' : 'licences'
  const nothing = {
    q: undefined,
    product: undefined,
    channel: undefined,
    country: undefined,
    sort: undefined,
    venue: undefined,
    list: undefined,
  }
  return (
    <FullHeight>
      <PageTitle title={t('title')} hint={t('hint')} />
      <PageTabs
        label={t('title')}
        tabs={[
          { id: 'licences', label: t('tab.licences') },
          { id: 'reports', label: t('tab.reports') },
        ]}
        value={tab}
        onChange={(next) => setSearch({ ...nothing, tab: next === 'reports' ? next : undefined })}
      />
      <Panel role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === 'reports' ? <Reports /> : <LicencesList />}
      </Panel>
    </FullHeight>
  )
}

import { PageTitle } from '#src/kit/PageTitle.tsx'
import { PageTabs } from '#src/kit/Tabs.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { LimitsList } from './LimitsList.tsx'
import { Report } from './Report.tsx'
import { useT } from './use-t.ts'

/** ON3: where onboarding requests stand and get stuck, and after how long people are reminded of them. */
export const OnboardingReportPage = () => {
  const t = useT()
  const [{ tab: asked }, setSearch] = useUrlSearch()
  const tab = asked === 'limits' ? 'limits' : 'report'
  return (
    <>
      <PageTitle title={t('title')} hint={t('hint')} />
      <PageTabs
        label={t('title')}
        tabs={[
          { id: 'report', label: t('tab.report') },
          { id: 'limits', label: t('tab.limits') },
        ]}
        value={tab}
        onChange={(next) => setSearch({ tab: next === 'limits' ? next : undefined })}
      />
      <div role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === 'limits' ? <LimitsList /> : <Report />}
      </div>
    </>
  )
}

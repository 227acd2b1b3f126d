import { styled } from '@mui/material/styles'
import { useAbility } from '#src/api/ability.ts'
import { FullHeight } from '#src/kit/list/FullHeight.tsx'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { PageTabs } from '#src/kit/Tabs.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { useT } from '../use-t.ts'
import { ApprovalList } from './ApprovalList.tsx'
import { TemplateList } from './TemplateList.tsx'

const Panel = styled('div')({ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0, overflowY: 'auto' })

/** LI2: how the house answers: the wordings of its replies, and which venues want them approved. */
export const ReplyTemplatesPage = () => {
  const t = useT()
  const ability = useAbility()
  const [{ tab: tabParam }, setSearch] = useUrlSearch()
  const tab = tabParam === 'approval' ? 'approval' : 'templates'
  return (
    <FullHeight>
      <PageTitle title={t('templates')} hint={t('templates.hint')} back={<a href="/reviews">{t('templates.back')}</a>} />
      <PageTabs
        label={t('templates')}
        tabs={[
          { id: 'templates', label: t('templates.tab') },
          ...(ability.can('override', 'reviews') ? [{ id: 'approval' as const, label: t('approval.tab') }] : []),
        ]}
        value={tab}
        onChange={(next) => setSearch({ tab: next === 'approval' ? next : undefined, q: undefined, id: undefined })}
      />
      <Panel role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === 'approval' ? <ApprovalList /> : <TemplateList />}
      </Panel>
    </FullHeight>
  )
}

import { styled } from '@mui/material/styles'
import { onboarding } from '@tablewire/contracts/onboarding/onboarding'
import { useEndpoint } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { PanelBody } from '#src/kit/panel-body.ts'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { PageTabs } from '#src/kit/Tabs.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { MessagesTab } from '../messages/MessagesTab.tsx'
import { useUnreadMessages } from '../messages/use-unread-messages.ts'
import { useT } from '../use-t.ts'
import { HistoryTab } from './HistoryTab.tsx'
import { InvitationPart } from './InvitationPart.tsx'
import { StateTag } from './request-columns.tsx'
import { RequestActs } from './RequestActs.tsx'
import { RequestFacts } from './RequestFacts.tsx'
import { Stepper } from './Stepper.tsx'

const tabs = ['info', 'history', 'messages'] as const

/** Within the panel, which has its edges already. */
const Part = styled(PanelBody)({ padding: 0 })

/** One request: where it stands, who is waited for, and what the reader can do about it. */
export const RequestPanel = ({ id }: { id: string }) => {
  const t = useT()
  const [{ tab: asked }, setSearch] = useUrlSearch()
  const tab = tabs.find((one) => one === asked) ?? 'info'
  const unread = useUnreadMessages().data?.requests.find((one) => one.id === id)?.unread
  const { data: request, error, refetch } = useEndpoint(onboarding.get, { params: { id } }, { meta: { shown: true } })
  if (error && !request) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!request) return <RowsSkeleton />
  return (
    <PanelBody>
      <h2 style={{ overflowWrap: 'anywhere' }}>{request.venueName}</h2>
      <p>{t('r.between', { system: request.system.name, channel: request.channel.name })}</p>
      <div>
        <StateTag {...request} />
      </div>
      <Stepper request={request} />
      <RequestActs request={request} />
      <PageTabs
        label={t('r.request')}
        tabs={[
          { id: 'info', label: t('r.tab.info') },
          { id: 'history', label: t('r.tab.history') },
          { id: 'messages', label: unread ? t('r.tab.messages.new', { count: unread }) : t('r.tab.messages') },
        ]}
        value={tab}
        onChange={(next) => setSearch({ tab: next === 'info' ? undefined : next })}
      />
      <Part role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === 'messages' ? (
          <MessagesTab id={id} />
        ) : tab === 'history' ? (
          <HistoryTab id={id} />
        ) : (
          <>
            <InvitationPart id={id} />
            <RequestFacts request={request} />
          </>
        )}
      </Part>
    </PanelBody>
  )
}

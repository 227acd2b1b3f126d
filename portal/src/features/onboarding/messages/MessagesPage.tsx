import { mdiMessageTextOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { onboardingMessages } from '@tablewire/contracts/onboarding/messages'
import { useEndpoint } from '#src/api/query.ts'
import { BackButton } from '#src/kit/BackButton.tsx'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatInstant } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { ItemList, ListItem } from '#src/kit/ItemList.tsx'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { useT } from '../use-t.ts'
import { MessagesTab } from './MessagesTab.tsx'
import { useUnreadMessages } from './use-unread-messages.ts'

const Conversation = ({ id, onBack }: { id: string; onBack: () => void }) => {
  const t = useT()
  const desk = useEndpoint(onboardingMessages.desk, { params: { id } })
  return (
    <>
      <PageTitle
        title={desk.data?.venueName ?? t('m.page')}
        hint={desk.data ? t('m.page') : undefined}
        back={<BackButton onClick={onBack}>{t('m.inbox.back')}</BackButton>}
      />
      <MessagesTab key={id} id={id} />
    </>
  )
}

const Inbox = ({ onOpen }: { onOpen: (id: string) => void }) => {
  const t = useT()
  const unread = useUnreadMessages()
  return (
    <>
      <PageTitle title={t('m.page')} hint={t('m.page.hint')} />
      {unread.isPending ? <RowsSkeleton /> : null}
      {unread.isError && unread.data === undefined ? <ErrorState error={unread.error} onRetry={() => void unread.refetch()} /> : null}
      {unread.data?.requests.length === 0 ? (
        <EmptyState icon={mdiMessageTextOutline} title={t('m.inbox.none')} hint={t('m.inbox.none.hint')} />
      ) : null}
      {unread.data && unread.data.requests.length > 0 ? (
        <ItemList aria-label={t('m.page.hint')}>
          {unread.data.requests.map(({ id, venueName, unread: count, lastAt }) => (
            <ListItem
              key={id}
              icon={<Icon path={mdiMessageTextOutline} />}
              title={venueName}
              text={`${t('m.unread', { count })} · ${formatInstant(lastAt)}`}
              acts={
                <Button size="small" variant="outlined" onClick={() => onOpen(id)}>
                  {t('m.open')}
                </Button>
              }
            />
          ))}
        </ItemList>
      ) : null}
    </>
  )
}

/** Where the bell and mails lead: one conversation, or all that have something unread. */
export const MessagesPage = () => {
  const [{ id }, setSearch] = useUrlSearch()
  return id === undefined ? (
    <Inbox onOpen={(chosen) => setSearch({ id: chosen }, { push: true })} />
  ) : (
    <Conversation id={id} onBack={() => setSearch({ id: undefined }, { push: true })} />
  )
}

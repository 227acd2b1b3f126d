import { mdiMessageTextOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { onboardingMessages, type RequestMessage } from '@tablewire/contracts/onboarding/messages'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useAbility } from '#src/api/ability.ts'
import type { ApiError } from '#src/api/api-error.ts'
import { api } from '#src/api/client.ts'
import { useLive } from '#src/api/live.ts'
import { keyOf, useCall, useEndpoint } from '#src/api/query.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { FormSkeleton } from '#src/kit/Skeletons.tsx'
import { useT } from '../use-t.ts'
import { Root } from './conversation.ts'
import { Copies } from './Copies.tsx'
import { Message } from './Message.tsx'
import { MessageWrite } from './MessageWrite.tsx'
import { useMessageDraft } from './use-message-draft.ts'

const useMessages = (id: string) =>
  useInfiniteQuery<Awaited<ReturnType<typeof api<typeof onboardingMessages.list>>>, ApiError>({
    queryKey: keyOf(onboardingMessages.list, { params: { id } }),
    queryFn: ({ pageParam, signal }) =>
      api(onboardingMessages.list, { params: { id }, query: typeof pageParam === 'string' ? { after: pageParam } : {} }, { signal }),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })

/** What the caller sees at the bottom is read, as long as the page is looked at. */
const useReading = (id: string, { newest, unread }: { newest: string | undefined; unread: number }): void => {
  const read = useCall(onboardingMessages.read, { meta: { shown: true } })
  const mark = useEffectEvent(() => {
    if (newest !== undefined && unread > 0 && document.visibilityState === 'visible')
      read.mutate({ params: { id }, body: { until: newest } })
  })
  useEffect(() => {
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- every new message is looked at anew
  }, [newest, unread])
}

/** What the sides of a request write to one another; all of them read everything here. */
export const MessagesTab = ({ id }: { id: string }) => {
  const t = useT()
  const client = useQueryClient()
  const mayWrite = useAbility().can('update', 'onboarding')
  const pages = useMessages(id)
  const desk = useEndpoint(onboardingMessages.desk, { params: { id } })
  const kept = useMessageDraft(id)
  const reload = (): void => void client.invalidateQueries({ queryKey: ['onboardingMessages'] })
  useLive((message) => {
    if (message.type === 'onboarding' && message.id === id) reload()
  })
  const newestFirst = pages.data?.pages.flatMap(({ data }) => data) ?? []
  const messages = newestFirst.toReversed()
  const byId = new Map(messages.map((message) => [message.id, message]))
  useReading(id, { newest: newestFirst[0]?.at, unread: desk.data?.unread ?? 0 })
  const known = (corrects: string | null): RequestMessage | undefined => (corrects === null ? undefined : byId.get(corrects))
  const correct = (message: RequestMessage): void => {
    kept.change({ corrects: message.id, text: kept.draft.text || message.text })
    document.getElementById('onboarding-message')?.focus()
  }
  if (pages.isPending) return <FormSkeleton />
  if (pages.isError && pages.data === undefined) return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
  return (
    <Root aria-label={t('m.title')}>
      <p className="quiet">{t('m.who')}</p>
      {pages.hasNextPage ? (
        <Button variant="outlined" disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t('m.older')}
        </Button>
      ) : null}
      {messages.length === 0 ? <EmptyState icon={mdiMessageTextOutline} title={t('m.none')} hint={t('m.none.hint')} /> : null}
      <ol aria-label={t('m.title')} aria-live="polite">
        {messages.map((message) => (
          <Message
            key={message.id}
            id={id}
            message={message}
            corrected={known(message.corrects)}
            onCorrect={message.mine && mayWrite ? () => correct(message) : undefined}
          />
        ))}
      </ol>
      {mayWrite ? (
        <MessageWrite id={id} people={desk.data?.people ?? []} kept={kept} corrected={known(kept.draft.corrects)} onSent={reload} />
      ) : null}
      {desk.data ? <Copies id={id} desk={desk.data} /> : null}
    </Root>
  )
}

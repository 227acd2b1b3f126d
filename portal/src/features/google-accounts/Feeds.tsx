import { mdiDownloadOutline, mdiFileSendOutline, mdiUploadOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { type GoogleFeed, googleFeeds, type GoogleFeedState } from '@tablewire/contracts/google/google-feeds'
import { useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { useCall, useEndpoint } from '#src/api/query.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { formatList, formatMoment, formatNumber } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { KeptButton } from '#src/kit/KeptButton.tsx'
import { ItemList, ListItem } from '#src/kit/ItemList.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useT } from './use-t.ts'

const tones = {
  waiting: 'neutral',
  writing: 'primary',
  sending: 'primary',
  sent: 'success',
  refused: 'danger',
  failed: 'danger',
  superseded: 'neutral',
} as const satisfies Record<GoogleFeedState, string>
/** While something is under way it is looked at again. */
const againMs = 3000
const [firstPage, mostShown] = [9, 200]

/** What Google says of a feed that it has: of one in several files it counts at the last. */
const useGoogleWords = ({ files }: GoogleFeed): string[] => {
  const t = useT()
  const words = files.flatMap(({ google }) => google ?? [])
  const bad = words.find(({ state }) => state === 'FAILURE')
  if (bad) return [t('feeds.google.FAILURE', { details: bad.details ?? '' })]
  if (words.length === 0) return []
  if (words.length < files.length || words.some(({ state }) => state !== 'SUCCESS')) return [t('feeds.google.IN_PROGRESS')]
  const sum = (part: 'added' | 'existing' | 'deleted'): string => formatNumber(words.reduce((all, one) => all + (one[part] ?? 0), 0))
  const notes = words.flatMap(({ details }) => details ?? [])
  return [
    t('feeds.google.SUCCESS', { added: sum('added'), existing: sum('existing'), deleted: sum('deleted') }),
    ...(notes.length > 0 ? [t('feeds.google.notes', { details: notes.join(' ') })] : []),
  ]
}

/** What keeps a feed at home or was wrong with it, and what Google says of it, each in a line of its own. */
const Troubles = ({ feed }: { feed: GoogleFeed }) => {
  const t = useT()
  const { fault, errors, leftOut, nextAt } = feed
  const lines = [
    ...useGoogleWords(feed),
    ...(fault ? [`${t(`feeds.fault.${fault.code}`)} ${nextAt ? t('feeds.next', { at: formatMoment(nextAt) }) : ''}`] : []),
    // What no phrase of ours can say: the name of a key, the word of somebody's server.
    ...(fault?.detail ? [t('feeds.said', { words: fault.detail })] : []),
    ...errors.map(({ code, count, samples: [first] }) =>
      t('feeds.error', {
        what: t(`feeds.error.${code}`),
        count: formatNumber(count),
        place: `${first?.file ?? ''}: ${first?.detail ?? ''}`,
      }),
    ),
    ...(leftOut.length ? [t('feeds.leftOut', { names: formatList(leftOut.map(({ name }) => name)) })] : []),
  ]
  return lines.map((line) => <div key={line}>{line}</div>)
}

const FeedItem = ({ feed }: { feed: GoogleFeed }) => {
  const t = useT()
  const { kind, state, records, merchants, createdAt, endedAt, askedBy, files } = feed
  return (
    <ListItem
      icon={<Icon path={mdiFileSendOutline} />}
      title={
        <>
          {t(`feeds.kind.${kind}`)}
          <Tag tone={tones[state]}>{t(`feeds.state.${state}`)}</Tag>
        </>
      }
      text={
        <>
          {formatMoment(endedAt ?? createdAt)}
          {askedBy === null ? '' : ` · ${t('feeds.byHand', { name: askedBy })}`}
          {records === null ? '' : ` · ${t('feeds.counts', { records: formatNumber(records), merchants: formatNumber(merchants ?? 0) })}`}
          <Troubles feed={feed} />
        </>
      }
      acts={files.map(({ link, name }) =>
        link ? (
          <Link key={name} href={link} download={name} aria-label={name} title={name}>
            <Icon path={mdiDownloadOutline} />
          </Link>
        ) : null,
      )}
    />
  )
}

type History = ReturnType<typeof useFeeds>
const useFeeds = (accountId: string, limit: number) =>
  useEndpoint(
    googleFeeds.list,
    { params: { id: accountId }, query: { limit } },
    { refetchInterval: ({ state }) => (state.data?.data.some(({ endedAt }) => endedAt === null) ? againMs : false) },
  )

const FeedHistory = ({ feeds }: { feeds: History }) => {
  const t = useT()
  if (feeds.isError) return <ErrorState error={feeds.error} onRetry={() => void feeds.refetch()} />
  if (!feeds.data) return <RowsSkeleton />
  if (!feeds.data.total) return <EmptyState icon={mdiFileSendOutline} title={t('feeds.none')} hint={t('feeds.none.hint')} />
  return (
    <ItemList aria-label={t('feeds.title')}>
      {feeds.data.data.map((feed) => (
        <FeedItem key={feed.id} feed={feed} />
      ))}
    </ItemList>
  )
}

/** GO1: what Google was told, the newest first: with counts, errors in words and the files as they went. */
export const Feeds = ({ accountId }: { accountId: string }) => {
  const t = useT()
  const ability = useAbility()
  const [limit, setLimit] = useState(firstPage)
  const params = { id: accountId }
  const { data: schedule } = useEndpoint(googleFeeds.schedule, { params })
  const feeds = useFeeds(accountId, limit)
  const send = useCall(googleFeeds.send, {
    onSuccess: () => {
      toast.success(t('feeds.sending'))
      void feeds.refetch()
    },
  })
  const missing = (schedule?.missing.length ?? 0) > 0
  const hint = schedule ? t('feeds.hint', { at: schedule.at, next: formatMoment(schedule.nextAt) }) : ''
  const hasMore = limit < mostShown && (feeds.data?.total ?? 0) > limit
  return (
    <FormSection title={t('feeds.title')} hint={missing ? t('feeds.missing') : hint}>
      <FeedHistory feeds={feeds} />
      {hasMore ? <Button onClick={() => setLimit(mostShown)}>{t('feeds.more')}</Button> : null}
      {ability.can('update', 'systems') ? (
        <KeptButton
          variant="outlined"
          startIcon={<Icon path={mdiUploadOutline} size={18} />}
          sx={{ marginBlockStart: 2 }}
          disabled={missing || send.isPending}
          onClick={() => send.mutate({ params, body: {} })}
        >
          {t('feeds.send')}
        </KeptButton>
      ) : null}
    </FormSection>
  )
}

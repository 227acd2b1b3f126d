import { styled } from '@mui/material/styles'
import { type ReplyDesk, reviewReplies } from '@tablewire/contracts/reviews/replies'
import type { ReviewDetail } from '@tablewire/contracts/reviews/reviews'
import { useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { useLive } from '#src/api/live.ts'
import { useEndpoint } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { useShortcuts } from '#src/kit/shortcuts.ts'
import { useNow } from '#src/kit/use-now.ts'
import { useT } from '../use-t.ts'
import { ReplyForm } from './ReplyForm.tsx'
import { ReplyStanding } from './ReplyStanding.tsx'
import { ReplySteps } from './ReplySteps.tsx'

/** What has nothing to say keeps no room. */
const Section = styled('section')({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'stretch',
  '& > *': { margin: 0 },
  '& > :not(:empty) ~ :not(:empty)': { marginBlockStart: 12 },
})
/** Who has not been heard of for so long has stopped writing. */
const writingMs = 45_000

const Writing = ({ writing }: Pick<ReplyDesk, 'writing'>) => {
  const t = useT()
  const now = useNow()
  const names = writing.filter(({ at }) => now - Date.parse(at) < writingMs).map(({ name }) => name)
  // Stands there empty, so that what comes in is read aloud.
  return <output>{names.length > 0 ? t('reply.writing', { names: names.join(', '), count: names.length }) : null}</output>
}

type PartProps = { review: ReviewDetail; desk: ReplyDesk; writes: boolean; answers: boolean }

/** Whether the form is open. Whoever has begun to write keeps it, whatever others do meanwhile. */
const useOpenForm = ({ desk: { reply }, writes, answers }: Omit<PartProps, 'review'>) => {
  const [editing, setEditing] = useState(answers)
  const [held, setHeld] = useState(false)
  const state = reply?.state ?? 'draft'
  const asks = state === 'draft' || state === 'rejected'
  return {
    editing,
    held,
    asks,
    open: held || (writes && (editing || asks)),
    edit: () => setEditing(true),
    hold: () => setHeld(true),
    close: () => {
      setEditing(false)
      setHeld(false)
    },
  }
}

const Parts = ({ review: { id, language, removedAt, moderation }, desk, writes, answers }: PartProps) => {
  const t = useT()
  const { editing, held, asks, open, edit, hold, close } = useOpenForm({ desk, writes, answers })
  const mayEdit = writes && !open
  useShortcuts([{ keys: 'r', label: t('keys.reply'), run: edit, enabled: mayEdit }])
  const shut = !writes && (held || !desk.reply)
  return (
    <>
      <ReplyStanding desk={desk} id={id} replaces={open && !asks} onEdit={mayEdit ? edit : undefined} />
      <Writing writing={desk.writing} />
      {open ? (
        <ReplyForm
          id={id}
          language={language}
          desk={desk}
          autoFocus={editing}
          onTyped={hold}
          onSent={close}
          onCancel={asks ? undefined : close}
        />
      ) : null}
      {shut ? <p>{t(removedAt ? 'reply.removed' : moderation === 'awaiting' ? 'reply.unpublished' : 'reply.none')}</p> : null}
      <ReplySteps steps={desk.steps} />
    </>
  )
}

/** LI2: what the house answers, from the first word to what guests read. */
export const ReplySection = ({ review, answers }: { review: ReviewDetail; answers: boolean }) => {
  const t = useT()
  const ability = useAbility()
  const { id, removedAt, moderation } = review
  const isPublic = removedAt === null && (moderation === null || moderation === 'published')
  const { data: desk, error, refetch } = useEndpoint(reviewReplies.desk, { params: { id } }, { staleTime: 0 })
  useLive((message) => {
    if (message.type === 'review' && message.id === id) void refetch()
  })
  if (error && !desk) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <Section aria-label={t('reply')}>
      <h3>{t('reply')}</h3>
      {desk ? (
        <Parts review={review} desk={desk} answers={answers} writes={isPublic && ability.can('update', 'reviews')} />
      ) : (
        <RowsSkeleton />
      )}
    </Section>
  )
}

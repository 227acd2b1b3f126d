import { mdiFlag, mdiFlagOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { type ReviewWork, reviewWork } from '@tablewire/contracts/reviews/review-work'
import { useAbility } from '#src/api/ability.ts'
import { useCall, useEndpoint } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatInstant } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { useT } from '../use-t.ts'
import { Assignment } from './Assignment.tsx'
import { Comments } from './Comments.tsx'
import { Labels } from './Labels.tsx'
import { Section } from './section.ts'
import { showWork } from './show-work.ts'

const Flag = ({ id, flagged }: { id: string; flagged: boolean }) => {
  const t = useT()
  const mark = useCall(reviewWork.mark, { onSuccess: (work) => showWork(id, work) })
  return (
    <Button
      size="small"
      color="inherit"
      aria-pressed={flagged}
      startIcon={<Icon path={flagged ? mdiFlag : mdiFlagOutline} size={16} />}
      onClick={() => mark.mutate({ params: { id }, body: { flagged: !flagged } })}
    >
      {t(flagged ? 'work.flagged' : 'work.flag')}
    </Button>
  )
}

const Standing = ({ work }: { work: ReviewWork }) => {
  const t = useT()
  const { flagged, labels, assignee, dueAt } = work
  return (
    <p className="quiet">
      {[
        ...(flagged ? [t('work.flagged')] : []),
        ...labels,
        assignee ? t('work.givenTo', { name: assignee.name }) : t('work.givenToNobody'),
        ...(dueAt ? [t('work.until', { at: formatInstant(dueAt) })] : []),
      ].join(' · ')}
    </p>
  )
}

/** LI2: who looks after it, and what the house says of it among itself. */
export const ReviewDesk = ({ id }: { id: string }) => {
  const t = useT()
  const ability = useAbility()
  const { data: work, error, refetch } = useEndpoint(reviewWork.get, { params: { id } }, { meta: { shown: true } })
  if (error && !work) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!work) return <RowsSkeleton rows={3} />
  const mayWork = ability.can('update', 'reviews')
  return (
    <Section aria-label={t('work.title')}>
      <h3>{t('work.title')}</h3>
      {work.escalatedAt ? <Tag tone="danger">{t('work.escalated', { at: formatInstant(work.escalatedAt) })}</Tag> : null}
      {mayWork ? (
        <>
          <div className="acts">
            <Flag id={id} flagged={work.flagged} />
          </div>
          <Labels id={id} work={work} />
          <Assignment key={`${work.assignee?.id ?? ''} ${work.dueAt ?? ''}`} id={id} work={work} />
        </>
      ) : (
        <Standing work={work} />
      )}
      <Comments id={id} work={work} mayWork={mayWork} />
    </Section>
  )
}

import { mdiFlag } from '@mdi/js'
import { styled } from '@mui/material/styles'
import type { Review } from '@tablewire/contracts/reviews/reviews'
import { sourceName } from '@tablewire/contracts/reviews/source-names.rules'
import { useMemo } from 'react'
import { formatDate, languageName } from '#src/kit/format.ts'
import type { Column } from '#src/kit/list/columns.ts'
import { Tag } from '#src/kit/Tag.tsx'
import { Rating, ratingInWords } from './Rating.tsx'
import { replyTones } from './reply/reply-tones.ts'
import { useT } from './use-t.ts'

type T = ReturnType<typeof useT>
const dayOf = ({ publishedAt }: Review): string => formatDate(publishedAt.slice(0, 10))
/** The title, or how it begins. */
const beginning = ({ title, text }: Review): string => [title, text].filter(Boolean).join(' – ').slice(0, 240)

const Line = styled('span')(({ theme }) => ({
  display: 'block',
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  '& > em': { fontStyle: 'normal', color: theme.vars.palette.text.secondary },
}))
const Phone = styled('span')(({ theme }) => ({
  display: 'grid',
  gap: 1,
  lineHeight: 1.25,
  minWidth: 0,
  '& > .marks': { display: 'flex', alignItems: 'center', gap: 6, minWidth: 0, overflow: 'hidden' },
  '& > small': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', color: theme.vars.palette.text.secondary },
}))

const Said = ({ review }: { review: Review }) => {
  const t = useT()
  return <Line>{beginning(review) || <em>{t('noText')}</em>}</Line>
}

const ReplyMark = ({ reply }: Pick<Review, 'reply'>) => {
  const t = useT()
  return reply && reply !== 'draft' ? <Tag tone={replyTones[reply]}>{t(`reply.state.${reply}`)}</Tag> : null
}

/** What the house marked it with. */
const Marks = ({ review: { flagged, labels, moderation } }: { review: Review }) => {
  const t = useT()
  return (
    <>
      {flagged ? (
        <Tag tone="warning" icon={mdiFlag}>
          {t('work.flagged')}
        </Tag>
      ) : null}
      {moderation === 'awaiting' ? <Tag tone="info">{t('quick.moderation')}</Tag> : null}
      {labels[0] ? <Tag tone="neutral">{labels.length > 1 ? `${labels[0]} +${labels.length - 1}` : labels[0]}</Tag> : null}
    </>
  )
}

/** Three lines, whatever it is marked with: the rows of a phone are of one height. */
const PhoneRow = ({ review }: { review: Review }) => {
  const t = useT()
  return (
    <Phone>
      <span className="marks">
        <Rating review={review} />
        <ReplyMark reply={review.reply} />
        <Marks review={review} />
      </span>
      <Said review={review} />
      <small>
        {[review.author, review.venueName, sourceName(review.source, t('source.own')), dayOf(review)].filter(Boolean).join(' · ')}
      </small>
    </Phone>
  )
}
export const phoneRow = (review: Review) => <PhoneRow review={review} />

/** A row for who hears it. */
export const rowInWords = (t: T, review: Review): string =>
  [
    ratingInWords(t, review),
    beginning(review) || t('noText'),
    review.author,
    review.venueName,
    sourceName(review.source, t('source.own')),
    review.moderation === 'awaiting' && t('quick.moderation'),
    review.flagged && t('work.flagged'),
    review.reply && t(`reply.state.${review.reply}`),
    dayOf(review),
  ]
    .filter(Boolean)
    .join(', ')

export const useReviewColumns = (): Column<Review>[] => {
  const t = useT()
  return useMemo(
    () => [
      { id: 'rating', title: t('c.rating'), width: '112px', always: true, cell: (review) => <Rating review={review} /> },
      {
        id: 'text',
        title: t('c.text'),
        width: 'minmax(200px, 3fr)',
        always: true,
        cell: (review) => (
          <>
            <Said review={review} />
            {review.removedAt ? <Tag tone="neutral">{t('removed')}</Tag> : null}
            <Marks review={review} />
          </>
        ),
      },
      { id: 'author', title: t('c.author'), width: 'minmax(100px, 1fr)', from: 1000, cell: ({ author }) => author ?? '–' },
      { id: 'assignee', title: t('work.assignee'), width: 'minmax(100px, 1fr)', from: 1180, cell: ({ assignee }) => assignee ?? '–' },
      { id: 'venue', title: t('c.venue'), width: 'minmax(130px, 1fr)', from: 700, cell: ({ venueName }) => venueName },
      {
        id: 'source',
        title: t('c.source'),
        width: 'minmax(90px, 0.7fr)',
        from: 840,
        cell: ({ source }) => sourceName(source, t('source.own')),
      },
      {
        id: 'language',
        title: t('c.language'),
        width: 'minmax(80px, 0.5fr)',
        from: 1100,
        cell: ({ language }) => (language ? languageName(language) : '–'),
      },
      { id: 'reply', title: t('reply'), width: '128px', from: 580, cell: ({ reply }) => <ReplyMark reply={reply} /> },
      { id: 'at', title: t('c.at'), width: '118px', cell: (review) => <span className="quiet">{dayOf(review)}</span> },
    ],
    [t],
  )
}

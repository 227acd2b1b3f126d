import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type ReviewDetail, reviews } from '@tablewire/contracts/reviews/reviews'
import { sourceName } from '@tablewire/contracts/reviews/source-names.rules'
import { useEndpoint } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatDate, formatInstant, formatNumber, languageName } from '#src/kit/format.ts'
import { PanelBody } from '#src/kit/panel-body.ts'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { Rating, ratingInWords } from './Rating.tsx'
import { ReplySection } from './reply/ReplySection.tsx'
import { useT } from './use-t.ts'
import { ModerationDesk } from './work/ModerationDesk.tsx'
import { ReviewDesk } from './work/ReviewDesk.tsx'
import { ReviewEvening } from './work/ReviewEvening.tsx'

const Text = styled('div')({ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', fontSize: '0.9375rem', lineHeight: 1.5 })

const Facts = ({ review }: { review: ReviewDetail }) => {
  const t = useT()
  const { venueName, source, author, language, publishedAt, editedAt, visitedOn, subratings, moderation } = review
  const facts: readonly (readonly [name: string, value: string | null])[] = [
    [t('c.venue'), venueName],
    [t('c.source'), sourceName(source, t('source.own'))],
    [t('c.author'), author],
    [t('c.language'), language && languageName(language)],
    [t(moderation === null ? 'c.at' : 'c.written'), formatInstant(publishedAt)],
    [t('c.edited'), editedAt && formatInstant(editedAt)],
    [t('c.visited'), visitedOn && formatDate(visitedOn)],
    ...subratings.map(
      ({ name, rating, scale }) => [name, t('rating.of', { rating: formatNumber(rating), scale: formatNumber(scale) })] as const,
    ),
  ]
  return (
    <dl>
      {facts.map(([name, value]) =>
        value ? (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}

const Earlier = ({ earlier }: Pick<ReviewDetail, 'earlier'>) => {
  const t = useT()
  if (earlier.length === 0) return null
  return (
    <>
      <h3>{t('earlier')}</h3>
      {earlier.map(({ replacedAt, rating, scale, title, text }) => (
        <div key={replacedAt}>
          <p className="quiet">
            {[t('earlier.until', { at: formatInstant(replacedAt) }), ratingInWords(t, { rating, scale, stars: null, recommended: null })]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <Text>{[title, text].filter(Boolean).join('\n')}</Text>
        </div>
      ))}
    </>
  )
}

const Both = styled('div')({ display: 'grid', gap: 16, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 200px), 1fr))' })
/** The original, and beside it what its source made of it in another language. */
const Said = ({ lang, text, translation }: { lang: string | undefined; text: string; translation: ReviewDetail['translation'] }) => {
  const t = useT()
  if (!translation) return <Text lang={lang}>{text}</Text>
  const heading = (word: string, code: string | undefined): string => (code ? `${word} (${languageName(code)})` : word)
  return (
    <Both>
      <div>
        <h3>{heading(t('original'), lang)}</h3>
        <Text lang={lang}>{text}</Text>
      </div>
      <div>
        <h3>{heading(t('translation'), translation.language ?? undefined)}</h3>
        <Text lang={translation.language ?? undefined}>{translation.text}</Text>
      </div>
    </Both>
  )
}

/** One review, the evening it tells of, and what it said before it was edited. `answers`: whoever opened it means to write at once. */
export const ReviewPanel = ({ id, answers }: { id: string; answers: boolean }) => {
  const t = useT()
  const { data: review, error, refetch } = useEndpoint(reviews.get, { params: { id } })
  if (error && !review) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!review) return <RowsSkeleton />
  // Whether it is published comes before how it is answered.
  const waits = review.moderation === 'awaiting'
  const { title, text, lang, url, media } = { ...review, lang: review.language ?? undefined }
  return (
    <PanelBody>
      <h2>{title || review.author || t('unnamed')}</h2>
      <div>
        <Rating review={review} /> {review.removedAt ? <Tag tone="neutral">{t('removed')}</Tag> : null}
      </div>
      <Said lang={lang} text={text || t('noText')} translation={review.translation} />
      {waits ? <ModerationDesk review={review} /> : null}
      <ReplySection review={review} answers={answers} />
      <Facts review={review} />
      <div className="acts">
        {url ? (
          <Button href={url} target="_blank" rel="noopener noreferrer" color="inherit">
            {t('toSource', { source: sourceName(review.source, t('source.own')) })}
          </Button>
        ) : null}
        {media.map((one, at) => (
          <Button key={one.url} href={one.url} target="_blank" rel="noopener noreferrer" color="inherit">
            {t(`media.${one.kind}`, { number: at + 1 })}
          </Button>
        ))}
      </div>
      <Earlier earlier={review.earlier} />
      {waits ? null : <ModerationDesk review={review} />}
      <ReviewDesk id={id} />
      <ReviewEvening id={id} />
    </PanelBody>
  )
}

import { styled } from '@mui/material/styles'
import type { Review } from '@tablewire/contracts/reviews/reviews'
import { formatNumber } from '#src/kit/format.ts'
import { Tag } from '#src/kit/Tag.tsx'
import { VisuallyHidden } from '#src/kit/VisuallyHidden.tsx'
import { useT } from './use-t.ts'

type Rated = Pick<Review, 'rating' | 'scale' | 'stars' | 'recommended'>
type T = ReturnType<typeof useT>

const mostStars = 5
const Stars = styled('span')(({ theme }) => ({
  position: 'relative',
  letterSpacing: 1,
  whiteSpace: 'nowrap',
  fontSize: '0.9375rem',
  color: theme.vars.palette.text.primary,
  '& i': { fontStyle: 'normal', color: theme.vars.palette.text.secondary },
}))

/** As its source counts: "7 of 10"; thumbs in words; nothing where there is neither. */
export const ratingInWords = (t: T, { rating, scale, recommended }: Rated): string => {
  if (rating !== null && scale !== null) return t('rating.of', { rating: formatNumber(rating), scale: formatNumber(scale) })
  return recommended === null ? '' : t(recommended ? 'rating.recommended' : 'rating.notRecommended')
}

/** Of five stars, whatever the source counts in; what it says itself stands in the title. */
export const Rating = ({ review }: { review: Rated }) => {
  const t = useT()
  const words = ratingInWords(t, review)
  const { stars, recommended } = review
  if (stars !== null)
    return (
      <Stars title={words}>
        <span aria-hidden="true">
          {'★'.repeat(stars)}
          <i>{'☆'.repeat(mostStars - stars)}</i>
        </span>
        <VisuallyHidden>{words}</VisuallyHidden>
      </Stars>
    )
  return recommended === null ? <span className="quiet">–</span> : <Tag tone={recommended ? 'success' : 'danger'}>{words}</Tag>
}

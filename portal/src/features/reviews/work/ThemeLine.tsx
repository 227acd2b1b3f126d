import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { reviewThemes } from '@tablewire/contracts/reviews/review-themes'
import { useEndpoint } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatNumber } from '#src/kit/format.ts'
import { Skeleton } from '#src/kit/Skeletons.tsx'
import { useT } from '../use-t.ts'

const Line = styled('section')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(0.75),
  marginBottom: theme.spacing(1.25),
  padding: theme.spacing(1.25, 1.5),
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.paper,
  '& h2': { margin: 0, fontSize: '0.8125rem', fontWeight: 650 },
  '& p': { margin: 0, fontSize: '0.8125rem', color: theme.vars.palette.text.secondary },
  '& ul': { display: 'flex', flexWrap: 'wrap', gap: theme.spacing(0.5), margin: 0, padding: 0, listStyle: 'none' },
  '& small': { marginInlineStart: 6, fontWeight: 400 },
}))

const themesShown = 6

type Rose = { recent: number; times: number | null }
type Address = Readonly<Record<string, string | undefined>>
type ThemeLineProps = { address: Address; onChange: (to: Record<string, string | undefined>) => void }

/** What guests talk of more than before; each opens the reviews it stands in. */
export const ThemeLine = ({ address, onChange }: ThemeLineProps) => {
  const t = useT()
  const { venue, source, stars } = address
  const filters = { ...(venue ? { venueId: venue } : {}), ...(source ? { source } : {}), ...(stars ? { stars } : {}) }
  const { data, error, refetch } = useEndpoint(reviewThemes.list, { query: { filters } as never }, { meta: { shown: true } })
  const often = ({ recent, times }: Rose): string =>
    times === null ? t('themes.new', { count: recent }) : t('themes.times', { count: recent, times: formatNumber(times) })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <Line aria-label={t('themes')}>
      <h2>{t('themes.title')}</h2>
      {!data ? <Skeleton height={32} /> : null}
      {data && data.themes.length + data.words.length === 0 ? <p>{t('themes.none')}</p> : null}
      {data ? (
        <ul>
          {data.themes.slice(0, themesShown).map((one) => (
            <li key={one.theme}>
              <Button size="small" variant="outlined" onClick={() => onChange({ theme: one.theme, q: undefined, from: data.from })}>
                {t(`theme.${one.theme}`)}
                <small>{often(one)}</small>
              </Button>
            </li>
          ))}
          {data.words.map((one) => (
            <li key={one.words}>
              <Button size="small" color="inherit" onClick={() => onChange({ q: one.words, theme: undefined, from: data.from })}>
                {one.words}
                <small>{often(one)}</small>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </Line>
  )
}

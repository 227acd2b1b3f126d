import { mdiAccountClockOutline } from '@mdi/js'
import { styled } from '@mui/material/styles'
import type { BulkPreview } from '@tablewire/contracts/estate/bulk-changes'
import { Banner } from '#src/kit/Banner.tsx'
import { formatDate, formatNumber } from '#src/kit/format.ts'
import { ProgressLine } from '#src/kit/ProgressLine.tsx'
import { useT } from '../use-t.ts'

const Box = styled('section')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(1),
  padding: theme.spacing(1.5, 2),
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.ground.sunken,
  fontSize: '0.875rem',
  '& p, & ul': { margin: 0 },
  '& ul': { paddingInlineStart: 18, color: theme.vars.palette.text.secondary },
  '& b': { fontVariantNumeric: 'tabular-nums' },
}))

const reasonsShown = 6

/** A single thing that changes wherever anything does is what the dialog is about. */
const tellsMore = ({ changed, fields }: BulkPreview): boolean => fields.length > 1 || fields.some(({ venues }) => venues !== changed)

type T = ReturnType<typeof useT>
const namesShown = 30
/** By name up to some tens, the others by their number. */
const namesInWords = (t: T, names: readonly string[], total: number): string => {
  const shown = names.slice(0, namesShown)
  const more = total - shown.length
  return [...shown, ...(more > 0 ? [t('bulk.andMore', { count: more, number: formatNumber(more) })] : [])].join(', ')
}
const lastInWords = (t: T, { on, venue }: { on: string; venue: string | null }): string =>
  venue === null ? t('bulk.lastDay', { day: formatDate(on, 'long') }) : t('bulk.lastDayAt', { day: formatDate(on, 'long'), venue })

type BulkForecastProps = { forecast: BulkPreview | undefined; asking: boolean; /** 0 to 1: how many have been counted. */ share: number }

/** How many venues change, before anybody presses the button; its place is kept, so that nothing jumps. */
export const BulkForecast = ({ forecast, asking, share }: BulkForecastProps) => {
  const t = useT()
  return (
    <Box aria-live="polite" aria-busy={asking} style={{ minHeight: 46, opacity: asking && forecast ? 0.6 : 1 }}>
      {asking && share > 0 && share < 1 ? <ProgressLine label={t('bulk.counting')} value={share} /> : null}
      {forecast ? (
        <>
          <p>
            <b>
              {t('bulk.will', { count: forecast.changed, number: formatNumber(forecast.changed), total: formatNumber(forecast.total) })}
            </b>
            {forecast.unchanged ? ` · ${t('bulk.same', { count: forecast.unchanged, number: formatNumber(forecast.unchanged) })}` : null}
            {forecast.refused ? ` · ${t('bulk.left', { count: forecast.refused, number: formatNumber(forecast.refused) })}` : null}
          </p>
          {tellsMore(forecast) ? (
            <p>
              {forecast.fields
                .map(({ meaning, venues }) => t('bulk.inField', { field: meaning, number: formatNumber(venues) }))
                .join(' · ')}
            </p>
          ) : null}
          {forecast.reasons.length ? (
            <ul>
              {forecast.reasons.slice(0, reasonsShown).map(({ meaning, outcome, venues, names }) => (
                <li key={`${outcome} ${meaning}`}>
                  {formatNumber(venues)} × {meaning}
                  {names.length ? <div>{namesInWords(t, names, venues)}</div> : null}
                </li>
              ))}
              {forecast.reasons.length > reasonsShown ? <li>{t('bulk.more')}</li> : null}
            </ul>
          ) : null}
          {forecast.guests ? (
            <Banner tone="warning" icon={mdiAccountClockOutline}>
              {t('bulk.guests', {
                count: forecast.guests.reservations,
                number: formatNumber(forecast.guests.reservations),
                covers: formatNumber(forecast.guests.covers),
              })}
              {forecast.guests.latest ? ` ${lastInWords(t, forecast.guests.latest)}` : null}
            </Banner>
          ) : null}
        </>
      ) : (
        <p>{t(asking ? 'bulk.counting' : 'bulk.nothingYet')}</p>
      )}
    </Box>
  )
}
